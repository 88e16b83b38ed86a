"""Small features for small services. A heading goes before each; see `toys.behaviour`."""

SCOPE = """
  @TOY-001 @must
  Scenario: It stays with its owner
    Given "ana" of app "shop" remembers "the key is under the pot"
    Then "ana" of app "shop" finds it by "key", but "ben" of app "shop" does not
"""
SCOPE_OF_TWO = """
  @TOY-001 @must
  Scenario: It stays with its owner, who had found it before
    Given "ana" of app "shop" remembers "the key is under the pot"
    And "ana" of app "shop" finds it by "key"
    When "ben" of app "shop" remembers "the door is green"
    Then "ana" of app "shop" finds "the key is under the pot" by "key", but not "the door is green"
"""
SLASH = """
  @TOY-001 @must
  Scenario: A slash is a letter like any other
    Given "ana/x" of app "shop" remembers "the key is under the pot"
    Then "ana/x" of app "shop" finds it by "key", but "ana" of app "shop" does not
"""
CONTENT = """
  @TOY-001 @must
  Scenario: No letter is lost
    Given "ana" of app "shop" remembers "the key is under the pot"
    Then "ana" of app "shop" finds exactly "the key is under the pot" by "key"
"""
DELETION = """
  @TOY-001 @must @needs:delete_session
  Scenario: A session is forgotten
    Given "ana" of app "shop" remembers "the key is under the pot" in session "monday"
    And "ana" of app "shop" finds it by "key"
    When "ana" of app "shop" deletes the session "monday"
    Then "ana" of app "shop" no longer finds "the key is under the pot" by "key"
"""
QUESTION = """
  @TOY-001
  Scenario Outline: A piece of a word
    Given a word stored nowhere finds nothing
    And "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "order"
    When "ana" of app "shop" searches for "4521"
    Then <what> comes back

    @adk-go-1.7
    Examples: digits are words
      | what                     |
      | "order 4521 was shipped" |

    @adk-java-1.8
    Examples: digits are none
      | what    |
      | nothing |
"""
DELETION_QUESTION = """
  @TOY-001 @needs:delete_session
  Scenario Outline: A deleted session
    Given "ana" of app "shop" remembers "order 4521 was shipped" in session "monday"
    And "ana" of app "shop" finds it by "order"
    And "ana" of app "shop" deletes the session "monday"
    When "ana" of app "shop" searches for "order"
    Then <what> comes back

    @adk-go-1.7
    Examples: it is gone
      | what    |
      | nothing |
"""
