Feature: A session may be added again
  A conversation goes on after it was first remembered, so applications hand the same session over again and again. What
  happens to the events of the earlier time differs between services, and a wrong guess doubles memories or loses them.

  @AGAIN-001 @must
  Scenario: Adding a grown session keeps what it held before
    Given "ana" of app "travel" adds the session "monday":
      | id  | text                       |
      | e-1 | my passport expires in may |
    When "ana" of app "travel" adds the session "monday" again:
      | id  | text                       |
      | e-1 | my passport expires in may |
      | e-2 | the visa takes three weeks |
    Then "ana" of app "travel" finds exactly "my passport expires in may" by "passport"
    And "ana" of app "travel" finds exactly "the visa takes three weeks" by "visa"

  @AGAIN-002 @must
  Scenario: Adding one session again leaves the other sessions as they are
    Given "ana" of app "travel" remembers "the spare key is under the blue pot" in session "monday"
    And "ana" of app "travel" remembers "the alarm is off on sundays" in session "tuesday"
    When "ana" of app "travel" remembers "the alarm is on again" in session "tuesday"
    Then "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "key"
    And "ana" of app "travel" finds exactly "the alarm is on again" by "alarm"

  @AGAIN-004 @must
  Scenario: An emptied session can be filled again
    Given "ana" of app "travel" remembers "the alarm is off on sundays" in session "monday"
    And "ana" of app "travel" adds the session "monday" without events
    When "ana" of app "travel" remembers "the alarm is on again" in session "monday"
    Then "ana" of app "travel" finds exactly "the alarm is on again" by "alarm"

  @AGAIN-005
  Scenario Outline: Two additions of one session at the same moment
    Two servers hand over the session at once, each with its own version. Catches a service that empties the session and
    then fills it event by event: what is left is a mixture that never was.

    When "ana" of app "travel" adds the session "monday" twice at once, with the 5 texts "early draft 1" to "early draft 5" and with the 3 texts "late draft 1" to "late draft 3"
    And "ana" of app "travel" searches for "draft"
    Then either <early> or <late> come back in any order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: one of them, and whole
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L114-115, L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L95-96, L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L66, L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L102, L105
      | early                                                                               | late                                           |
      | "early draft 1", "early draft 2", "early draft 3", "early draft 4", "early draft 5" | "late draft 1", "late draft 2", "late draft 3" |

  @AGAIN-006
  Scenario Outline: The same session, added twice
    Catches a service that remembers everything anew each time: after ten turns, ten copies.

    Given "ana" of app "travel" adds the session "monday":
      | id  | text                       |
      | e-1 | my passport expires in may |
      | e-2 | renew the passport in june |
    When "ana" of app "travel" adds the session "monday" again:
      | id  | text                       |
      | e-1 | my passport expires in may |
      | e-2 | renew the passport in june |
    And "ana" of app "travel" searches for "passport"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: each event comes back once
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105
      | texts                                                      |
      | "my passport expires in may", "renew the passport in june" |

  @AGAIN-007
  Scenario Outline: A session that came back with other events
    Catches a service that only ever adds: what the user took back would still be found.

    Given "ana" of app "travel" adds the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
      | e-2 | the hotel costs too much  |
    And "ana" of app "travel" finds "the hotel is the bellevue" by "bellevue"
    When "ana" of app "travel" adds the session "monday" again:
      | id  | text                     |
      | e-3 | the hotel is the astoria |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: only the events of the last time
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105
      | texts                      |
      | "the hotel is the astoria" |

  @AGAIN-008
  Scenario Outline: An event whose text was edited
    The id stays, the text is another. Catches a service that knows the id already and ignores the new text.

    Given "ana" of app "travel" adds the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
    And "ana" of app "travel" finds "the hotel is the bellevue" by "hotel"
    When "ana" of app "travel" adds the session "monday" again:
      | id  | text                     |
      | e-1 | the hotel is the astoria |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the new text alone
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105
      | texts                      |
      | "the hotel is the astoria" |

  @AGAIN-010
  Scenario Outline: A session that came back in another order
    The events come back as the session lists them now. Catches a service that keeps each event where it first stood.

    Given "ana" of app "shop" adds the session "monday":
      | id  | text              |
      | e-1 | milk for the tea  |
      | e-2 | lemon for the tea |
    When "ana" of app "shop" adds the session "monday" again:
      | id  | text              |
      | e-2 | lemon for the tea |
      | e-1 | milk for the tea  |
    And "ana" of app "shop" searches for "tea"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the order of the last time
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105
      | texts                                   |
      | "lemon for the tea", "milk for the tea" |

  @AGAIN-011
  Scenario Outline: The place of a session that was added again
    Where places count, an older session does not become the newest by being added again.

    Given "ana" of app "shop" remembers "tea for the office" in session "monday"
    And "ana" of app "shop" remembers "tea for the garden" in session "tuesday"
    When "ana" of app "shop" remembers "tea for the kitchen" in session "monday"
    And "ana" of app "shop" searches for "tea"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it keeps its first place
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L123-128, L167
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L46
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L64, L82
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L68, L115
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68, L122
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105, L162
      | texts                                       | order         |
      | "tea for the kitchen", "tea for the garden" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: sessions have no places
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105, L131
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79, L100
      | texts                                       | order        |
      | "tea for the kitchen", "tea for the garden" | in any order |

  @AGAIN-012
  Scenario Outline: The place of a session that was emptied and filled again
    Given "ana" of app "shop" remembers "tea for the office" in session "monday"
    And "ana" of app "shop" remembers "tea for the garden" in session "tuesday"
    And "ana" of app "shop" adds the session "monday" without events
    When "ana" of app "shop" remembers "tea for the kitchen" in session "monday"
    And "ana" of app "shop" searches for "tea"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the empty session kept its place
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L123-128, L167
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L46
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L64, L82
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L68, L115
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68, L122
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105, L162
      | texts                                       | order         |
      | "tea for the kitchen", "tea for the garden" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: sessions have no places
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105, L131
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79, L100
      | texts                                       | order        |
      | "tea for the kitchen", "tea for the garden" | in any order |

  @AGAIN-013
  Scenario Outline: The place of a session that was empty at first
    Given "ana" of app "shop" remembers "tea for the office" in session "monday"
    And "ana" of app "shop" adds the session "tuesday" without events
    And "ana" of app "shop" remembers "tea for the garden" in session "wednesday"
    When "ana" of app "shop" remembers "tea for the kitchen" in session "tuesday"
    And "ana" of app "shop" searches for "tea"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it took its place while it was empty
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L123-128, L167
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L46
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L64, L82
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L68, L115
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68, L122
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105, L162
      | texts                                                             | order         |
      | "tea for the office", "tea for the kitchen", "tea for the garden" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: sessions have no places
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105, L131
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79, L100
      | texts                                                             | order        |
      | "tea for the office", "tea for the kitchen", "tea for the garden" | in any order |

  @AGAIN-014 @must
  Scenario: Two additions at the same moment leave the other sessions as they are
    Given "ana" of app "travel" remembers "the spare key is under the blue pot" in session "sunday"
    When "ana" of app "travel" adds the session "monday" twice at once, with the 5 texts "early draft 1" to "early draft 5" and with the 3 texts "late draft 1" to "late draft 3"
    Then "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "key"
