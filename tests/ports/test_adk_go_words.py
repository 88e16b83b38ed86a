"""Words in ADK Go: table GO-TOK-010 and its neighbours."""

import pytest

from memory_references.adk_go_1_7.words import extract_words, to_lower


@pytest.mark.parametrize(
    ("text", "lowered"),
    [
        ("\u0130", "i"),
        ("\u1e9e", "\u00df"),
        ("\u03a3", "\u03c3"),
        ("\u212a", "k"),
        ("\u212b", "\u00e5"),
        ("\u2126", "\u03c9"),
        ("\u017f", "\u017f"),
        ("\u00df", "\u00df"),
        ("\ufb01", "\ufb01"),
        ("\u01c5", "\u01c6"),
        ("\u2167", "\u2177"),
        ("\u13a0", "\uab70"),
        ("\u1c90", "\u10d0"),
        ("I\u0307", "i\u0307"),
        ("\u039f\u0394\u039f\u03a3", "\u03bf\u03b4\u03bf\u03c3"),
    ],
)
def test_go_lowers_each_code_point_by_itself(text: str, lowered: str) -> None:
    assert to_lower(text) == lowered


def test_go_never_makes_a_text_longer() -> None:
    every = "".join(chr(code) for code in range(0x110000) if not 0xD800 <= code < 0xE000)
    assert len(to_lower(every)) == len(every)


@pytest.mark.parametrize("separator", ["\t", "\n", "\r", "\u00a0", "\u3000", "\u200b", "-", "_"])
def test_only_u0020_separates_words(separator: str) -> None:
    assert extract_words(f"A{separator}b  c ") == {f"a{separator}b", "c"}


def test_spaces_alone_are_no_word() -> None:
    assert extract_words("   ") == set() == extract_words("")


def test_equal_words_count_once_after_lower_casing() -> None:
    assert extract_words("ready READY Ready") == {"ready"}
