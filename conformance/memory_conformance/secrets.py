"""What must not be shown: values that came from the environment or go into headers. Whatever is shown is asked here before.

One place for the whole process, since a secret can come back from anywhere: in a service's own error, in a log, as a memory.
Nothing is hidden where things are compared: there the real text counts.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Iterator, Sequence
from urllib.parse import quote, quote_plus, unquote

SHOWN = "‹secret›"
"""What stands in the place of a secret."""
SHORTEST = 4
"""Values of fewer characters are not hidden: they would also hide what merely looks like them, and so tell more than they keep."""
_LONG = 12
"""Of values of so many characters and more a piece is hidden, too: where something was cut off, by us or by a service."""
_SHORTEST_PIECE = 8
_LONGEST_PIECE = 16
"""Characters from the beginning or the end of a long value that are taken for a piece of it; about half of it, between these."""
_TELLS_NOTHING = frozenset({"accept", "accept-charset", "accept-language", "content-type", "user-agent"})
"""Headers whose values every service may know."""
_SCHEMES = frozenset({"basic", "bearer", "digest", "token", "apikey", "negotiate"})
"""Words before a credential that are none themselves."""


class _Form:
    """One way to write a secret: in lower case, since services change that in passing, and without backslashes.

    Where a text is quoted within a text that is quoted, nobody knows how many backslashes there are.
    """

    def __init__(self, written: str) -> None:
        self.text = _lower(written).replace("\\", "")
        length = len(self.text)
        if length >= _LONG:
            length = max(_SHORTEST_PIECE, min(_LONGEST_PIECE, length // 2))
        self.head = self.text[:length]
        self.tail = self.text[-length:]

    def spans(self, shown: str) -> Iterator[tuple[int, int]]:
        """Where it stands in a text of that kind, whole or in a piece of at least that length."""
        start = shown.find(self.head)
        while start >= 0:
            end = start + _alike(self.text, shown[start : start + len(self.text)])
            yield start, end
            start = shown.find(self.head, end)
        end = shown.find(self.tail) + len(self.tail)
        while end >= len(self.tail):
            before = shown[max(0, end - len(self.text)) : end]
            alike = before[len(before) - _alike(self.text[::-1], before[::-1]) :]
            # A space before what is left of it belongs to the text around it.
            yield end - len(alike.lstrip()), end
            end = shown.find(self.tail, end) + len(self.tail)


def _alike(one: str, other: str) -> int:
    """How many characters two texts have in common at their beginning."""
    return next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), len(other))


_kept: set[str] = set()
_forms: tuple[_Form, ...] = ()


def keep_secret(value: str) -> str:
    """Hide a value from now on wherever it would be shown, also as part of something longer; gives the value back.

    Hidden with it is how JSON, Python, HTML, URLs and base64 write it, and each line of one with several lines.
    """
    for one in {value, value.strip(), *(line.strip() for line in value.splitlines())}:
        if len(one) >= SHORTEST and one not in _kept:
            _keep(one)
    return value


def keep_header(name: str, value: str) -> str:
    """Hide what goes into a header, and the credential in it without the word that stands before; gives the value back."""
    if name.lower() in _TELLS_NOTHING:
        return value
    keep_secret(value)
    pieces = value.replace(";", " ").replace("=", " ") if name.lower() == "cookie" else value
    for piece in pieces.split():
        if piece.lower() not in _SCHEMES:
            keep_secret(piece)
    return value


def keep_address(url: str) -> str:
    """Hide the user and password of an address, also as they are sent, in base64 with a colon; gives the address back."""
    authority = url.partition("://")[2].partition("/")[0]
    user, colon, password = authority.rpartition("@")[0].partition(":")
    for written in {user, password, f"{user}:{password}"} if colon else {user, f"{user}:"}:
        keep_secret(written)
        keep_secret(unquote(written))
    return url


def hide(text: str) -> str:
    """A text without the secrets in it."""
    if not _forms:
        return text
    searched = _lower(text)
    places: Sequence[int] = range(len(text))
    if "\\" in text:
        kept = [at for at, letter in enumerate(text) if letter != "\\"]
        searched = "".join(searched[at] for at in kept)
        places = kept
    shown: list[str] = []
    at = 0
    for start, end in sorted(span for form in _forms for span in form.spans(searched)):
        if places[start] >= at:
            shown += [text[at : places[start]], SHOWN]
        at = max(at, places[end - 1] + 1)
    return "".join(shown) + text[at:]


def _lower(text: str) -> str:
    """A text in lower case, as long as before: a few letters would become two."""
    lower = text.lower()
    return lower if len(lower) == len(text) else "".join(one.lower() if len(one.lower()) == 1 else one for one in text)


def _keep(value: str) -> None:
    global _forms
    _kept.add(value)
    in_bytes = value.encode(errors="surrogatepass")
    written = {
        value,
        json.dumps(value)[1:-1],
        json.dumps(value, ensure_ascii=False)[1:-1],
        repr(value)[1:-1],
        html.escape(value),
        quote(in_bytes),
        quote(in_bytes, safe=""),
        quote_plus(in_bytes),
        # Whole groups of three bytes: what follows them in the same base64 changes nothing before.
        b64encode(in_bytes[: len(in_bytes) // 3 * 3]).decode(),
        b64encode(in_bytes).decode().rstrip("="),
    }
    forms = {form.text: form for form in (*_forms, *map(_Form, sorted(written)))}
    _forms = tuple(form for text, form in forms.items() if len(text) >= SHORTEST)
