Feature: How many memories come back
  A common word may match most of what was ever said. A service that returns all of it fills the prompt; one that cuts must
  choose, and whatever it leaves out is as good as forgotten.

  Background:
    Given a word stored nowhere finds nothing

  @LIMIT-001
  Scenario Outline: Twelve sessions that all match
    Given "ana" of app "shop" remembers the 12 texts "note 1" to "note 12"
    When "ana" of app "shop" searches for "note"
    Then <count> memories come back

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: ten and no more
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L32, L195-197
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L36, L196-199
      | count |
      | 10    |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: all of them
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-145
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-134
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-68
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-101
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-134
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-141
      | count |
      | 12    |

  @LIMIT-002
  Scenario Outline: Ten sessions that all match
    Catches a service whose limit is one too low.

    Given "ana" of app "shop" remembers the 10 texts "note 1" to "note 10"
    When "ana" of app "shop" searches for "note"
    Then <count> memories come back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: all of them
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L32, L195-197
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-145
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-134
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-68
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-101
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-134
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-141
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L36, L196-199
      | count |
      | 10    |

  @LIMIT-003
  Scenario Outline: A correction that was said after twelve others
    Each of the thirteen shares one word with the query. What was said last is the only one that still holds.

    Given "ana" of app "weather" adds the session "monday":
      | text                   |
      | celsius report 1       |
      | celsius report 2       |
      | celsius report 3       |
      | celsius report 4       |
      | celsius report 5       |
      | celsius report 6       |
      | celsius report 7       |
      | celsius report 8       |
      | celsius report 9       |
      | celsius report 10      |
      | celsius report 11      |
      | celsius report 12      |
      | no celsius from now on |
    When "ana" of app "weather" searches for "celsius"
    Then <count> memories come back, from "celsius report 1" to "<last>"

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the ten oldest come back, without the correction
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L32, L195-197
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L36, L196-199
      | count | last              |
      | 10    | celsius report 10 |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: all come back, the correction last
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-145
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-134
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-68
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-101
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-134
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-141
      | count | last                   |
      | 13    | no celsius from now on |

  @LIMIT-004
  Scenario Outline: The best memory was said after twelve others
    Given "ana" of app "shop" adds the session "monday":
      | text                    |
      | work note 1             |
      | work note 2             |
      | work note 3             |
      | work note 4             |
      | work note 5             |
      | work note 6             |
      | work note 7             |
      | work note 8             |
      | work note 9             |
      | work note 10            |
      | work note 11            |
      | work note 12            |
      | the backlog of all work |
    When "ana" of app "shop" searches for "work backlog"
    Then <count> memories come back, from "<first>" to "<last>"

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it comes first, for the list is cut after it was sorted
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L192-197
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L196-199
      | count | first                   | last        |
      | 10    | the backlog of all work | work note 9 |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: it comes last, and nothing is cut
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-145
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-134
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-68
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-101
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-134
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-141
      | count | first       | last                    |
      | 13    | work note 1 | the backlog of all work |

  @LIMIT-005
  Scenario Outline: Two sessions of six memories that all match
    Catches a service that takes so many of each session.

    Given "ana" of app "shop" adds the sessions:
      | session | text   |
      | monday  | note 1 |
      | monday  | note 2 |
      | monday  | note 3 |
      | monday  | note 4 |
      | monday  | note 5 |
      | monday  | note 6 |
      | tuesday | note 7 |
      | tuesday | note 8 |
      | tuesday | note 9 |
      | tuesday | note a |
      | tuesday | note b |
      | tuesday | note c |
    When "ana" of app "shop" searches for "note"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: ten over all sessions
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L32, L195-197
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L36, L196-199
      | texts                                                                                              | order         |
      | "note 1", "note 2", "note 3", "note 4", "note 5", "note 6", "note 7", "note 8", "note 9", "note a" | in this order |

    @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: all of them, session by session
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-68
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-101
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-134
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-141
      | texts                                                                                                                  | order         |
      | "note 1", "note 2", "note 3", "note 4", "note 5", "note 6", "note 7", "note 8", "note 9", "note a", "note b", "note c" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: all of them, the sessions in no order
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-145
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-134
      | texts                                                                                                                  | order        |
      | "note 1", "note 2", "note 3", "note 4", "note 5", "note 6", "note 7", "note 8", "note 9", "note a", "note b", "note c" | in any order |
