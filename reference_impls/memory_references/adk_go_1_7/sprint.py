"""Go's ``fmt.Sprint`` of a value of JSON, which is how an agent that is a tool reads a request that is no text."""

from typing import Any

from memory_references.digits import shortest


def sprint(value: Any) -> str:
    """The text of a value: of a map by its sorted keys, of a number as a ``float64``."""
    if value is None:
        return "<nil>"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, dict):
        return f"map[{' '.join(f'{name}:{sprint(value[name])}' for name in sorted(value))}]"
    if isinstance(value, list):
        return f"[{' '.join(map(sprint, value))}]"
    return value if isinstance(value, str) else _float64(float(value))


def _float64(number: float) -> str:
    """The format ``%v``: with an exponent below 1e-4, and from a million on."""
    sign = "-" if str(number).startswith("-") else ""
    if number == 0:
        return f"{sign}0"
    figures, point = shortest(number)
    if not -4 < point <= 6:
        return f"{sign}{figures[0]}{'.' if figures[1:] else ''}{figures[1:]}e{point - 1:+03d}"
    if point <= 0:
        return f"{sign}0.{'0' * -point}{figures}"
    padded = figures.ljust(point, "0")
    return f"{sign}{padded[:point]}{'.' if padded[point:] else ''}{padded[point:]}"
