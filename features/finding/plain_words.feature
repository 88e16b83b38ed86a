Feature: A plain word of a text finds it
  Whatever a service understands of a text, whoever asks with a word that was said must get what was said. Accents, digits,
  punctuation and other scripts are left to the questions beside this file.

  @WORD-001 @must
  Scenario Outline: Each word of a text finds it
    Given "ana" of app "travel" remembers "the spare key is under the blue pot"
    Then "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "<word>"

    Examples:
      | word  |
      | spare |
      | key   |
      | blue  |
      | pot   |

  @WORD-002 @must
  Scenario Outline: Each of the texts of a session is found by its own word
    Given "ben" of app "travel" adds the session "week":
      | author | text                            |
      | user   | the train to porto is cancelled |
      | guide  | take the bus instead            |
      | user   | is there a ferry too            |
      | guide  | only from the northern harbour  |
      | user   | then book a cabin               |
      | guide  | the upper deck is full          |
    Then "ben" of app "travel" finds exactly "<text>" by "<word>"

    Examples:
      | word    | text                            |
      | train   | the train to porto is cancelled |
      | bus     | take the bus instead            |
      | ferry   | is there a ferry too            |
      | harbour | only from the northern harbour  |
      | cabin   | then book a cabin               |
      | deck    | the upper deck is full          |

  @WORD-003 @must
  Scenario: A word finds every text that holds it, of one session or of two
    Given "ana" of app "travel" adds the sessions:
      | session | text                              |
      | monday  | the train to lisbon leaves at ten |
      | monday  | lisbon is sunny all week          |
      | tuesday | our hotel in lisbon has a pool    |
    Then "ana" of app "travel" finds "the train to lisbon leaves at ten" by "lisbon"
    And "ana" of app "travel" finds "lisbon is sunny all week" by "lisbon"
    And "ana" of app "travel" finds "our hotel in lisbon has a pool" by "lisbon"

  @WORD-004 @should
  Scenario: A question finds a text with which it shares one word
    Given "ana" of app "travel" remembers "the spare key is under the blue pot"
    And "ana" of app "travel" remembers "our train leaves at ten"
    Then "ana" of app "travel" finds "the spare key is under the blue pot" by "where did i leave my key"

  @CASE-001 @should
  Scenario: Capital letters in a text do not hide it
    Given "ana" of app "travel" remembers "the SPARE Key is under the pot"
    Then "ana" of app "travel" finds exactly "the SPARE Key is under the pot" by "spare"
    And "ana" of app "travel" finds exactly "the SPARE Key is under the pot" by "key"

  @PART-001 @must
  Scenario Outline: A word of any part finds the memory
    A message may come in several parts.

    Given "ana" of app "travel" adds the session "monday":
      | author | parts                                                          |
      | guide  | "the ferry is late", "take the bus", "it stops at the harbour" |
    Then "ana" of app "travel" finds "<said>" by "<word>"

    Examples:
      | word    | said                    |
      | ferry   | the ferry is late       |
      | bus     | take the bus            |
      | harbour | it stops at the harbour |
