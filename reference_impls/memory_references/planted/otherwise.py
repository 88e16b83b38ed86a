"""A function of a port in which one name stands for something else: how a single constant or decision of it is changed."""

from __future__ import annotations

from collections.abc import Callable
from types import CodeType, FunctionType
from typing import Any


def otherwise(function: Callable[..., Any], **names: Any) -> Any:
    """The same function, for which these names of its module mean something else. Others go on as before.

    Raises `LookupError` for a name that the function does not use: nothing would change.
    """
    assert isinstance(function, FunctionType)
    for name in names:
        if name not in _used(function.__code__):
            raise LookupError(f"{function.__qualname__} does not use {name!r}")
    changed = FunctionType(
        function.__code__,
        {**function.__globals__, **names},
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    changed.__kwdefaults__ = function.__kwdefaults__
    return changed


def _used(code: CodeType) -> set[str]:
    """The names that a function uses, and what is defined within it."""
    within = [one for one in code.co_consts if isinstance(one, CodeType)]
    return {*code.co_names, *(name for one in within for name in _used(one))}
