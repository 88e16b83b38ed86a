"""What ``upstream:PROJECT@RELEASE`` names."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from memory_conformance.references import UsageError, did_you_mean

UPSTREAM = "upstream:"
"""How the name of a real library begins."""

PROJECTS: Mapping[str, str] = {
    "adk-go": "go",
    "adk-go-vertex": "go_vertex",
    "adk-java": "java",
    "adk-js": "js",
    "adk-python": "python",
    "adk-python-vertex": "python_vertex",
}
"""The projects whose libraries can be had, with the language whose tools build them: a folder of harnesses, and a module here."""

# No separator and no ".." can be in it: it becomes the name of a folder, and an argument of the tools of four languages.
_RELEASE = re.compile(r"[0-9][A-Za-z0-9]*([-+.][A-Za-z0-9]+)*")


@dataclass(frozen=True)
class Release:
    """A released version of a library: ``adk-go`` and ``1.7.0``, without the ``v`` that some languages write."""

    project: str
    version: str

    @property
    def language(self) -> str:
        """The folder of its harness, such as ``go``."""
        return PROJECTS[self.project]

    def __str__(self) -> str:
        return f"{self.project}@{self.version}"


def read_release(written: str) -> Release:
    """The release that a name such as ``adk-go@1.7.0`` means. Raises `UsageError`."""
    project, _, version = written.partition("@")
    if project not in PROJECTS:
        raise UsageError(f"upstream has no project {project!r}; {did_you_mean(project, list(PROJECTS))}")
    if not _RELEASE.fullmatch(version.removeprefix("v")):
        example = {
            "adk-go": "1.7.0",
            "adk-go-vertex": "2.2.0",
            "adk-java": "1.8.0",
            "adk-js": "2.0.0",
            "adk-python": "2.13.0",
            "adk-python-vertex": "2.13.0",
        }[project]
        told = f"{version!r} is no release" if version else "a release has to be named"
        raise UsageError(f"upstream:{written}: {told}; write it like upstream:{project}@{example}")
    return Release(project, version.removeprefix("v"))
