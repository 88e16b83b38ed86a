Feature: Any name is a name
  Names come from elsewhere: mail addresses, numbers, names of people. What is remembered under a name is found under that name,
  and an unusual one, or none at all, opens nothing else. A service may refuse a name; it may not accept it and lose the memory.

  @NAME-020 @must
  Scenario Outline: What is remembered under <what> is found again
    Words that mean something to a programming language or a store are names like any other.

    Given "ana" of app "shop" remembers "the bike is in the cellar"
    And "<user>" of app "shop" remembers "the bike is on the balcony"
    Then "<user>" of app "shop" finds exactly "the bike is on the balcony" by "bike"
    And "<user>" of app "shop" finds "the bike is on the balcony" by "bike", but not "the bike is in the cellar"
    And "ana" of app "shop" finds "the bike is in the cellar" by "bike", but not "the bike is on the balcony"

    Examples:
      | what                  | user                                 |
      | a number              | 4521                                 |
      | a random id           | 3f2b8c1e-9a4d-4c60-8f27-5d1c0e6b7a99 |
      | a name with a space   | ana maria                            |
      | a name with a quote   | o'brien                              |
      | a name with an accent | renée                                |
      | a Chinese name        | 李雷                                   |
      | a family emoji        | \ud83d\udc69\u200d\ud83d\udc67       |
      | a name with a slash   | sales/ana                            |
      | a name with a colon   | user:ana                             |
      | the word __proto__    | __proto__                            |
      | the word constructor  | constructor                          |
      | the word toString     | toString                             |
      | the word null         | null                                 |
      | the word undefined    | undefined                            |
      | the word None         | None                                 |
      | the word NaN          | NaN                                  |
      | the word true         | true                                 |
      | the word default      | default                              |
      | the word user         | user                                 |
      | the word all          | all                                  |
      | the word any          | any                                  |
      | the word admin        | admin                                |
      | the word anonymous    | anonymous                            |

  @NAME-030 @must
  Scenario: What is remembered under a mail address is found again
    Given "ana" of app "shop" remembers "the bike is in the cellar"
    And "ana+shop@example.org" of app "shop" remembers "the bike is on the balcony"
    Then "ana+shop@example.org" of app "shop" finds exactly "the bike is on the balcony" by "bike"
    And "ana+shop@example.org" of app "shop" finds "the bike is on the balcony" by "bike", but not "the bike is in the cellar"
    And "ana" of app "shop" finds "the bike is in the cellar" by "bike", but not "the bike is on the balcony"

  @NAME-021 @must
  Scenario: Whoever leaves the user empty does not find the memories of others
    A store that leaves an empty name out of its condition shows the memories of all.

    Given "ana" of app "shop" remembers "the vault opens with heron"
    Then "ana" of app "shop" finds it by "heron", but "" of app "shop" does not

  @NAME-025 @must @broken:adk-go-vertex-2.2
  Scenario Outline: Whoever leaves the <what> empty does not find the memories of other apps
    A store that leaves an empty app out of its condition shows the memories of all apps.
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "ana" of app "shop" remembers "the vault opens with heron"
    Then "ana" of app "shop" finds it by "heron", but "<user>" of app "" does not

    Examples:
      | what             | user |
      | app              | ana  |
      | user and the app |      |

  @NAME-022 @must
  Scenario: What is remembered with an empty user is found there, and not by others
    Given "ana" of app "shop" remembers "the bike is in the cellar"
    And "ana" of app "shop" finds it by "bike"
    When "" of app "shop" remembers "the bike is on the balcony"
    Then "" of app "shop" finds exactly "the bike is on the balcony" by "bike"
    And "" of app "shop" finds it by "bike", but "ana" of app "shop" does not
    And "ana" of app "shop" finds exactly "the bike is in the cellar" by "bike"

  @NAME-026 @must @broken:adk-go-vertex-2.2
  Scenario: What is remembered with an empty app is found there, and not in other apps
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "ana" of app "shop" remembers "the bike is in the cellar"
    And "ana" of app "shop" finds it by "bike"
    When "ana" of app "" remembers "the bike is on the balcony"
    Then "ana" of app "" finds exactly "the bike is on the balcony" by "bike"
    And "ana" of app "" finds it by "bike", but "ana" of app "shop" does not
    And "ana" of app "shop" finds exactly "the bike is in the cellar" by "bike"

  @NAME-023 @must
  Scenario Outline: Two sessions of one user stay two sessions, though <likeness>
    A session id is a name too: where two become one, the second session replaces the first.

    Given "ana" of app "shop" remembers "the bike is in the cellar" in session "<session>"
    And "ana" of app "shop" finds it by "bike"
    When "ana" of app "shop" remembers "the bike is on the balcony" in session "<other>"
    Then "ana" of app "shop" finds exactly "the bike is in the cellar" by "bike"
    And "ana" of app "shop" finds exactly "the bike is on the balcony" by "bike"

    Examples:
      | session   | other        | likeness                               |
      | s1        | s10          | one id begins the other                |
      | monday    | Monday       | their ids differ in case alone         |
      | monday    | monday\u0020 | one id ends with a space               |
      | 7         | 07           | their ids are the same number          |
      | caf\u00e9 | cafe\u0301   | their ids look the same                |
      | 2026/1    | 2026         | one id goes on after a slash           |
      | __proto__ | constructor  | their ids mean something to JavaScript |
      | monday    | %            | one id is a wildcard                   |

  @NAME-024 @must
  Scenario: An empty session id loses nothing
    Given "ana" of app "shop" remembers "the bike is in the cellar" in session "monday"
    And "ana" of app "shop" finds it by "bike"
    When "ana" of app "shop" remembers "the bike is on the balcony" in session ""
    Then "ana" of app "shop" finds exactly "the bike is on the balcony" by "bike"
    And "ana" of app "shop" finds exactly "the bike is in the cellar" by "bike"
