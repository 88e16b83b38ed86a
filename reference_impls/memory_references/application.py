"""What the application does by itself within a turn: it searches, and hands the session to memory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from memory_conformance.turn import CallbackResult, CallbackSearch, Moment
from memory_references.calls import copied
from memory_references.library import said

if TYPE_CHECKING:
    from memory_references.turns import Run


class Application:
    """What the application does by itself in a turn, and what came of its search."""

    def __init__(self, search: CallbackSearch | None, add: Moment | None) -> None:
        self._search = search
        self._add = add
        self.found: CallbackResult | None = None

    def reach(self, moment: Moment, run: Run) -> None:
        """Do what is to be done at this moment."""
        if self._search is not None and self._search.at is moment and self.found is None:
            self.found = self._search_by(self._search, run)
        if self._add is moment:
            try:
                run.library.add_after_agent(run) if moment is Moment.AFTER_AGENT else run.add_session()
            except Exception as error:
                run.tell(said(error))

    def _search_by(self, search: CallbackSearch, run: Run) -> CallbackResult:
        try:
            memories = run.library.search_in_callback(run, search.at, search.query)
        except Exception as error:
            return CallbackResult(error=said(error))
        if memories is None:
            return CallbackResult(absent=True)
        found = [memory.model_copy(update={"content": copied(memory.content)}) for memory in memories]
        return CallbackResult(memories=found)
