Feature: Queries of an unusual form
  A model decides what to search for, and sometimes that is nothing, or a page. In the services described here no such query
  gives all memories.

  Background:
    Given a word stored nowhere finds nothing

  @QUERY-010
  Scenario Outline: An empty query
    Catches a service that gives everything to whoever asks for nothing.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for <query>
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: no word, no memory
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L145-147, L205-208
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L149-151, L170-173
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L95-96, L116-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L53-58
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L112, L122-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L119, L129-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L121, L136-142
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L159, L174-180
      | query   | what    |
      | ""      | nothing |
      | " "     | nothing |
      | "     " | nothing |

  @QUERY-011
  Scenario Outline: A query of spaces, and a text of spaces
    Catches a search that compares whole texts.

    Given "ana" of app "shop" adds the session "monday":
      | text     |
      | "   "    |
      | buy milk |
    And "ana" of app "shop" finds "buy milk" by "milk"
    When "ana" of app "shop" searches for "   "
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: neither holds a word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L94-96, L145-147, L205-208
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L76-78, L149-151, L170-173
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L95-96, L116-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L53-58
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L112, L122-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L119, L129-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L121, L132-133, L136-142
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L159, L170-171, L174-180
      | what    |
      | nothing |

  @QUERY-012
  Scenario Outline: A query that is nothing but a sign
    Catches a query that is taken for a pattern: of SQL, of file names, of regular expressions.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: a sign is no pattern
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query | what    |
      | %     | nothing |
      | *     | nothing |
      | _     | nothing |
      | ?     | nothing |
      | .*    | nothing |
      | ^     | nothing |

  @QUERY-013
  Scenario Outline: What would be an operator to a full-text search
    Catches a query that is handed to a full-text search as it is.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they are words or signs like any other
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query               | what                               |
      | parcel -monday      | "the parcel was shipped on monday" |
      | NOT parcel          | "the parcel was shipped on monday" |
      | umbrella AND parcel | "the parcel was shipped on monday" |
      | parcel *            | "the parcel was shipped on monday" |

  @QUERY-014
  Scenario Outline: A query of five hundred words
    Catches a query that is cut off after so many words or characters.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for 500 words, the last of them "shipped"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the last word counts like the first
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | what                               |
      | "the parcel was shipped on monday" |
