"""The model claims what each correct service keeps, and nothing of what it need not."""

from __future__ import annotations

from memory_conformance.leaks.machine.model import Model, owner_of

ANA, BEN = ("shop", "ana"), ("shop", "ben")


def told(model: Model, *canaries: int, owner: tuple[str, ...] = ANA, session: str = "s1") -> None:
    model.told(owner, session, canaries)
    model.acknowledged(owner, session, {one: f"e{one}" for one in canaries})


def test_what_was_acknowledged_is_held_and_what_was_not_is_open() -> None:
    model = Model()
    told(model, 1)
    model.told(ANA, "s2", [2])
    assert model.held(ANA) == [1]
    assert model.owns(ANA, 2)
    assert model.foreign(BEN, [1, 2]) == [1, 2]


def test_of_an_earlier_version_of_a_session_nothing_is_claimed() -> None:
    model = Model()
    told(model, 1, 2)
    told(model, 2, 3)
    assert model.held(ANA) == [2, 3]
    assert model.back([1]) == []


def test_of_two_texts_in_events_of_one_id_the_second_may_be_dropped() -> None:
    model = Model()
    for canary in (1, 2):
        model.told(ANA, "s1", [canary])
        model.acknowledged(ANA, "s1", {canary: "e1"})
    assert model.held(ANA) == []
    model.told(ANA, "s2", [3])
    model.acknowledged(ANA, "s2", {3: "e1"})
    assert model.held(ANA) == [3]


def test_a_deleted_session_takes_all_its_versions_along() -> None:
    model = Model()
    told(model, 1)
    told(model, 2)
    told(model, 3, session="s2")
    told(model, 4, owner=BEN)
    model.deleted(ANA, "s1", "delete_session")
    assert (model.back([1, 2, 3, 4]), model.held(ANA), model.held(BEN)) == ([1, 2], [3], [4])
    assert model.deleted_by[1] == "delete_session"


def test_what_is_in_another_session_as_well_may_stay() -> None:
    model = Model()
    told(model, 1)
    told(model, 1, session="s2")
    model.deleted(ANA, "s1", "delete_session")
    assert (model.back([1]), model.held(ANA)) == ([], [])


def test_a_deleted_user_has_nothing_more() -> None:
    model = Model()
    told(model, 1)
    told(model, 2, session="s2")
    model.deleted(ANA, None, "delete_user")
    assert model.gone(ANA) == [1, 2]


def test_of_what_is_told_again_after_a_deletion_nothing_is_claimed_until_it_is_deleted_again() -> None:
    model = Model()
    told(model, 1)
    model.deleted(ANA, "s1", "delete_session")
    told(model, 1)
    assert (model.back([1]), model.held(ANA)) == ([], [])
    model.deleted(ANA, None, "delete_user")
    assert (model.back([1]), model.deleted_by[1]) == ([1], "delete_user")


def test_the_first_of_two_deletions_is_the_one_that_counts() -> None:
    model = Model()
    told(model, 1)
    model.deleted(ANA, "s1", "delete_session")
    model.deleted(ANA, None, "delete_user")
    assert model.deleted_by[1] == "delete_session"


def test_what_is_known_to_be_back_is_not_put_down_to_a_later_deletion() -> None:
    model = Model()
    told(model, 1)
    model.deleted(ANA, None, "delete_user")
    model.drop(1)
    model.deleted(ANA, "s1", "delete_session")
    assert (model.back([1]), model.deleted_by[1]) == ([], "delete_user")
    told(model, 1)
    model.deleted(ANA, "s1", "delete_session")
    assert (model.back([1]), model.deleted_by[1]) == ([1], "delete_session")


def test_a_memory_is_gone_where_it_was_the_only_one() -> None:
    model = Model()
    told(model, 1, 2, 3)
    model.saw(ANA, [("m1", [1]), ("m2", [2]), ("m3", [3])])
    model.deleted_memory(ANA, 1, "delete_memory")
    assert (model.back([1, 2, 3]), model.held(ANA)) == ([1], [2, 3])


def test_a_memory_beside_others_of_the_same_text_may_leave_those() -> None:
    model = Model()
    told(model, 1)
    model.saw(ANA, [("m1", [1]), ("m2", [1])])
    model.deleted_memory(ANA, 1, "delete_memory")
    assert (model.back([1]), model.held(ANA)) == ([], [])


def test_a_memory_that_was_handed_over_twice_may_be_there_twice() -> None:
    model = Model()
    told(model, 1)
    told(model, 1)
    model.saw(ANA, [("m1", [1])])
    model.deleted_memory(ANA, 1, "delete_memory")
    assert model.back([1]) == []


def test_what_shares_a_memory_with_what_is_deleted_may_go_along() -> None:
    model = Model()
    told(model, 1, 2)
    model.saw(ANA, [("m1", [1, 2])])
    model.deleted_memory(ANA, 1, "delete_memory")
    assert (model.back([1, 2]), model.held(ANA)) == ([1], [])


def test_a_foreign_id_may_be_that_of_a_memory_of_ones_own() -> None:
    model = Model()
    told(model, 1)
    told(model, 2, 3, owner=BEN)
    model.saw(ANA, [("m1", [1])])
    model.saw(BEN, [("m1", [2]), ("m2", [3])])
    model.deleted_memory(BEN, 1, "delete_memory")
    assert (model.held(ANA), model.held(BEN), model.back([1, 2, 3])) == ([1], [3], [])


def test_an_event_under_an_id_that_was_deleted_may_be_left_out() -> None:
    model = Model()
    told(model, 1)
    model.saw(ANA, [("e2", [1])])
    model.deleted_memory(ANA, 1, "delete_memory")
    told(model, 2, session="s2")
    told(model, 3, session="s3")
    assert model.held(ANA) == [3]


def test_an_id_may_stand_for_another_memory_once_something_was_written() -> None:
    model = Model()
    told(model, 1)
    model.saw(ANA, [("m1", [1])])
    assert model.known[1].fresh
    told(model, 2, owner=BEN)
    assert model.known[1].fresh
    told(model, 3, session="s2")
    assert not model.known[1].fresh


def test_where_deletions_take_their_time_nothing_is_claimed_of_them() -> None:
    model = Model(forgets=False)
    told(model, 1)
    model.deleted(ANA, None, "delete_user")
    assert (model.back([1]), model.held(ANA)) == ([], [])


def test_nothing_is_claimed_in_a_scope_that_was_refused() -> None:
    model = Model()
    told(model, 1)
    model.leave(ANA)
    assert (model.held(ANA), model.refused) == ([], {ANA})
    assert model.foreign(BEN, [1]) == [1]


def test_shared_fields_are_no_part_of_whose_a_memory_is() -> None:
    assert owner_of({"app": "shop", "user": "ana"}, ["user"]) == ("ana",)
    assert owner_of({"app": "shop", "user": "ana"}, ["app", "user"]) == ("shop", "ana")
