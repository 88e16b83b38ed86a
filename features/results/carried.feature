Feature: What a memory carries beside its text
  Who said it, when, in which event and with what around it: an agent weighs a memory by these, and an application deletes or
  links by them. Not every service hands on all of it.

  @CARRY-001 @should @broken:adk-go-vertex-2.2 @broken:adk-python-vertex-2.13
  Scenario Outline: A memory names its author: <author>
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
    Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L600-610

    Given "ana" of app "travel" adds the session "monday":
      | author   | text                      |
      | <author> | the ferry leaves at noon  |
      | somebody | the harbour closes at ten |
    Then "ana" of app "travel" finds "the ferry leaves at noon" by "ferry", written by "<author>"

    Examples:
      | author       |
      | user         |
      | model        |
      | travel_agent |
      | agent of ana |

  @CARRY-002 @should @broken:adk-java-1.8 @broken:adk-go-vertex-2.2 @broken:adk-python-vertex-2.13
  Scenario: A memory bears the time of its event
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L125, L138-140
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
    Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L600-610

    Given "ana" of app "travel" adds the session "monday":
      | time                 | text                      |
      | 2026-03-05T09:30:00Z | the ferry leaves at noon  |
      | 2026-03-06T18:00:00Z | the harbour closes at ten |
    Then "ana" of app "travel" finds "the ferry leaves at noon" by "ferry", dated "2026-03-05T09:30:00Z"
    And "ana" of app "travel" finds "the harbour closes at ten" by "harbour", dated "2026-03-06T18:00:00Z"

  @CARRY-003 @should @broken:adk-java-1.8 @broken:adk-go-vertex-2.2 @broken:adk-python-vertex-2.13
  Scenario: Adding a session again does not make an old memory look new
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L125, L138-140
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
    Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L600-610

    Given "ana" of app "travel" adds the session "monday":
      | id  | time                 | text                     |
      | e-1 | 2026-03-05T09:30:00Z | the ferry leaves at noon |
    When "ana" of app "travel" adds the session "monday" again:
      | id  | time                 | text                      |
      | e-1 | 2026-03-05T09:30:00Z | the ferry leaves at noon  |
      | e-2 | 2026-08-30T18:00:00Z | the harbour closes at ten |
    Then "ana" of app "travel" finds "the ferry leaves at noon" by "ferry", dated "2026-03-05T09:30:00Z"

  @CARRY-004 @should
  Scenario: A message of several texts comes back whole and in order
    Given "ana" of app "travel" adds the session "monday":
      | author | parts                                                                                           |
      | agent  | "first to the harbour", "then the ferry", "then the bus", "then the ferry", "then to the hotel" |
    Then "ana" of app "travel" finds "first to the harbour then the ferry then the bus then the ferry then to the hotel" by "bus"

  @CARRY-005 @should @broken:adk-java-1.8 @broken:adk-go-vertex-2.2 @broken:adk-python-vertex-2.13
  Scenario Outline: <what> comes back beside the text that was found
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-109
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L128-130
    Source (adk-python-vertex-2.13): google-adk 2.13.0 google/adk/memory/vertex_ai_memory_bank_service.py L600-610

    Given "ana" of app "travel" adds the session "monday":
      | author | parts   |
      | agent  | <parts> |
    Then "ana" of app "travel" finds by "ferry" a memory with the parts <parts>

    Examples:
      | what       | parts                                       |
      | A call     | "let me find a ferry", call get_timetable   |
      | A response | response get_timetable, "the ferry is late" |
      | An image   | "this is the ferry", image, "at the pier"   |

  @CARRY-006
  Scenario Outline: The parts of a content, texts only
    An empty text and inner speech stand among them. Catches a service that stores one joined text in their stead.

    Given "ana" of app "travel" adds the session "monday":
      | author | parts                                                                       |
      | agent  | "the ferry", "", thought "she is in a hurry", "leaves at noon", "the ferry" |
    When "ana" of app "travel" searches for "ferry"
    Then the parts of what comes back are <parts>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: all of them, in their order
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L180
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L136
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L123
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L61
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L135
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L146
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L176
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L185
      | parts                                                                       |
      | "the ferry", "", thought "she is in a hurry", "leaves at noon", "the ferry" |

  @CARRY-007
  Scenario Outline: The time of a memory
    Given "ana" of app "travel" adds the session "monday":
      | time       | text                     |
      | <happened> | the ferry leaves at noon |
    When "ana" of app "travel" searches for "ferry"
    Then the time of what comes back is <time>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the time of the event, to the millisecond
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L102, L182
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L84, L138
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L63, L83-85
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L137
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L187
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/_utils.py L21-23
      | happened                 | time                       |
      | 2026-03-05T09:30:00Z     | "2026-03-05T09:30:00Z"     |
      | 2026-03-05T09:30:00.250Z | "2026-03-05T09:30:00.250Z" |
      | 1970-01-01T00:00:01Z     | "1970-01-01T00:00:01Z"     |

    @adk-java-1.8
    Examples: a thousand times as far from 1970
      The milliseconds of the event are printed as if they were seconds.
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L125, L138-140
      | happened                 | time                     |
      | 2026-03-05T09:30:00Z     | "+58144-09-20T20:00:00Z" |
      | 2026-03-05T09:30:00.250Z | "+58144-09-20T20:04:10Z" |
      | 1970-01-01T00:00:01Z     | "1970-01-01T00:16:40Z"   |

  @CARRY-008
  Scenario Outline: The id of a memory
    Given "ana" of app "travel" adds the session "monday":
      | id   | text                     |
      | e-17 | the ferry leaves at noon |
    When "ana" of app "travel" searches for "ferry"
    Then the id of what comes back is <id>

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.13
    Examples: that of its event
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L178-184
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L134-140
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      | id     |
      | "e-17" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: none
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L121-126
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L60-64
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      | id     |
      | absent |

  @CARRY-009
  Scenario Outline: The metadata that an application put on the event
    Given "ana" of app "travel" adds the session "monday":
      | text                     | metadata                          |
      | the ferry leaves at noon | {"topic": "islands", "weight": 3} |
    When "ana" of app "travel" searches for "ferry"
    Then the metadata of what comes back is <metadata>

    @adk-go-1.7 @adk-go-2.2
    Examples: comes back as it was
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L103, L183
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L85, L139
      | metadata                                  |
      | "{\"topic\": \"islands\", \"weight\": 3}" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is left behind
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L121-126
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L60-64
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L143-150
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      | metadata |
      | absent   |

  @CARRY-010
  Scenario Outline: An event dated beyond the year 9999
    This is the date that comes out when an application gives milliseconds where seconds are expected. The event is added
    without complaint.

    Given "ana" of app "travel" remembers "the ferry leaves at noon"
    And "ana" of app "travel" finds it by "noon"
    And "ana" of app "travel" adds the session "monday":
      | time                   | text              |
      | +58144-09-20T20:00:00Z | the ferry is full |
    When "ana" of app "travel" searches for "ferry"
    Then <texts> come back in any order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: comes back like any other
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L102, L182
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L84, L138
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L125, L138-140
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L63, L83-85
      | texts                                           |
      | "the ferry leaves at noon", "the ferry is full" |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: every search that would find it fails
      Times are printed by a calendar that ends with the year 9999.
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/_utils.py L21-23
      | texts    |
      | an error |

  @CARRY-011
  Scenario Outline: The author of a memory that an agent wrote
    Catches a service that files everything under the user, or under the role of the speaker.

    Given "ana" of app "travel" adds the session "monday":
      | author       | text                     |
      | travel_agent | the ferry leaves at noon |
    When "ana" of app "travel" searches for "ferry"
    Then the author of what comes back is <author>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: that of its event
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L101, L181
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L83, L137
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L124
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L62
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L96
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L129
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L136
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L147
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L177
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L186
      | author         |
      | "travel_agent" |
