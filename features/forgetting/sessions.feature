Feature: Deleting a session
  Whoever deletes a conversation wants its memories gone, and only those. A memory that stays, or comes back later, breaks a promise;
  one that goes along with it is lost.

  @FORGET-001 @must @needs:delete_session
  Scenario: The deleted session is forgotten, the others are not
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"
    And "ana" of app "shop" remembers "the gate squeaks" in session "tuesday"
    When "ana" of app "shop" deletes the session "monday"
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds exactly "the gate squeaks" by "gate"

  @FORGET-002 @must @needs:delete_session
  Scenario: Another user's session of the same id is not deleted along
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"
    And "ben" of app "shop" remembers "the gate code is magpie" in session "monday"
    When "ben" of app "shop" deletes the session "monday"
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

  @FORGET-008 @must @needs:delete_session
  Scenario: A session of the same id in another app is not deleted along
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"
    And "ana" of app "travel" remembers "the gate code is magpie" in session "monday"
    When "ana" of app "travel" deletes the session "monday"
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

  @FORGET-003 @must @needs:delete_session
  Scenario: A deleted session does not come back with the next write
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"
    When "ana" of app "shop" deletes the session "monday"
    And "ana" of app "shop" remembers "the gate was painted" in session "tuesday"
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds exactly "the gate was painted" by "gate"

  @FORGET-004 @must @needs:delete_session
  Scenario Outline: Deleting the session "<deleted>" leaves the session "<kept>" alone
    An id is not a pattern, a path or a prefix for a deletion either.

    Given "ana" of app "shop" remembers "the gate code is heron" in session "<kept>"
    And "ana" of app "shop" finds it by "gate"
    And "ana" of app "shop" remembers "the gate squeaks" in session "<deleted>"
    When "ana" of app "shop" deletes the session "<deleted>"
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

    Examples:
      | kept       | deleted |
      | monday-two | monday  |
      | monday     | Monday  |
      | monday     | mon     |
      | monday     | %       |
      | monday     | mon_ay  |
      | monday     | *       |
      | monday/two | monday  |

  @FORGET-005 @must @needs:delete_session
  Scenario: All that was said in the session goes, whoever said it
    Given "ana" of app "shop" adds the session "monday":
      | author | text                                 |
      | user   | the gate code is heron               |
      | agent  | noted: the gate opens in the evening |
    And "ana" of app "shop" finds "the gate code is heron" by "gate"
    And "ana" of app "shop" finds "noted: the gate opens in the evening" by "gate"
    When "ana" of app "shop" deletes the session "monday"
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" no longer finds "noted: the gate opens in the evening" by "gate"

  @FORGET-006 @must @needs:delete_session
  Scenario: The id of a deleted session may be used again
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"
    When "ana" of app "shop" deletes the session "monday"
    And "ana" of app "shop" remembers "the gate was painted" in session "monday"
    Then "ana" of app "shop" finds exactly "the gate was painted" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-007 @must @needs:delete_session
  Scenario Outline: Deleting <what> takes nothing else along
    The service may say that there is no such session, or say nothing.

    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" remembers "the gate squeaks" in session "tuesday"
    And "ana" of app "shop" deletes the session "monday"
    When "ana" of app "shop" tries to delete the session "<session>"
    Then "ana" of app "shop" finds exactly "the gate squeaks" by "gate"

    Examples:
      | what                           | session   |
      | a session that is gone already | monday    |
      | a session that never was       | wednesday |

  @FORGET-009 @must @needs:delete_session @needs:add_events
  Scenario: Single events that were added to a session are deleted along with it
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"
    And "ana" of app "shop" adds to the session "monday":
      | text             |
      | the gate squeaks |
    And "ana" of app "shop" finds "the gate squeaks" by "gate"
    When "ana" of app "shop" deletes the session "monday"
    Then "ana" of app "shop" no longer finds "the gate squeaks" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
