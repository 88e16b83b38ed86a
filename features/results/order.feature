Feature: The order of what comes back
  Whoever reads only the first memories depends on which come first: the best, the oldest, the newest, or any. These
  services decided differently, and none of them looks at the clock.

  Background:
    Given a word stored nowhere finds nothing

  @ORDER-001
  Scenario Outline: Memories that share one, two or three words with the query
    Given "ana" of app "shop" adds the session "monday":
      | text                      |
      | the deploy is ready       |
      | lunch is ready            |
      | deploy status still ready |
      | nothing else to report    |
    When "ana" of app "shop" searches for "deploy status ready"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: most words first
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L169-175, L192-194
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L174-179, L196
      | texts                                                                |
      | "deploy status still ready", "the deploy is ready", "lunch is ready" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: as they were said
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-130
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-67
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-99
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-139
      | texts                                                                |
      | "the deploy is ready", "lunch is ready", "deploy status still ready" |

  @ORDER-002
  Scenario Outline: A text that says one word of the query over and over
    Given "ana" of app "shop" adds the session "monday":
      | text                |
      | tea tea tea tea tea |
      | tea and milk        |
    When "ana" of app "shop" searches for "tea milk"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: repeating a word does not raise a text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L169-175, L192-194
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L174-179, L196
      | texts                                 |
      | "tea and milk", "tea tea tea tea tea" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: as they were said
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-130
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-67
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-99
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-139
      | texts                                 |
      | "tea tea tea tea tea", "tea and milk" |

  @ORDER-003
  Scenario Outline: A query that says one of its words over and over
    Were every word of the query counted, "tea at lunch" would come before "milk in the morning".

    Given "ana" of app "shop" adds the session "monday":
      | text                |
      | milk in the morning |
      | tea at lunch        |
      | tea with milk       |
    When "ana" of app "shop" searches for "tea Tea TEA tea milk"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: each word counts once, whatever its case
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L134-137, L169-175, L192-194, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L121, L136-141, L157
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L159, L174-179, L196
      | texts                                                  |
      | "tea with milk", "milk in the morning", "tea at lunch" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: as they were said
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-130
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-67
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-99
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-139
      | texts                                                  |
      | "milk in the morning", "tea at lunch", "tea with milk" |

  @ORDER-004
  Scenario Outline: Words that stand in different parts of one content
    Given "ana" of app "shop" adds the session "monday":
      | parts                                |
      | "tea for the office"                 |
      | "tea for the garden", "milk as well" |
    When "ana" of app "shop" searches for "tea milk"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the words of all parts count
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L83-92, L169-175, L192-194
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-142, L157
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-180, L196
      | texts                                                   |
      | "tea for the garden milk as well", "tea for the office" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: as they were said
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-130
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-67
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-99
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-139
      | texts                                                   |
      | "tea for the office", "tea for the garden milk as well" |

  @ORDER-006
  Scenario Outline: A long text and a short one, a rare word and a common one
    Catches a search engine behind the service, which prefers short texts and rare words: there "oolong" comes first.

    Given "ana" of app "shop" adds the session "monday":
      | text                                                            |
      | after the long walk we had some tea in the kitchen with the cat |
      | tea at noon                                                     |
      | oolong                                                          |
    When "ana" of app "shop" searches for "oolong tea"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: neither length nor rarity counts
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L169-175, L192-194
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-130
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-67
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-99
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-139
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L174-179, L196
      | texts                                                                                      |
      | "after the long walk we had some tea in the kitchen with the cat", "tea at noon", "oolong" |

  @ORDER-007
  Scenario Outline: Events of one session whose ids and times run backwards
    Catches a service that sorts by time or by id, be it the newest first or the oldest.

    Given "ana" of app "shop" adds the session "monday":
      | id  | time                 | text               |
      | e-9 | 2026-03-09T08:00:00Z | tea for the office |
      | e-5 | 2026-03-05T08:00:00Z | tea for the garden |
      | e-7 | 2026-03-07T08:00:00Z | tea for the attic  |
    When "ana" of app "shop" searches for "tea"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: as the session lists them
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L167-168, L192-194
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-132
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L100-101
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L46-47
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L82-83
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L115-116
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L122-123
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L162-163, L196
      | texts                                                           |
      | "tea for the office", "tea for the garden", "tea for the attic" |

  @ORDER-008
  Scenario Outline: Sessions whose names and times run backwards
    Given "ana" of app "shop" adds the sessions:
      | session | time                 | text               |
      | zebra   | 2026-03-09T08:00:00Z | tea for the office |
      | mole    | 2026-03-05T08:00:00Z | tea for the garden |
      | ape     | 2026-03-01T08:00:00Z | tea for the attic  |
    When "ana" of app "shop" searches for "tea"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: as they were first added
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L167-168, L192-194
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L46-47
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L82-83
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L115-116
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L122-123
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L162-163, L196
      | texts                                                           | order         |
      | "tea for the office", "tea for the garden", "tea for the attic" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: in no order that could be relied on
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-132
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L100-101
      | texts                                                           | order        |
      | "tea for the office", "tea for the garden", "tea for the attic" | in any order |

  @ORDER-009
  Scenario Outline: The best memory stands in the last session
    Given "ana" of app "shop" adds the sessions:
      | session | text                    |
      | monday  | tea for the office      |
      | tuesday | tea for the garden      |
      | friday  | green tea for the attic |
    When "ana" of app "shop" searches for "green tea"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it comes first, then the sessions as they were added
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L169-175, L192-194
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L174-179, L196
      | texts                                                                 | order         |
      | "green tea for the attic", "tea for the office", "tea for the garden" | in this order |

    @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: the sessions as they were added
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L45-67
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L80-99
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L113-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L120-139
      | texts                                                                 | order         |
      | "tea for the office", "tea for the garden", "green tea for the attic" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: in no order that could be relied on
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L98-130
      | texts                                                                 | order        |
      | "tea for the office", "tea for the garden", "green tea for the attic" | in any order |

  @ORDER-010
  Scenario Outline: Sessions that are named by numbers
    An object of JavaScript lists its whole-number keys first, whenever they were set.

    Given "ana" of app "shop" adds the sessions:
      | session | text               |
      | 10      | tea for the office |
      | attic   | tea for the attic  |
      | 2       | tea for the garden |
      | cellar  | tea for the cellar |
    When "ana" of app "shop" searches for "tea"
    Then <texts> come back <order>

    @adk-go-1.7 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: as they were first added
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L167-168, L192-194
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L82-83
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L115-116
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L122-123
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L162-163, L196
      | texts                                                                                 | order         |
      | "tea for the office", "tea for the attic", "tea for the garden", "tea for the cellar" | in this order |

    @adk-js-2.0
    Examples: numbers first, from the smallest
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L46-47
      | texts                                                                                 | order         |
      | "tea for the garden", "tea for the office", "tea for the attic", "tea for the cellar" | in this order |

    @adk-go-2.2 @adk-java-1.8
    Examples: in no order that could be relied on
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-132
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L100-101
      | texts                                                                                 | order        |
      | "tea for the office", "tea for the attic", "tea for the garden", "tea for the cellar" | in any order |
