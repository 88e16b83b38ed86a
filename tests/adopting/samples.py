"""What pages show of commands, and whether the commands say it when they are run as shown."""

from __future__ import annotations

import re
import shlex
from dataclasses import dataclass
from pathlib import Path

from adopting.folder import Ended, Folder

ROOT = Path(__file__).parents[2]
_DURATION = r"\d+\.\d+ (?:s(?! declared)|ms)|about \d+ s|a few seconds"


@dataclass(frozen=True)
class Sample:
    """A command of ours as it is shown, without its own name, and what it is shown to print."""

    command: tuple[str, ...]
    shown: str

    def run(self, folder: Folder, *further: str, address: str = "") -> Ended:
        """Run it as shown; ``address`` stands in for that of the page."""
        words = [address if address and word == "http://127.0.0.1:8000" else word for word in self.command]
        return folder.conformance(*words, *further)

    def assert_said(self, output: str) -> None:
        """Line ends depend on the width, a duration on the machine; what was left out is told by an ellipsis."""
        said = told(output)
        for piece in re.split(r"…|─+", self.shown):
            assert told(piece) in said, told(piece)


def sample(page: str, begins: str) -> Sample:
    """The one sample of a page whose command begins so."""
    found = [one for one in samples(page) if " ".join(one.command).startswith(begins)]
    assert len(found) == 1, f"{page} shows {len(found)} runs of {begins!r}"
    return found[0]


def samples(page: str, before: str = "") -> list[Sample]:
    """The samples of a page; ``before`` is a pattern for what stands on the line before."""
    text = (ROOT / page).read_text(encoding="utf-8")
    pattern = rf"{before}^```(?:text|console)\n\$ memory-conformance ([^\n]+)\n(.*?)^```"
    return [
        Sample(tuple(shlex.split(command)), shown) for command, shown in re.findall(pattern, text, re.DOTALL | re.M)
    ]


def told(text: str) -> str:
    """A text without what depends on the width or the machine."""
    return " ".join(re.sub(_DURATION, "…", " ".join(text.split())).split())
