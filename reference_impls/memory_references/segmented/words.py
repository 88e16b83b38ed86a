"""The words of a query, by jieba 0.42.1 in its accurate mode.

What jieba does with a query that is not Chinese, and what becomes of it here:

======================  ============================  ========================  ====================================
query                   jieba                         words here                so that, against adk-go-1.7
======================  ============================  ========================  ====================================
``order 4521``          order, space, 4521            order, 4521               nothing changes for plain words
tab, line end, U+3000   each a token                  none                      they part words
``great!``              great, !                      great                     punctuation of a query does no harm,
``adk-go``              adk, -, go                    adk, go                   but a text ``adk-go`` is missed
``don't``               don, ', t                     don, t                    a text ``don't`` is missed
``snake_case``          snake, _, case                snake, case               a text ``snake_case`` is missed
``3.14``, ``C++``       3.14 and C++                  3.14, C++                 nothing changes
``café``                caf, é                        café (glued)              nothing changes
``이름은``              이, 름, 은                    이름은 (glued)            nothing changes
``你好吗?``             你好, 吗, ?                   你好, 吗                  each is looked for inside the text
``用Python机器``        用, Python, 机器              用, Python, 机器          Python only as a whole word
an emoji                itself                        none                      never found by itself
======================  ============================  ========================  ====================================

There are no stop words: a single 跟 or 的 is looked for like any other word.
"""

import logging
import unicodedata
import warnings
from collections.abc import Iterable
from functools import cache
from tempfile import TemporaryDirectory
from typing import Any


def cut(query: str) -> list[str]:
    """The words of a query: those of jieba, glued where it does not know the script, that have a letter or a number."""
    return [word for word in _glued(_tokenizer().cut(query)) if any(_kind(character) in "LN" for character in word)]


def _glued(tokens: Iterable[str]) -> list[str]:
    """The tokens, joined again where jieba parted two characters of one word in a script other than Chinese.

    It knows Chinese and ASCII, and gives anything else away one character at a time. Left so, a Russian query would be
    a handful of letters, each of them to be found inside of every Russian text.
    """
    words: list[str] = []
    for token in tokens:
        if words and _inside_a_word(words[-1][-1]) and _inside_a_word(token[0]):
            words[-1] += token
        else:
            words.append(token)
    return words


def _inside_a_word(character: str) -> bool:
    """Whether the character is a letter, mark or number, and not of the Chinese that jieba cuts."""
    return _kind(character) in "LMN" and not "\u4e00" <= character <= "\u9fd5"


def _kind(character: str) -> str:
    """The major category of a character: L for a letter, M for a mark, N for a number."""
    return unicodedata.category(character)[0]


@cache
def _tokenizer() -> Any:
    """A tokenizer of our own, so that nobody else's dictionary is touched, loaded when the first query comes.

    Importing takes a quarter of a second and loading half a second. jieba leaves a cache in the shared temporary
    folder, where anyone could have put another one; here it goes into a folder of our own, which is gone right after.
    """
    # jieba is old: its first import warns of its own spelling, which ``-W error`` would make a failure.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import jieba

        jieba.setLogLevel(logging.WARNING)
        tokenizer = jieba.Tokenizer()
        with TemporaryDirectory() as folder:
            tokenizer.tmp_dir = folder
            tokenizer.initialize()
    return tokenizer
