Feature: Words where two parts meet
  A message may come in parts. Each word belongs to its part, and where two parts meet there is a border.

  Background:
    Given a word stored nowhere finds nothing

  @PART-010
  Scenario Outline: A word that is cut in two by a border
    Catches parts that are joined without a space between them.

    Given "li" of app "weather" adds the session "monday":
      | parts                      |
      | "the fore", "cast is good" |
      | "noted celsius"            |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: each half is a word of its own
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-92, L105
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-74
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L106-114
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-52
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L119-121
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-128
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-131
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-169
      | query    | what                    |
      | forecast | nothing                 |
      | fore     | "the fore cast is good" |
      | cast     | "the fore cast is good" |

  @PART-011
  Scenario Outline: A Chinese word that is cut in two by a border
    Given "li" of app "weather" adds the session "monday":
      | parts                    |
      | "我喜欢机器", "学习很好" |
      | "noted celsius"          |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: a half is found inside its part, the whole word is not
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L84-91, L105, L136, L169-174
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-179
      | query    | what                  |
      | 机器学习 | nothing               |
      | 学习     | "我喜欢机器 学习很好" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: neither is a word of the text
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-74, L131-133, L148-165
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L106-114, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-52, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-121, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-128, L132
      | query    | what    |
      | 机器学习 | nothing |
      | 学习     | nothing |

    @segmented
    Examples: the query is cut into its halves
      | query    | what                  |
      | 机器学习 | "我喜欢机器 学习很好" |
      | 学习     | "我喜欢机器 学习很好" |

  @PART-012
  Scenario Outline: A query with a no-break space where the parts meet
    Catches a service that takes the no-break space and the border between the parts for one.

    Given "li" of app "weather" adds the session "monday":
      | parts                    |
      | "我喜欢机器", "学习很好" |
      | "noted celsius"          |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "器\u00a0学"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: no word of the query is found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L84-91, L105, L134-136, L169-174
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-74, L110, L131-133, L148-165
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-114, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-52, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L112, L119-121, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L119, L126-128, L132
      | what    |
      | nothing |

    @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: it is two words, one of each part
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L121, L128-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L159, L166-179
      | what                  |
      | "我喜欢机器 学习很好" |

  @PART-014
  Scenario Outline: An empty part between two others
    Catches a service that stops at the empty part.

    Given "ana" of app "shop" adds the session "monday":
      | parts                      |
      | "the ferry", "", "the bus" |
    And "ana" of app "shop" finds "the ferry the bus" by "ferry"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it adds nothing, and what stands beside it stays apart
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-92, L105
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-74
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L106-114
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-52
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L119-121
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-128
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-131
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-169
      | query     | what                |
      | bus       | "the ferry the bus" |
      | ferry bus | "the ferry the bus" |
      | ferrythe  | nothing             |
