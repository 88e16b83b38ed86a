Feature: Deleting one memory
  A single memory is deleted by the id that a search gave. The rest of its conversation stays, and so does everything of others.

  Background:
    Given "ana" of app "shop" adds the session "monday":
      | id     | text                   |
      | note-1 | the gate code is heron |
      | note-2 | the gate squeaks       |
    And "ana" of app "shop" finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds "the gate squeaks" by "gate"

  @FORGET-020 @must @needs:delete_memory
  Scenario: The deleted memory is forgotten, the others are not
    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds exactly "the gate squeaks" by "gate"

  @FORGET-021 @must @needs:delete_memory
  Scenario: The same memory of another user stays
    It comes from a session and an event of the same ids, and says the same.

    Given "ben" of app "shop" adds the session "monday":
      | id     | text                   |
      | note-1 | the gate code is heron |
    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    Then "ben" of app "shop" finds exactly "the gate code is heron" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-027 @must @needs:delete_memory
  Scenario: The same memory of another app stays
    It comes from a session and an event of the same ids, and says the same.

    Given "ana" of app "travel" adds the session "monday":
      | id     | text                   |
      | note-1 | the gate code is heron |
    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    Then "ana" of app "travel" finds exactly "the gate code is heron" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-022 @must @needs:delete_memory
  Scenario: Another user may still remember what one user deleted
    A service that notes deleted ids must note whose they were.

    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    And "ben" of app "shop" adds the session "monday":
      | id     | text                   |
      | note-1 | the gate code is heron |
    Then "ben" of app "shop" finds exactly "the gate code is heron" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-023 @must @needs:delete_memory
  Scenario: A deleted memory does not come back with the next write
    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    And "ana" of app "shop" remembers "the gate was painted" in session "tuesday"
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds exactly "the gate squeaks" by "gate"
    And "ana" of app "shop" finds exactly "the gate was painted" by "gate"

  @FORGET-024 @must @needs:delete_memory
  Scenario: Nobody deletes the memory of another user
    A service that deletes by the id alone lets anyone who learns an id delete what is not theirs.

    When "ben" of app "shop" tries to delete the memory "the gate code is heron" of "ana" of app "shop", found by "gate"
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

  @FORGET-028 @must @needs:delete_memory
  Scenario: Nobody deletes the memory of another app
    A service that deletes by the id and the user alone deletes in every app at once.

    When "ana" of app "travel" tries to delete the memory "the gate code is heron" of "ana" of app "shop", found by "gate"
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

  @FORGET-025 @must @needs:delete_memory
  Scenario: A deleted memory does not come back when its session is added again
    The conversation goes on, and the app's own record of it still holds what was deleted: the next ordinary write must not
    undo the deletion.

    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    And "ana" of app "shop" adds the session "monday" again:
      | id     | text                   |
      | note-1 | the gate code is heron |
      | note-2 | the gate squeaks       |
      | note-3 | the gate was painted   |
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds exactly "the gate squeaks" by "gate"
    And "ana" of app "shop" finds exactly "the gate was painted" by "gate"

  @FORGET-026 @must @needs:delete_memory
  Scenario: A memory whose id begins with the id of the deleted one stays
    An id is not a prefix or a pattern for a deletion either.

    Given "ana" of app "shop" adds the session "tuesday":
      | id      | text                 |
      | note-10 | the gate was painted |
    When "ana" of app "shop" deletes the memory "the gate code is heron", found by "heron"
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds exactly "the gate was painted" by "gate"

  @DELETE-002 @needs:delete_memory @needs:add_events
  Scenario Outline: A deleted memory is added again as a single event
    A second way in: a service that leaves deleted memories out of sessions may forget to do so here.

    Given "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    And "ana" of app "shop" adds to the session "tuesday":
      | id     | text                   |
      | note-1 | the gate code is heron |
    When "ana" of app "shop" searches for "gate"
    Then <what> comes back

    @adk-python-2.13
    Examples: what was deleted is left out, whichever the session
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L131-140
      | what               |
      | "the gate squeaks" |

  @DELETE-003 @needs:delete_memory
  Scenario Outline: Another text is added under the id of a deleted memory
    Where deleted ids are noted for good, an app that numbers its events anew in each session loses memories without being told.

    Given "ana" of app "shop" deletes the memory "the gate code is heron", found by "gate"
    And "ana" of app "shop" adds the session "tuesday":
      | id     | text                 |
      | note-1 | the gate was painted |
    When "ana" of app "shop" searches for "gate"
    Then <what> comes back

    @adk-python-2.13
    Examples: the id is left out for good
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L103-111
      | what               |
      | "the gate squeaks" |

  @DELETE-004 @needs:delete_memory
  Scenario Outline: One id names events of two sessions
    Catches a service that deletes the first event of that id and looks no further.

    Given "ana" of app "shop" adds the session "tuesday":
      | id     | text                 |
      | note-1 | the gate was painted |
      | note-3 | the gate is green    |
    And "ana" of app "shop" deletes the memory with the id "note-1"
    When "ana" of app "shop" searches for "gate"
    Then <what> come back in any order

    @adk-python-2.13
    Examples: both are deleted
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L213-217
      | what                                    |
      | "the gate squeaks", "the gate is green" |

  @DELETE-005 @needs:delete_memory
  Scenario Outline: An id that is not stored is deleted, and then added
    A service that notes any id it is told to delete would lose the memory that comes under this id later.

    Given "ana" of app "shop" deletes the memory with the id "note-9"
    And "ana" of app "shop" adds the session "tuesday":
      | id     | text                 |
      | note-9 | the gate was painted |
    When "ana" of app "shop" searches for "painted"
    Then <what> comes back

    @adk-python-2.13
    Examples: the deletion did nothing
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L213-217
      | what                   |
      | "the gate was painted" |

  @DELETE-007 @needs:delete_memory
  Scenario Outline: A deletion by the empty id
    A service that takes no id for all ids deletes everything.

    Given "ana" of app "shop" deletes the memory with the id ""
    When "ana" of app "shop" searches for "gate"
    Then <what> come back in any order

    @adk-python-2.13
    Examples: nothing is deleted
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L209-210
      | what                                         |
      | "the gate code is heron", "the gate squeaks" |
