Feature: From when on a conversation is submitted
  A client may read from the state of a session when it was submitted last, and ask for what came after.

  @BANK-010 @needs:managed
  Scenario Outline: Without a name for it
    Catches a client that takes a name of its own for it.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And "ana" of app "shop" submits the session "monday" with the state "last" set to 2026-03-05T09:30:00Z
    When the service is asked what it got
    Then the last call begins at <time>

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: the whole of it
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai.go L65-72
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L421-437
      | time   |
      | absent |

  @BANK-011 @needs:managed @needs:last_update
  Scenario Outline: A time in the state
    Catches a client that counts in milliseconds, or sends the conversation whole.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the last update of a session is read from its state "last"
    And "ana" of app "shop" submits the session "monday" with the state "last" set to 2026-03-05T09:30:00Z
    When the service is asked what it got
    Then the last call begins at <time>

    @adk-go-vertex-2.2
    Examples: from that time on
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai.go L84
      | time                 |
      | 2026-03-05T09:30:00Z |

  @BANK-012 @needs:managed @needs:last_update
  Scenario Outline: A text in the state: the submission
    An ISO text is no time to it. Catches a client that ignores what it cannot read, and submits everything anew.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the last update of a session is read from its state "last"
    When "ana" of app "shop" submits the session "monday" with the state "last" set to "2026-03-05T09:30:00Z"
    Then the submission <ending>

    @adk-go-vertex-2.2
    Examples: fails
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai.go L80-83
      | ending |
      | fails  |

  @BANK-013 @needs:managed @needs:last_update
  Scenario Outline: A text in the state: the calls
    Checked before any call. Catches a client that has called by then.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the last update of a session is read from its state "last"
    And "ana" of app "shop" submits the session "monday" with the state "last" set to "2026-03-05T09:30:00Z"
    When the service is asked what it got
    Then the service got <calls>

    @adk-go-vertex-2.2
    Examples: none beside the one before
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai.go L80-83
      | calls                  |
      | "generate", "retrieve" |

  @BANK-014 @needs:managed @needs:last_update
  Scenario Outline: Nothing in the state
    Catches a client that takes nothing for the beginning of time.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the last update of a session is read from its state "last"
    When "ana" of app "shop" submits the session "monday"
    Then the submission <ending>

    @adk-go-vertex-2.2
    Examples: fails
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai.go L75-78
      | ending |
      | fails  |

  @BANK-015 @needs:managed @needs:last_update
  Scenario Outline: A second submission
    The client writes nothing back: who does not set it submits the same again. Catches a client that moves it by itself.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the last update of a session is read from its state "last"
    And "ana" of app "shop" submits the session "monday" with the state "last" set to 2026-03-05T09:30:00Z
    And "ana" of app "shop" submits the session "monday" with the state "last" set to 2026-03-05T09:30:00Z
    When the service is asked what it got
    Then the last call begins at <time>

    @adk-go-vertex-2.2
    Examples: from the same time on
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai.go L75-84
      | time                 |
      | 2026-03-05T09:30:00Z |
