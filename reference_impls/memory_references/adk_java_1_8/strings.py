"""How Java makes a text of a value of JSON: ``Object.toString``, which Jackson agrees with where it takes the value for a text."""

from typing import Any

from memory_references.digits import shortest


def to_string(value: Any) -> str:
    """The text of a value, also of one that holds others."""
    if value is None:
        return "null"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{name}={to_string(one)}' for name, one in value.items())}}}"
    if isinstance(value, list):
        return f"[{', '.join(map(to_string, value))}]"
    if isinstance(value, bool):
        return "true" if value else "false"
    return double_text(value) if isinstance(value, float) else str(value)


def double_text(number: float) -> str:
    """Java's ``Double.toString``: a digit at least behind the point, and an exponent from ten million on and below a thousandth."""
    sign = "-" if str(number).startswith("-") else ""
    if number == 0:
        return f"{sign}0.0"
    figures, point = shortest(number)
    if 0 < point <= 7:
        padded = figures.ljust(point, "0")
        return f"{sign}{padded[:point]}.{padded[point:] or '0'}"
    if -3 < point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    return f"{sign}{figures[0]}.{figures[1:] or '0'}E{point - 1}"
