Feature: Every way to read keeps to its scope
  A service that filters its searches may forget to filter its list, or hand out any memory to whoever knows its id.

  Background:
    Given "ana" of app "travel" remembers "the spare key is under the blue pot"

  @READ-001 @must @needs:list_memories
  Scenario: The list of another user does not show it
    Then the list of "ana" of app "travel" shows it, but that of "ben" of app "travel" does not

  @READ-005 @must @needs:list_memories
  Scenario Outline: The list of <whom> does not show it
    Then the list of "ana" of app "travel" shows it, but that of "<user>" of app "<app>" does not

    Examples:
      | whom                         | user | app     |
      | the same user in another app | ana  | billing |
      | another user of another app  | ben  | billing |

  @READ-002 @must @needs:list_memories
  Scenario: The list shows every memory, without a query
    Given "ana" of app "travel" remembers "my seat is by the window"
    Then the list of "ana" of app "travel" shows "the spare key is under the blue pot"
    And the list of "ana" of app "travel" shows "my seat is by the window"

  @READ-003 @must @needs:get_memory
  Scenario: The id of a memory does not open it to another user
    Then "ana" of app "travel", who finds it by "spare key", can read it by its id, but "ben" of app "travel" cannot

  @READ-006 @must @needs:get_memory
  Scenario Outline: The id of a memory does not open it to <whom>
    Then "ana" of app "travel", who finds it by "spare key", can read it by its id, but "<user>" of app "<app>" cannot

    Examples:
      | whom                         | user | app     |
      | the same user in another app | ana  | billing |
      | another user of another app  | ben  | billing |

  @READ-004 @must @needs:list_memories @needs:delete_user
  Scenario: What was deleted is gone from the list, too
    Then the list of "ana" of app "travel" shows "the spare key is under the blue pot"
    When "ana" of app "travel" deletes all memories
    Then the list of "ana" of app "travel" no longer shows "the spare key is under the blue pot"
