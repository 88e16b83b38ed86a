"""Segmented: adk-go-1.7 with queries cut by jieba."""

import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from memory_references import adk_go_1_7, segmented
from memory_references.segmented import words
from memory_references.segmented.words import cut

from .talk import Talk

# What was said and what is asked in the seed document 001.
REPORT_IN_CELSIUS = "\u4ee5\u540e\u8bf7\u7528\u6444\u6c0f\u5ea6\u62a5\u544a\u5929\u6c14"
QUESTION = "\u676d\u5dde\u5929\u6c14\u600e\u4e48\u6837\uff0c\u6e29\u5ea6\u5355\u4f4d\u8ddf\u4e0a\u6b21\u4e00\u6837"


@pytest.fixture
def talk() -> Talk:
    return Talk(segmented.backend())


def test_an_unspaced_question_finds_what_shares_a_word(talk: Talk) -> None:
    talk.remember(REPORT_IN_CELSIUS, "noted: celsius")
    assert talk.texts(QUESTION) == [REPORT_IN_CELSIUS]
    unsegmented = Talk(adk_go_1_7.backend())
    unsegmented.remember(REPORT_IN_CELSIUS)
    assert unsegmented.texts(QUESTION) == []


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (QUESTION, "杭州 天气 怎么样 温度 单位 跟 上次 一样"),
        ("用Python机器学习", "用 Python 机器 学习"),
        ("摄氏度?", "摄氏度"),
        ("私の名前は太郎です", "私 の 名前 は 太郎 です"),
        ("order 4521 was shipped", "order 4521 was shipped"),
        ("a\tb\nc\u3000d", "a b c d"),
        ("great!", "great"),
        ("adk-go", "adk go"),
        ("don't", "don t"),
        ("snake_case", "snake case"),
        ("3.14 C++ 50%", "3.14 C++ 50%"),
        ("caf\u00e9 cafe\u0301", "caf\u00e9 cafe\u0301"),
        ("\u041c\u041e\u0421\u041a\u0412\u0410", "\u041c\u041e\u0421\u041a\u0412\u0410"),
        ("\u0130stanbul", "\u0130stanbul"),
        ("\uc774\ub984\uc740", "\uc774\ub984\uc740"),
        ("\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35", "\u0e2a\u0e27\u0e31\u0e2a\u0e14\u0e35"),
        ("\U0001f600 !? \u2014", ""),
        ("", ""),
    ],
)
def test_the_words_of_a_query(query: str, expected: str) -> None:
    assert cut(query) == expected.split()


def test_plain_words_are_searched_as_adk_go_1_7_does() -> None:
    texts = ["deploy ready", "ready", "deploy status ready", "caf\u00e9s", "room 42", "unrelated"]
    both = [Talk(backend()) for backend in (segmented.backend, adk_go_1_7.backend)]
    for talk in both:
        talk.remember(*texts)
    for query in ["deploy status ready", "CAF\u00c9", "42", "4", "", "  ", "nothing here"]:
        assert both[0].ids(query) == both[1].ids(query)


def test_what_is_stored_is_not_cut(talk: Talk) -> None:
    talk.remember("great!", "adk-go", "trip")
    assert talk.texts("great") == [] == talk.texts("great!") == talk.texts("adk-go")
    assert talk.texts("trip\n") == ["trip"]


def test_scopes_hold(talk: Talk) -> None:
    talk.remember(REPORT_IN_CELSIUS, user="ben")
    assert talk.texts(QUESTION) == []


def test_the_tokenizer_leaves_nothing_in_the_shared_temporary_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    words._tokenizer.cache_clear()
    assert cut("天气") == ["天气"]
    assert list(tmp_path.iterdir()) == []


def test_jieba_is_imported_by_the_first_search_alone_and_says_nothing() -> None:
    program = """
import sys
from memory_references import segmented
backend = segmented.backend()
instance = backend.open({})
assert "jieba" not in sys.modules
backend.search(instance, {"app": "a", "user": "u"}, "天气")
assert "jieba" in sys.modules
"""
    done = subprocess.run([sys.executable, "-W", "error", "-c", program], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_it_introduces_itself(talk: Talk) -> None:
    hello = talk.backend.hello()
    assert (hello.name, hello.version, hello.language) == ("segmented", "1", "Python")
