Feature: What is submitted, and for whom
  Memory Bank makes memories of conversations. Some clients name a conversation that the service keeps, others send it along; and they name the
  owner in words of their own.

  @SUBMIT-001 @needs:managed
  Scenario Outline: The calls of a submission
    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And "ana" of app "shop" submits the session "monday"
    When the service is asked what it got
    Then the service got <calls>

    @adk-python-vertex-2.13
    Examples: the conversation is handed in
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L421-465
      | calls    |
      | "ingest" |

    @adk-go-vertex-2.2
    Examples: memories are asked for
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L74-89
      | calls      |
      | "generate" |

  @SUBMIT-002 @needs:managed
  Scenario Outline: What the application has in its hands
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And "ana" of app "shop" submits the session "monday":
      | author | text           |
      | user   | a box of plums |
    When the service is asked what it got
    Then the last call carries <texts>

    @adk-go-vertex-2.2
    Examples: stays there
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L74-87
      | texts   |
      | nothing |

    @adk-python-vertex-2.13
    Examples: goes along
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L421-437
      | texts            |
      | "a box of plums" |

  @SUBMIT-003 @needs:managed
  Scenario Outline: A conversation that the service does not keep
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
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L293
      | ending      |
      | is accepted |

  @SUBMIT-004 @needs:managed
  Scenario Outline: What is remembered where the service and the application differ
    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    When "ana" of app "shop" submits the session "monday":
      | author | text                 |
      | user   | order a box of plums |
    And "ana" of app "shop" searches for "order"
    Then <texts> comes back

    @adk-go-vertex-2.2
    Examples: what the service keeps
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L74-87
      | texts                    |
      | "order 4521 was shipped" |

    @adk-python-vertex-2.13
    Examples: what the application has
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L421-437
      | texts                  |
      | "order a box of plums" |

  @SUBMIT-005 @needs:managed
  Scenario Outline: A conversation without a word
    Nothing is there to remember. Catches a client that makes an error of it.

    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | parts |
      | user   | image |
    When "ana" of app "shop" submits the session "monday"
    Then the submission <ending>

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: is accepted
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L74-89
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L458-465
      | ending      |
      | is accepted |

  @SUBMIT-006 @needs:managed
  Scenario Outline: Inner speech and calls
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And "ana" of app "shop" submits the session "monday":
      | author | parts                                                          |
      | helper | thought "she is in a hurry", "it was shipped", call get_parcel |
    When the service is asked what it got
    Then the last call carries <texts>

    @adk-go-vertex-2.2
    Examples: stay there
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L74-87
      | texts   |
      | nothing |

    @adk-python-vertex-2.13
    Examples: go along as texts
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L729-754
      | texts                              |
      | "she is in a hurry it was shipped" |

  @SUBMIT-007 @needs:managed
  Scenario Outline: Whose memories a submission makes
    Given the service keeps the session "monday" of "ana" of app "shop":
      | author | text                   |
      | user   | order 4521 was shipped |
    And "ana" of app "shop" submits the session "monday"
    When the service is asked what it got
    Then the last call is for the scope <scope>

    @adk-python-vertex-2.13
    Examples: those of the user of the app
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L453-456
      | scope                                  |
      | {"app_name": "shop", "user_id": "ana"} |

    @adk-go-vertex-2.2
    Examples: those of the user, in every app
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L86, L137-139
      | scope              |
      | {"user_id": "ana"} |

  @SUBMIT-008 @needs:managed
  Scenario Outline: Whose memories a search asks for
    When "ana" of app "shop" searches for "order"
    And the service is asked what it got
    Then the last call is for the scope <scope>

    @adk-python-vertex-2.13
    Examples: those of the user of the app
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L577-580
      | scope                                  |
      | {"app_name": "shop", "user_id": "ana"} |

    @adk-go-vertex-2.2
    Examples: those of the user, in every app
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139
      | scope              |
      | {"user_id": "ana"} |

  @SUBMIT-009 @needs:managed
  Scenario Outline: The same user in another app of the service
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "travel" searches for "shipped"
    Then <texts> comes back

    @adk-go-vertex-2.2
    Examples: is shown what the first remembers
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139
      | texts                    |
      | "order 4521 was shipped" |

    @adk-python-vertex-2.13
    Examples: is shown nothing
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L577-580
      | texts   |
      | nothing |

  @SUBMIT-010 @needs:managed
  Scenario Outline: Another user
    Catches a client that leaves the user out, or names another.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ben" of app "shop" searches for "shipped"
    Then <texts> comes back

    @adk-go-vertex-2.2 @adk-python-vertex-2.13
    Examples: is shown nothing
      Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139
      Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L577-580
      | texts   |
      | nothing |
