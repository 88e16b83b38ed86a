"""The shortest decimal digits that name a floating-point number, which Python, Java and JavaScript agree on."""


def shortest(number: float) -> tuple[str, int]:
    """The digits of a finite number that is not zero, and how many of them stand before the point (fewer than none: zeros after it)."""
    mantissa, _, exponent = f"{abs(number)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    figures = (whole + fraction).lstrip("0")
    point = len(whole) + int(exponent or 0) - (len(whole + fraction) - len(figures))
    return figures.rstrip("0"), point
