"""The order of the properties of a JavaScript object, which is the order of a search.

Written from ECMA-262, OrdinaryOwnPropertyKeys, and compared with V8.
"""

import re
from collections.abc import Mapping
from typing import TypeVar

V = TypeVar("V")

_CANONICAL = re.compile("0|[1-9][0-9]{0,9}")
"""How a number is written as a key: in ASCII, without a sign or a leading zero."""
_LAST_INDEX = 2**32 - 2
"""The greatest index that an array can have."""


def object_values(properties: Mapping[str, V]) -> list[V]:
    """JavaScript's ``Object.values``: those of the array indices by number, then the others as they were first put."""
    indices = sorted((key for key in properties if is_array_index(key)), key=int)
    others = (key for key in properties if not is_array_index(key))
    return [properties[key] for key in (*indices, *others)]


def is_array_index(key: str) -> bool:
    """Whether a key is an array index, such as ``10``, but not ``010``, ``-1``, ``1.0`` or ``4294967295``."""
    return _CANONICAL.fullmatch(key) is not None and int(key) <= _LAST_INDEX
