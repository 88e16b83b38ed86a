"""Data of a report that can be written and shown anywhere."""

from __future__ import annotations

import re
from typing import Any, ClassVar

from pydantic import BaseModel, ConfigDict, model_validator

from memory_conformance.secrets import hide

LONE_SURROGATE = re.compile("[\ud800-\udfff]")
UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")


class Frozen(BaseModel):
    """Data that can be written and shown anywhere.

    Lone surrogates, which no encoding takes, and control characters, which a terminal would obey, are written as escapes.
    Secrets are hidden, whoever told them. ``ours`` are the fields with words of our own, which stay what they are, also where
    a secret happens to be such a word, and those that hold further data of this kind, which see to themselves.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    unsafe: ClassVar[re.Pattern[str]] = UNSAFE
    ours: ClassVar[frozenset[str]] = frozenset()

    @model_validator(mode="before")
    @classmethod
    def _writable(cls, fields: Any) -> Any:
        if not isinstance(fields, dict):
            return fields
        return {name: one if name in cls.ours else _escaped(one, cls.unsafe) for name, one in fields.items()}


def _escaped(value: Any, unsafe: re.Pattern[str]) -> Any:
    if isinstance(value, dict):
        return {name: _escaped(one, unsafe) for name, one in value.items()}
    if isinstance(value, list):
        return [_escaped(one, unsafe) for one in value]
    if type(value) is not str:
        return value
    value = hide(value)
    if value.isprintable():
        return value
    return unsafe.sub(lambda found: f"\\u{ord(found.group()):04x}", value)
