Feature: What comes back from the service
  A memory made by the service is a sentence of its own. What is left of who said it, and when?

  @BANK-020 @needs:managed
  Scenario Outline: Two memories: their order
    The service ranks what shares more words first. Catches a client that sorts what it gets.

    Given "ana" of app "shop" adds the session "monday":
      | author | time                 | text                       |
      | user   | 2026-03-05T09:30:00Z | the order was shipped      |
      | helper | 2026-03-05T09:31:00Z | order a box of plums today |
    When "ana" of app "shop" searches for "order plums"
    Then <texts> come back in this order

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: that of the service
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L123-131
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L590-612
      | texts                                                 |
      | "order a box of plums today", "the order was shipped" |

  @BANK-021 @needs:managed
  Scenario Outline: Who said it
    Given "ana" of app "shop" adds the session "monday":
      | author | time                 | text                   |
      | helper | 2026-03-05T09:30:00Z | order 4521 was shipped |
    When "ana" of app "shop" searches for "order"
    Then the author of what comes back is <author>

    @adk-go-vertex-2.2
    Examples: nobody
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
      | author |
      | absent |

    @adk-python-vertex-2.13
    Examples: the user, whoever it was
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L603-607
      | author |
      | "user" |

  @BANK-022 @needs:managed
  Scenario Outline: When it was said
    Given "ana" of app "shop" adds the session "monday":
      | author | time                 | text                   |
      | helper | 2026-03-05T09:30:00Z | order 4521 was shipped |
    When "ana" of app "shop" searches for "order"
    Then the time of what comes back is <time>

    @adk-go-vertex-2.2
    Examples: at no time
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
      | time   |
      | absent |

    @adk-python-vertex-2.13
    Examples: when the service remembered it
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L600, L608
      | time                   |
      | "2026-03-20T08:00:00Z" |

  @BANK-023 @needs:managed
  Scenario Outline: Its id
    The service has a name for each. Catches a client that takes the id of the event for it.

    Given "ana" of app "shop" adds the session "monday":
      | author | id   | text                   |
      | helper | e-17 | order 4521 was shipped |
    When "ana" of app "shop" searches for "order"
    Then the id of what comes back is <id>

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: none
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L601-610
      | id     |
      | absent |

  @BANK-024 @needs:managed
  Scenario Outline: A message of several parts
    Catches a client that hands on less than the service said.

    Given "ana" of app "shop" adds the session "monday":
      | author | parts                       |
      | helper | "your order", "was shipped" |
    When "ana" of app "shop" searches for "order"
    Then the parts of what comes back are <parts>

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: one text
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L603-607
      | parts                    |
      | "your order was shipped" |

  @BANK-025 @needs:managed
  Scenario Outline: An empty query
    Catches a client that answers by itself.

    When "ana" of app "shop" searches for ""
    And the service is asked what it got
    Then the service got <calls>

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: is asked all the same
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L108-118
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L575-583
      | calls      |
      | "retrieve" |

  @BANK-026 @needs:managed
  Scenario Outline: A submission to a service that is closed
    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And the service is closed
    When "ana" of app "shop" submits the session "monday":
      | author | text           |
      | user   | a box of plums |
    Then the submission <ending>

    @adk-go-vertex-2.2
    Examples: fails
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L89-92
      | ending |
      | fails  |

    @adk-python-vertex-2.13
    Examples: is accepted
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L720-726
      | ending      |
      | is accepted |

  @BANK-027 @needs:managed
  Scenario Outline: A search of a service that is closed
    Catches a client that shows nothing, as if nothing were remembered.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the service is closed
    When "ana" of app "shop" searches for "order"
    Then <texts> comes back

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: fails
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L119-121
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L575-583
      | texts    |
      | an error |
