Feature: Deleting all memories of a user
  The right to be forgotten: one call, and nothing of a user of an app is left. It must not take the memories of anybody else
  with it, and it is no ban: the user may begin anew.

  Background:
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"

  @FORGET-010 @must @needs:delete_user
  Scenario: Nothing of any session is found any more
    Given "ana" of app "shop" remembers "the gate squeaks" in session "tuesday"
    And "ana" of app "shop" finds it by "gate"
    When "ana" of app "shop" deletes all memories
    Then "ana" of app "shop" no longer finds "the gate code is heron" by "gate"
    And "ana" of app "shop" no longer finds "the gate squeaks" by "gate"

  @FORGET-011 @must @needs:delete_user
  Scenario: The memories of another user stay
    Given "ben" of app "shop" remembers "the gate code is magpie" in session "monday"
    And "ben" of app "shop" finds it by "gate"
    When "ana" of app "shop" deletes all memories
    Then "ben" of app "shop" finds exactly "the gate code is magpie" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-016 @must @needs:delete_user
  Scenario: The same user's memories in another app stay
    Given "ana" of app "travel" remembers "the gate code is magpie" in session "monday"
    And "ana" of app "travel" finds it by "gate"
    When "ana" of app "shop" deletes all memories
    Then "ana" of app "travel" finds exactly "the gate code is magpie" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-012 @must @needs:delete_user
  Scenario: The user can remember anew, and what was deleted stays away
    When "ana" of app "shop" deletes all memories
    And "ana" of app "shop" remembers "the gate was painted" in session "monday"
    Then "ana" of app "shop" finds exactly "the gate was painted" by "gate"
    And "ana" of app "shop" no longer finds "the gate code is heron" by "gate"

  @FORGET-013 @must @needs:delete_user
  Scenario Outline: A user whose name is <likeness> deletes nothing of others
    Given "<user>" of app "shop" remembers "the gate squeaks"
    When "<user>" of app "shop" deletes all memories
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

    Examples:
      | user         | likeness                       |
      | *            | a star                         |
      | %            | SQL's wildcard                 |
      | an_          | the owner's but for a wildcard |
      | an           | the beginning of the owner's   |
      | ANA          | the owner's in capitals        |
      | x' OR '1'='1 | an SQL condition               |

  @FORGET-014 @must @needs:delete_user
  Scenario: An empty user does not delete everybody's memories
    Given "" of app "shop" remembers "the gate squeaks"
    When "" of app "shop" deletes all memories
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

  @FORGET-017 @must @needs:delete_user
  Scenario: An empty app does not delete the memories of every app
    Given "ana" of app "" remembers "the gate squeaks"
    When "ana" of app "" deletes all memories
    Then "ana" of app "shop" finds exactly "the gate code is heron" by "gate"

  @FORGET-015 @must @needs:delete_user
  Scenario Outline: Names that read the same with <what> between them are not deleted together
    Given "<user>" of app "<app>" remembers "the gate code is magpie"
    And "<user>" of app "<app>" finds it by "gate"
    And "<other user>" of app "<other app>" remembers "the gate squeaks"
    When "<other user>" of app "<other app>" deletes all memories
    Then "<user>" of app "<app>" finds exactly "the gate code is magpie" by "gate"

    Examples:
      | what    | app | user | other app | other user |
      | nothing | ab  | c    | a         | bc         |
      | a slash | a/b | c    | a         | b/c        |
      | a colon | a:b | c    | a         | b:c        |
