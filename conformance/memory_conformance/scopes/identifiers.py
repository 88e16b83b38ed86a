"""Names that stores have taken for something else: by families, each with why it is here.

The first of a family's *victims* is what its names are likely to be confused with; somebody of that name is always in the lattice, too.
"""

from __future__ import annotations

from dataclasses import dataclass

LONG = 1_000
"""Characters of the longest name: longer than a column or a file name may be, and what is cut off is what differs."""


@dataclass(frozen=True)
class Family:
    """Names of one kind, and those whose memories they might open."""

    name: str
    victims: tuple[str, ...]
    names: tuple[str, ...]


SEPARATORS = {
    "slash": "/",
    "colon": ":",
    "nothing": "",
    "double colon": "::",
    "dot": ".",
    "bar": "|",
    "comma": ",",
    "semicolon": ";",
    "hash": "#",
    "at sign": "@",
    "backslash": "\\",
    "hyphen": "-",
    "underline": "_",
    "equals sign": "=",
    "ampersand": "&",
    "space": " ",
    "tab": "\t",
    "line feed": "\n",
    "null character": "\0",
    "unit separator": "\x1f",
    "escaped slash": "%2F",
    "escaped colon": "%3A",
    "backslash and slash": "\\/",
}
"""What app and user may be joined by, as it is and escaped."""
ESCAPED = ("slash", "colon", "dot", "bar", "comma", "hash", "backslash", "space", "tab", "null character")
"""Those of them that services escape where they stand in a name, and what they escape it by is left as it is."""

FAMILIES = (
    Family("plain", ("ana",), ("ben", "4f9c1c4e-0c5e-4f44-9d0e-8a51d7b6a0b1", "ana.smith@example.org")),
    Family("beginnings", ("user1", "user10"), ("user", "user1", "user10", "user100", "1", "er1", "user1-x", "user1.x")),
    Family("patterns", ("ana", "john-doe"), ("%", "a%", "___", "john_doe", "*", "an*", "an?", "[a-z]na", "{ana,ben}")),
    Family("expressions", ("ana",), (".*", "^ana$", "ana|ben", "(?i)ANA", "a.a", "\\w+", "ana$")),
    Family("quotes", ("ana",), ("'", '"', "`", "ana'", '"ana"', "ana''", "o'brien")),
    Family(
        "SQL",
        ("ana",),
        ("' OR '1'='1", "ana' --", "ana'/*", "x' UNION SELECT 1 --", "1 OR 1=1", "ana;", '" OR ""="', "' OR user LIKE '%"),
    ),
    Family(
        "filters",
        ("ana",),
        ('{"$ne": ""}', '{"$gt": ""}', "$ne", "user_id:*", "ana OR ben", "NOT x", "(ana)", "ana AND 1", "@user:{*}", "+ana -x"),
    ),
    Family("paths", ("ana", "ana/x"), ("..", ".", "/", "ana/", "/ana", "ana/../ana", "./ana", "ana/x", "ana//x", "~", "../ana")),
    Family("letter case", ("ana", "émile"), ("Ana", "ANA", "Émile", "aNa")),
    Family(
        "forms of letters",
        ("rené", "strasse", "fi", "ana", "ivan", "7"),
        (
            *("rene\u0301", "rene", "stra\u00dfe", "\ufb01", "\uff41\uff4e\uff41", "\u0130van", "\u0131van"),
            *("\u2466", "\u00e4na", "a\u0308na"),
        ),
    ),
    Family("look-alikes", ("ana", "paypal"), ("\u0430na", "an\u0430", "p\u0430ypal", "\u0251na", "\u03b1na")),
    Family("percent-encoding", ("ana/x", "ana x", "ana"), ("ana%2Fx", "ana%2fx", "ana%20x", "ana+x", "%61na", "ana%00", "ana%25")),
    Family(
        "reserved words",
        ("ana",),
        (
            *("default", "user", "app", "all", "any", "admin", "system", "global", "public", "shared", "__proto__", "constructor"),
            *("null", "None", "nil", "undefined", "true", "NaN", "anonymous", "me", "self", "root"),
        ),
    ),
    Family("numbers", ("7", "10", "1"), ("07", "7.0", "+7", "1e1", "0x7", "\u0667", "-7", "1.0", "0", "1_0")),
    Family(
        "spaces",
        ("ana",),
        ("ana ", " ana", "ana\t", "ana\n", "ana\r", "ana\u00a0", "ana\u200b", "\ufeffana", "ana\u00ad", "ana\0", "\0ana", " "),
    ),
    Family("empty", ("ana",), ("",)),
    Family("lengths", ("m" * LONG,), ("m" * LONG + "x", "m" * 255, "m" * 256, "m" * 64, "m" * (LONG - 1))),
    Family("right to left", ("ana", "\u0623\u0646\u0627"), ("\u202eana", "\u200fana", "\u0623\u0646\u0627", "\u202dana", "ana\u200e")),
    Family(
        "other scripts",
        ("\u674e\u96f7",),
        ("\u674e", "\u674e\u96f7\u96f7", "\ud55c\uae00", "\u1112\u1161\u11ab\u1100\u1173\u11af", "\U0001f468\u200d\U0001f469"),
    ),
)  # fmt: skip
"""All of them."""
