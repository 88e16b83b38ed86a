"""The specification as data: behaviours read from feature files, with their answers, sources and cases."""

from memory_conformance.specification.behaviour import (
    Answer,
    Behaviour,
    Case,
    Kind,
    Level,
    Source,
    Specification,
    Step,
)
from memory_conformance.specification.reader import SpecificationError, features_folder, read_specification

__all__ = [
    "Answer",
    "Behaviour",
    "Case",
    "Kind",
    "Level",
    "Source",
    "Specification",
    "SpecificationError",
    "Step",
    "features_folder",
    "read_specification",
]
