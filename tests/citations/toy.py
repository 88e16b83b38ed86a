"""A small specification, and the released files that it cites."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from memory_conformance.backend import HarnessError
from memory_conformance.upstream.release import Release

SERVICE = "google/adk/memory/service.py"
FEATURE = f"""Feature: A toy
  @TOY-001
  Scenario Outline: A piece of a word
    Given a word stored nowhere finds nothing
    And "ana" of app "shop" remembers "a blue pot"
    And "ana" of app "shop" finds it by "blue"
    When "ana" of app "shop" searches for "po"
    Then <what> comes back

    @adk-go-1.7
    Examples: it is found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L2
      | what         |
      | "a blue pot" |

    @adk-python-2.10 @adk-python-2.13
    Examples: it is not
      Source (adk-python-2.10): google-adk 2.10.0 {SERVICE} L2
      Source (adk-python-2.13): google-adk 2.13.0 {SERVICE} L2-3, L6
      | what    |
      | nothing |

  @TOY-002 @must @broken:adk-python-2.13
  Scenario: It is kept
    Source (adk-python-2.13): google-adk 2.13.0 {SERVICE} L6

    Given "ana" of app "shop" remembers "a blue pot"
    Then "ana" of app "shop" finds it by "pot"
"""
GO = "package memory\nfunc Search() {}\n"
OLDER = "class Service:\n    limit = 10\n"
NEWER = 'class Service:\n    def search(self):\n        return []\n\n    def add(self):\n        """Keeps [b]nothing[/b]."""\n'


@dataclass
class Shelf:
    """Artifacts as a workshop has them: a folder a release. What is not on it is refused."""

    folder: Path

    def put(self, release: str, file: str, text: str | bytes) -> None:
        """Lay a file of a release such as ``adk-go@1.7.0`` down."""
        path = self.folder / release / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text if isinstance(text, bytes) else text.encode())

    def fetch(self, release: Release) -> Path:
        """The folder of a release, as `artifact_of` gives it."""
        folder = self.folder / str(release)
        if not folder.is_dir():
            raise HarnessError(f"the registry has no {release}")
        return folder
