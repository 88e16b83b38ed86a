"""The traces of other people's code: without the frames by which we called it."""

from __future__ import annotations

import traceback

_CALLERS = frozenset({"memory_conformance", "importlib", "concurrent", "asyncio"})


def own_trace(error: BaseException) -> str:
    """The trace of an error from the first frame that is neither ours nor the way in which Python imports and awaits."""
    frames = error.__traceback__
    while frames is not None and str(frames.tb_frame.f_globals.get("__name__", "")).split(".")[0] in _CALLERS:
        frames = frames.tb_next
    return "".join(traceback.format_exception(type(error), error, frames, chain=False))
