Feature: Numbers
  Order numbers, flights, dates: what people come back for. Where words are made of letters only, a number is not there at
  all.

  Background:
    Given a word stored nowhere finds nothing

  @DIGITS-001
  Scenario Outline: A query of digits only
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" searches for "4521"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: digits are part of words
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | what                     |
      | "order 4521 was shipped" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: only letters make words
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | what    |
      | nothing |

  @DIGITS-002
  Scenario Outline: A piece of a number, and a longer number
    Catches a search inside words: order 452 is not order 4521.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: a number is equal, or it is another
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query | what    |
      | 452   | nothing |
      | 521   | nothing |
      | 45210 | nothing |

  @DIGITS-003
  Scenario Outline: Letters and digits in one word
    Given "ana" of app "shop" remembers "flight LH447 leaves at noon"
    And "ana" of app "shop" finds it by "flight"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what                          |
      | lh447 | "flight LH447 leaves at noon" |
      | lh    | nothing                       |
      | 447   | nothing                       |

    @adk-java-1.8 @adk-js-2.0
    Examples: the text is cut at the digits, the query is not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query | what                          |
      | lh447 | nothing                       |
      | lh    | "flight LH447 leaves at noon" |
      | 447   | nothing                       |

    @adk-python-1.10 @adk-python-2.0
    Examples: the letters are all that is compared
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query | what                          |
      | lh447 | "flight LH447 leaves at noon" |
      | lh    | "flight LH447 leaves at noon" |
      | 447   | nothing                       |

  @DIGITS-004
  Scenario Outline: A date
    The third query is another day of another year. The two have the month in common.

    Given "ana" of app "shop" remembers "we meet on 2026-03-05 at the pier"
    And "ana" of app "shop" finds it by "pier"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query      | what                                |
      | 2026-03-05 | "we meet on 2026-03-05 at the pier" |
      | 2026       | nothing                             |
      | 2031-03-01 | nothing                             |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @segmented
    Examples: nothing finds it
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query      | what    |
      | 2026-03-05 | nothing |
      | 2026       | nothing |
      | 2031-03-01 | nothing |

    @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: year, month and day are a word each
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query      | what                                |
      | 2026-03-05 | "we meet on 2026-03-05 at the pier" |
      | 2026       | "we meet on 2026-03-05 at the pier" |
      | 2031-03-01 | "we meet on 2026-03-05 at the pier" |

  @DIGITS-005
  Scenario Outline: Full-width digits
    Japanese and Chinese keyboards type ４５２１ as well as 4521. Catches a service that takes the two for one.

    Given "li" of app "shop" remembers "my locker has the pin <stored> now"
    And "li" of app "shop" finds it by "locker"
    When "li" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they are digits, and others than the plain ones
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | stored   | query    | what                                 |
      | ４５２１ | ４５２１ | "my locker has the pin ４５２１ now" |
      | 4521     | ４５２１ | nothing                              |
      | ４５２１ | 4521     | nothing                              |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: only letters make words
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | stored   | query    | what    |
      | ４５２１ | ４５２１ | nothing |
      | 4521     | ４５２１ | nothing |
      | ４５２１ | 4521     | nothing |
