Feature: What counts as the same word
  People seldom ask with the very words that were said. The services described here compare whole words: they forgive no
  spelling, know no synonym, and find no word too common to count.

  Background:
    Given a word stored nowhere finds nothing

  @WORD-010
  Scenario Outline: A part of a word
    Catches a search inside words, such as one by SQL's LIKE, which finds *cat* in *category*.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: only whole words are compared
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query | what    |
      | ship  | nothing |
      | hipp  | nothing |
      | mon   | nothing |

  @WORD-011
  Scenario Outline: Another form of a word
    Catches stemming, which takes *shipping* and *shipped* for one word.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: each form is a word of its own
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query    | what    |
      | ships    | nothing |
      | shipping | nothing |
      | parcels  | nothing |

  @WORD-012
  Scenario Outline: A misspelt word and a synonym
    Catches a search by likeness, of letters or of meaning.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: almost equal is not equal
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query   | what    |
      | parsel  | nothing |
      | shiped  | nothing |
      | package | nothing |

  @WORD-013
  Scenario Outline: The small words of a sentence
    Catches a list of stop words: an index that drops *the* and *is* finds nothing here.

    Given "ana" of app "shop" remembers "the cat is on the mat"
    And "ana" of app "shop" finds it by "cat"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: every word counts
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L51-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-179
      | query | what                    |
      | the   | "the cat is on the mat" |
      | is    | "the cat is on the mat" |
      | of on | "the cat is on the mat" |

  @WORD-014
  Scenario Outline: A query of several words
    Catches a search that demands every word of the query.

    Given "ana" of app "shop" adds the session "monday":
      | text                   |
      | the parcel was shipped |
      | the invoice was paid   |
    And "ana" of app "shop" finds "the invoice was paid" by "invoice"
    When "ana" of app "shop" searches for "<query>"
    Then <what> come back in any order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: any shared word is enough
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L169-174
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L106-120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-58
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L119-125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L131-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L169-179
      | query           | what                                             |
      | parcel umbrella | "the parcel was shipped"                         |
      | parcel invoice  | "the invoice was paid", "the parcel was shipped" |
      | umbrella ladder | nothing                                          |
