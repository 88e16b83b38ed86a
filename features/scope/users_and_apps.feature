Feature: A memory is found within its own scope only
  The scope of a memory is its app and its user. A service that shows a memory in any other scope leaks it. Each scenario asks
  the owner as well: as long as the owner does not find the memory, nothing is proved.

  Background:
    Given "ana" of app "travel" remembers "the spare key is under the blue pot"

  @SCOPE-001 @must
  Scenario: Another user of the same app does not find it
    Then "ana" of app "travel" finds it by "spare key", but "ben" of app "travel" does not

  @SCOPE-002 @must @broken:adk-go-vertex-2.2
  Scenario: The same user in another app does not find it
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Then "ana" of app "travel" finds it by "spare key", but "ana" of app "billing" does not

  @SCOPE-003 @must
  Scenario: Another user in another app does not find it
    Then "ana" of app "travel" finds it by "spare key", but "ben" of app "billing" does not

  @SCOPE-004 @must
  Scenario: Two users with similar memories find their own
    Given "ben" of app "travel" remembers "the spare key hangs behind the door"
    Then "ana" of app "travel" finds "the spare key is under the blue pot" by "spare key", but not "the spare key hangs behind the door"
    And "ben" of app "travel" finds "the spare key hangs behind the door" by "spare key", but not "the spare key is under the blue pot"
    And "ben" of app "travel" finds exactly "the spare key hangs behind the door" by "spare key"

  @SCOPE-005 @must @broken:adk-go-vertex-2.2
  Scenario: One user's memories of two apps stay apart
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "ana" of app "billing" remembers "the spare key costs ten euros"
    Then "ana" of app "travel" finds "the spare key is under the blue pot" by "spare key", but not "the spare key costs ten euros"
    And "ana" of app "billing" finds "the spare key costs ten euros" by "spare key", but not "the spare key is under the blue pot"
    And "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "spare key"

  @SCOPE-006 @must
  Scenario: A search with the very words of another user's memory does not find it
    A service that ranks by likeness is tempted most where the words are the same.

    Given "ben" of app "travel" remembers "my train leaves at noon"
    And "ben" of app "travel" finds it by "train"
    And "ana" of app "travel" remembers "the spare key is in the green shed"
    Then "ana" of app "travel" finds it by "the spare key is in the green shed", but "ben" of app "travel" does not

  @SCOPE-007 @must
  Scenario: Naming another user in the query does not open that user's memory
    Given "ana" of app "travel" remembers "ana wears a yellow raincoat"
    Then "ana" of app "travel" finds it by "ana raincoat", but "ben" of app "travel" does not

  @SCOPE-008 @must
  Scenario: Two users may say the same words
    A service that keeps a text only once, whoever said it, loses the memory of one of them.

    Given "ben" of app "travel" remembers "the spare key is under the blue pot"
    Then "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "spare key"
    And "ben" of app "travel" finds exactly "the spare key is under the blue pot" by "spare key"

  @SCOPE-009 @must
  Scenario: The memories of others do not crowd out one's own
    A service that takes the best few of everybody's memories first, and the user's own out of those, finds nothing here.

    Given "ben" of app "travel" remembers the 9 texts "spare key 1" to "spare key 9"
    And "ana" of app "travel" remembers "the spare key fits the garage"
    And "li" of app "travel" remembers the 9 texts "spare key 11" to "spare key 19"
    Then "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "spare key"
    And "ana" of app "travel" finds exactly "the spare key fits the garage" by "spare key"

  @SCOPE-010 @must @broken:adk-go-vertex-2.2
  Scenario Outline: A user and an app are not taken for each other
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "<owner>" of app "<app>" remembers "the vault opens with heron"
    Then "<owner>" of app "<app>" finds it by "heron", but "<other>" of app "<other app>" does not

    Examples:
      | owner  | app    | other  | other app |
      | ana    | travel | travel | ana       |
      | travel | travel | ana    | travel    |
      | travel | travel | travel | ana       |
      | ana    | ana    | ana    | travel    |

  @SCOPE-011 @should
  Scenario: A user who has no memories may search
    The first turn of a new user must not end in an error.

    Then "newcomer" of app "travel" may search for "spare key"
    And "ana" of app "travel" finds it by "spare key", but "newcomer" of app "travel" does not

  @SCOPE-012 @should @broken:adk-go-vertex-2.2
  Scenario: A user who has no memories in an app may search there
    The first turn in a new app must not end in an error.
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Then "ana" of app "new-app" may search for "spare key"
    And "ana" of app "travel" finds it by "spare key", but "ana" of app "new-app" does not
