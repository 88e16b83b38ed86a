"""Values that a model can give and Python has no word for, and how JavaScript writes them."""

import json
import math
from typing import Any, Final

from memory_references.digits import shortest


class Undefined:
    """The value of an argument that is not there, which is not ``null``."""


UNDEFINED: Final = Undefined()

OBJECT_PROTOTYPE = frozenset(
    {
        *("constructor", "hasOwnProperty", "isPrototypeOf", "propertyIsEnumerable"),
        *("toLocaleString", "toString", "valueOf", "__proto__"),
        *("__defineGetter__", "__defineSetter__", "__lookupGetter__", "__lookupSetter__"),
    }
)
"""What is ``in`` every object (ECMA-262, properties of the Object prototype object)."""


def json_text(value: Any) -> str | None:
    """JavaScript's ``JSON.stringify``; None for undefined, of which it makes nothing."""
    if isinstance(value, Undefined):
        return None
    if isinstance(value, dict):
        pairs = ",".join(f"{json_text(name)}:{json_text(one)}" for name, one in value.items())
        return f"{{{pairs}}}"
    if isinstance(value, list):
        return f"[{','.join(str(json_text(one)) for one in value)}]"
    if isinstance(value, str):
        # Halves of characters are escaped, all other characters stand as they are.
        return "".join(
            f"\\u{ord(character):04x}" if "\ud800" <= character <= "\udfff" else character
            for character in json.dumps(value, ensure_ascii=False)
        )
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return number_text(float(value))
    return json.dumps(value)


def number_text(number: float) -> str:
    """A number as JavaScript writes it: with an exponent from 1e21 on, and below 1e-6."""
    if not math.isfinite(number):
        return "null"
    if number == 0:
        return "0"
    figures, point = shortest(number)
    sign = "-" if number < 0 else ""
    if 0 < point <= 21:
        padded = figures.ljust(point, "0")
        return sign + padded[:point] + (f".{padded[point:]}" if padded[point:] else "")
    if -6 < point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    mantissa = figures[0] + (f".{figures[1:]}" if figures[1:] else "")
    return f"{sign}{mantissa}e{point - 1:+d}"
