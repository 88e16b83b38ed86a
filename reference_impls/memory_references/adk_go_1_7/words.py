"""What a word is in ADK Go, for both of its lines.

Ported: google.golang.org/adk v1.7.0 memory/inmemory.go L202-213 and google.golang.org/adk/v2 v2.2.0 memory/inmemory.go
L167-178 (the two functions are the same), with Go's ``strings.ToLower`` beneath them.
"""


def extract_words(text: str) -> set[str]:
    """The distinct lower-cased words of a text (v1.7.0 L202-213, v2.2.0 L167-178).

    Only U+0020 separates words. Tabs, line ends, other spaces and punctuation are inside of words.
    """
    return {to_lower(word) for word in text.split(" ") if word != ""}


def to_lower(text: str) -> str:
    """Go's ``strings.ToLower``: each code point becomes at most one other, whatever stands beside it.

    Python agrees on a single code point with one exception, U+0130, which Python turns into two. Given more than one
    code point Python also looks at the neighbours of a capital sigma; Go never does.

    Written so, the two agree on every code point, Python 3.11 with the tables of Unicode 14.0 and Go 1.26 with 15.0.
    A Go with newer tables lowers letters that this Python does not know yet.
    """
    return "".join("i" if character == "\u0130" else character.lower() for character in text)
