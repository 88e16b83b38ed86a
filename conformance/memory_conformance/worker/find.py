"""From ``package.module[:object]`` to the adapter of what is there."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from .adapter import Adapter, Given
from .adk import Adk, is_adk_service
from .calling import descends, finish
from .plain import INTRODUCTION, Plain, is_plain, kind_of

_MOST_NAMED = 20


class Unplayable(Exception):
    """A name or an object behind which there is no backend; one line. The cause is what was raised, if anything was."""


def import_target(path: str) -> Any:
    """The module or object at ``package.module[:object]``. Raises `Unplayable` that names what is missing."""
    module_name, _, attributes = path.partition(":")
    try:
        target: Any = importlib.import_module(module_name)
    except ModuleNotFoundError as error:
        if error.name is not None and (module_name == error.name or module_name.startswith(error.name + ".")):
            raise Unplayable(f"there is no module {error.name!r} here, nor in the installed packages") from error
        raise Unplayable(f"importing {module_name!r} failed: {error}") from error
    except (Exception, SystemExit) as error:
        raise Unplayable(f"importing {module_name!r} failed: {type(error).__name__}: {error}") from error
    for attribute in attributes.split(".") if attributes else ():
        if not hasattr(target, attribute):
            public = [name for name in vars(target) if not name.startswith("_")]
            raise Unplayable(f"{path!r}: {module_name} has no {attribute!r}; {_meant(attribute, public)}")
        target = getattr(target, attribute)
    return target


def adapter_of(target: Any, name: str) -> Adapter:
    """The adapter of a backend of ours, an ADK service class, a plain module or object, or a factory of any of them.

    Raises `Unplayable` for what is none of them.
    """
    if descends(type(target), "Backend", "memory_conformance.backend"):
        return Given(target)
    if inspect.isclass(target) and is_adk_service(target):
        return Adk(target, target, target.__name__)
    if is_adk_service(type(target)):
        # One object cannot be had empty again and again, and its class may need arguments that only its maker knows.
        raise Unplayable(
            f"{name!r} is one {type(target).__name__}, which each scenario would share; name its class, or a function that makes it"
        )
    if is_plain(target) and not inspect.isclass(target):
        return Plain(target, name, _declared(target, name))
    if inspect.ismodule(target):
        raise Unplayable(_no_backend(target, name))
    if callable(target):
        made = _made(target, name)
        if is_adk_service(type(made)):
            # Made by the factory each time, and never by its class: the factory knows the arguments.
            return Adk(lambda: _made(target, name), type(made), type(made).__name__)
        return adapter_of(made, name)
    raise Unplayable(
        f"{name!r} is {type(target).__name__}: no backend, no ADK memory service, nothing with open, add and search, no factory"
    )


def _declared(target: Any, name: str) -> Mapping[str, Any]:
    declared = getattr(target, "declares", None) or {}
    if not isinstance(declared, Mapping):
        raise Unplayable(f"{name}: declares is {kind_of(declared)}; it is a dict")
    for key in declared:
        if key not in INTRODUCTION:
            raise Unplayable(f"{name}: declares has no {key!r}; {_meant(str(key), INTRODUCTION)}")
    return declared


def _no_backend(module: Any, name: str) -> str:
    own = [one for one in vars(module).values() if inspect.isclass(one) and one.__module__ == module.__name__]
    services = [kind.__name__ for kind in own if is_adk_service(kind)]
    hint = f"; did you mean {name}:{services[0]}?" if services else ""
    missing = ", ".join(
        f"{wanted}()" for wanted in ("open", "add", "search") if not callable(getattr(module, wanted, None))
    )
    return f"the module {name!r} is no backend: it has no {missing}{hint}"


def _made(factory: Callable[[], Any], name: str) -> Any:
    try:
        made = finish(factory())
    except (Exception, SystemExit) as error:
        raise Unplayable(f"{name}() raised {type(error).__name__}: {error}") from error
    if callable(made) and not inspect.isclass(made) and not is_plain(made):
        raise Unplayable(f"{name}() returned a function, not a backend")
    return made


def _meant(name: str, known: Sequence[str]) -> str:
    close = get_close_matches(name, known, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(close)}?"
    more = f" and {len(known) - _MOST_NAMED} more" if len(known) > _MOST_NAMED else ""
    return f"there are {', '.join(known[:_MOST_NAMED])}{more}"
