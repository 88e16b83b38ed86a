Feature: When what was submitted can be found
  The service takes its time. What was submitted is not there until it is done, whatever the client returned.

  @BANK-001 @needs:managed
  Scenario Outline: A search before the service is done
    The client came back long before. Catches a client that keeps what it submitted and shows it as if the service had it.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the service takes its time
    And "ana" of app "shop" remembers "a box of plums"
    When "ana" of app "shop" searches for "plums"
    Then <texts> comes back

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: finds nothing of it
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L93
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L478-484
      | texts   |
      | nothing |

  @BANK-002 @needs:managed
  Scenario Outline: A search after the service is done
    Catches a client that asks once and remembers the answer.

    Given the service takes its time
    And "ana" of app "shop" remembers "a box of plums"
    And the service is done
    When "ana" of app "shop" searches for "plums"
    Then <texts> comes back

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: finds it
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L108-118
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L575-583
      | texts            |
      | "a box of plums" |

  @BANK-003 @needs:managed
  Scenario Outline: A client that waits, and a service that takes its time
    It gives up after a second here; the application says how long. Catches a client that comes back as if all were done.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the application waits until memories are made
    And the service takes its time
    When "ana" of app "shop" submits the session "monday":
      | author | text           |
      | user   | a box of plums |
    Then the submission <ending>

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: gives up
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L93-101
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L361-373
      | ending |
      | fails  |

  @BANK-004 @needs:managed
  Scenario Outline: A client that waits
    Catches a client that waits for something else.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the application waits until memories are made
    And "ana" of app "shop" submits the session "monday":
      | author | text                   |
      | user   | order 4521 was shipped |
    When "ana" of app "shop" searches for "shipped"
    Then <texts> comes back

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: finds it at once
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L93-101
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L361-373
      | texts                    |
      | "order 4521 was shipped" |
