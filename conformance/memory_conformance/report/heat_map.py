"""A picture of the scopes that leak: a row a family of names whose memories are shown, a column a family that is shown them."""

from __future__ import annotations

import textwrap
from xml.sax.saxutils import escape

from memory_conformance.report.lab import Heat

_SIDE = 22
_LEFT, _TOP = 170, 150
_LINE, _LETTER = 17, 7
"""The height of a line and about the width of a letter of the headline."""
_FONT = "font-family='ui-sans-serif, system-ui, sans-serif' font-size='12'"
_COLD, _HOT = (241, 245, 249), (185, 28, 28)


def heat_map_svg(heat: Heat, title: str) -> str:
    """The picture as SVG: a square for each pair of families, the darker the more pairs of scopes leak."""
    most = max(heat.leaks.values(), default=0)
    width = _LEFT + _SIDE * len(heat.families) + 150
    # A headline may be longer than the picture is wide.
    lines = textwrap.wrap(title, (width - 24) // _LETTER)
    top = _TOP + _LINE * (len(lines) - 1)
    height = top + _SIDE * len(heat.families) + 40
    parts = [
        f"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {width} {height}' width='{width}' height='{height}'>",
        f"<title>{escape(title)}</title>",
        f"<rect width='{width}' height='{height}' fill='#ffffff'/>",
        *(
            f"<text x='12' y='{22 + _LINE * number}' {_FONT} font-weight='600' fill='#0f172a'>{escape(line)}</text>"
            for number, line in enumerate(lines)
        ),
        f"<text x='12' y='{top - 10}' {_FONT} fill='#64748b'>whose memories</text>",
        f"<text x='{_LEFT}' y='{top - 106}' {_FONT} fill='#64748b'>who is shown them</text>",
    ]
    for number, family in enumerate(heat.families):
        x, y = _LEFT + _SIDE * number + 15, top + _SIDE * number + 15
        parts.append(f"<text x='{_LEFT - 8}' y='{y}' text-anchor='end' {_FONT} fill='#0f172a'>{escape(family)}</text>")
        parts.append(
            f"<text x='{x}' y='{top - 8}' transform='rotate(-45 {x} {top - 8})' {_FONT} fill='#0f172a'>{escape(family)}</text>"
        )
    for row, owner in enumerate(heat.families):
        for column, reader in enumerate(heat.families):
            count = heat.leaks[owner, reader]
            x, y = _LEFT + _SIDE * column, top + _SIDE * row
            told = f"{count:,} leak{'s' * (count != 1)}: {reader} is shown {owner}"
            parts.append(
                f"<rect x='{x}' y='{y}' width='{_SIDE - 2}' height='{_SIDE - 2}' rx='3' fill='{_colour(count, most)}'>"
                f"<title>{escape(told)}</title></rect>"
            )
            if count:
                parts.append(
                    f"<text x='{x + 10}' y='{y + 15}' text-anchor='middle' {_FONT} fill='#ffffff'>{_short(count)}</text>"
                )
    return "\n".join([*parts, "</svg>"]) + "\n"


def _colour(count: int, most: int) -> str:
    if not count:
        return f"rgb{_COLD}"
    # From half the way on, so that a single leak is seen.
    share = 0.5 + 0.5 * count / most
    return "rgb({}, {}, {})".format(
        *(round(cold + (hot - cold) * share) for cold, hot in zip(_COLD, _HOT, strict=True))
    )


def _short(count: int) -> str:
    return str(count) if count < 100 else "99+"
