"""What answers prove, held against answers that are made up."""

from memory_conformance.backend import BackendError, ErrorCode, Speaker
from memory_conformance.load.calls import Account, Answer, Step
from memory_conformance.load.judging import Finding, Kind, afterwards, findings, has_halves, merged, trouble
from memory_conformance.load.people import People, Person
from memory_conformance.model import Hello, Memory
from memory_conformance.protocol.parameters import Got, Memories

PEOPLE = People(Hello.model_validate({"name": "two"}), "run")
ANA, BEN = PEOPLE.person(1), PEOPLE.person(2)


def test_a_canary_of_somebody_else_is_a_leak_that_names_both_and_the_path_and_the_call() -> None:
    (leak,) = findings(PEOPLE, asks(ANA), shows(own(ANA), own(BEN)))

    assert (leak.kind, leak.reader, leak.owner, leak.path, leak.call) == (Kind.LEAK, ANA.scope, BEN.scope, "search", 4)
    assert leak.describe() == (
        "leak: user 'user1' of app 'shop2' reads a memory of user 'User1' of app 'shop' by search (call 4): "
        f"“{PEOPLE.canaries.text(own(BEN))}”"
    )


def test_a_leak_is_seen_in_a_single_memory_in_metadata_and_in_the_words_of_an_error() -> None:
    text = PEOPLE.canaries.text(own(BEN))
    one = Answer(1, Got(memory=Memory.model_validate({"content": {"parts": [{"text": text}]}})))
    hidden = {"content": {"parts": [{"text": "tea"}]}, "customMetadata": {"was": [text.upper()]}}
    metadata = Answer(1, Memories(memories=[Memory.model_validate(hidden)]))
    error = Answer(1, error=BackendError(ErrorCode.INTERNAL, f"cannot read {text!r}"))

    assert kinds(asks(ANA), one) == kinds(asks(ANA), metadata) == kinds(asks(ANA), error) == [Kind.LEAK]
    assert next(findings(PEOPLE, asks(ANA), error)).path == "the error of search"


def test_ones_own_canaries_are_no_leak_nor_are_those_of_another_run() -> None:
    other = People(Hello.model_validate({"name": "two"}), "another run").canaries.text(own(BEN))
    found = Answer(1, Memories(memories=[Memory.model_validate({"content": {"parts": [{"text": other}]}})]))

    assert kinds(asks(ANA), shows(own(ANA), own(ANA, 1))) == []
    assert kinds(asks(ANA), found) == []


def test_what_was_expected_and_does_not_come_is_lost_but_not_where_no_answer_came() -> None:
    step = asks(ANA, expects=(own(ANA),))

    assert kinds(step, shows(own(ANA, 1))) == [Kind.LOST]
    assert kinds(step, shows(own(ANA))) == []
    assert kinds(step, Answer(1, error=BackendError(ErrorCode.UNAVAILABLE, "later"))) == []
    assert kinds(step, Answer(1, cut=True)) == []


def test_what_was_deleted_and_comes_is_back() -> None:
    assert kinds(asks(ANA, never=(own(ANA),)), shows(own(ANA))) == [Kind.BACK]
    assert kinds(asks(ANA, never=(own(ANA),)), shows(own(ANA, 1))) == []


def test_afterwards_what_was_acknowledged_has_to_be_there() -> None:
    account = Account(ANA, kept={own(ANA), own(ANA, 1)})

    (lost,) = afterwards(PEOPLE, account, {own(ANA)}, {"search"})
    assert (lost.kind, lost.call) == (Kind.LOST, 0)
    assert lost.text == PEOPLE.canaries.text(own(ANA, 1))
    assert not list(afterwards(PEOPLE, account, account.kept, {"search"}))


def test_what_was_not_acknowledged_is_there_as_a_whole_or_not_at_all() -> None:
    group = (own(ANA), own(ANA, 1), own(ANA, 2))
    account = Account(ANA, doubtful=[group])

    for seen in (set(), set(group)):
        assert not has_halves(account, seen)
        assert not list(afterwards(PEOPLE, account, seen, {"search"}))
    assert has_halves(account, {group[1]})
    assert [one.kind for one in afterwards(PEOPLE, account, {group[1]}, {"search"})] == [Kind.HALF]


def test_of_unclear_ones_nothing_is_claimed() -> None:
    account = Account(ANA, unclear={own(ANA), own(ANA, 1)})

    assert not list(afterwards(PEOPLE, account, {own(ANA)}, {"search"}))


def test_the_same_leak_between_the_same_two_is_one_that_was_seen_often() -> None:
    leaks = [one for canary in range(3) for one in findings(PEOPLE, asks(ANA), shows(own(BEN, canary)))]
    other = list(findings(PEOPLE, asks(BEN), shows(own(ANA))))

    assert [(one.times, one.reader) for one in merged([*leaks, *other])] == [(3, ANA.scope), (1, BEN.scope)]


def test_lost_writes_are_told_apart_by_what_was_lost() -> None:
    lost = [Finding(Kind.LOST, ANA.scope, ANA.scope, "search", 0, text) for text in ("tea", "cake", "tea")]

    assert [(one.text, one.times) for one in merged(lost)] == [("tea", 2), ("cake", 1)]


def test_only_what_a_correct_service_does_not_answer_is_an_error() -> None:
    def answers(operation: str, code: ErrorCode, speaker: Speaker = Speaker.BACKEND) -> bool:
        step = Step(ANA, operation, {})
        return trouble(step, Answer(1, error=BackendError(code, "no", speaker))) is not None

    assert answers("search", ErrorCode.INTERNAL)
    assert answers("search", ErrorCode.NOT_FOUND, Speaker.HARNESS)
    assert answers("add_session", ErrorCode.NOT_FOUND)
    assert not answers("search", ErrorCode.NOT_FOUND)
    assert not answers("list_memories", ErrorCode.PERMISSION_DENIED)
    assert answers("add_session", ErrorCode.INVALID_ARGUMENT, Speaker.HARNESS)
    assert not answers("add_session", ErrorCode.INVALID_ARGUMENT)
    assert not answers("get_memory", ErrorCode.NOT_FOUND)
    assert trouble(asks(ANA), shows(own(ANA))) is None


def asks(person: Person, expects: tuple[int, ...] = (), never: tuple[int, ...] = ()) -> Step:
    return Step(person, "search", {}, expects=expects, never=never)


def own(person: Person, nth: int = 0) -> int:
    return PEOPLE.canary(person, nth)


def shows(*canaries: int) -> Answer:
    texts = [PEOPLE.canaries.text(one) for one in canaries]
    memories = [Memory.model_validate({"content": {"parts": [{"text": text}]}}) for text in texts]
    return Answer(4, Memories(memories=memories))


def kinds(step: Step, answer: Answer) -> list[Kind]:
    return [one.kind for one in findings(PEOPLE, step, answer)]
