Feature: Accents
  An accented letter may be one character or two: U+00E9 is é, and so is e with U+0301 behind. To the eye they are one, and
  which of them a text holds depends on where it was typed.

  Background:
    Given a word stored nowhere finds nothing

  @ACCENT-001
  Scenario Outline: A word with an accent
    Catches a search that does without accents, as SQLite's full-text search: it finds *café* by *cafe*.

    Given "ana" of app "shop" remembers "we meet at the café today"
    And "ana" of app "shop" finds it by "meet"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the same spelling finds it, in small letters and in capitals
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what                        |
      | café  | "we meet at the café today" |
      | CAFÉ  | "we meet at the café today" |
      | cafe  | nothing                     |

    @adk-java-1.8 @adk-js-2.0
    Examples: nothing finds it
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query | what    |
      | café  | nothing |
      | CAFÉ  | nothing |
      | cafe  | nothing |

  @ACCENT-002
  Scenario Outline: A piece of a word, up to its accent or behind it
    Given "ana" of app "shop" remembers "a naïve waiter at the café"
    And "ana" of app "shop" finds it by "waiter"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it is not cut
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what    |
      | caf   | nothing |
      | na    | nothing |
      | ve    | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: each piece is a word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query | what                         |
      | caf   | "a naïve waiter at the café" |
      | na    | "a naïve waiter at the café" |
      | ve    | "a naïve waiter at the café" |

  @ACCENT-003
  Scenario Outline: The same accent, written as one character or as two, or left out
    Given "ana" of app "shop" remembers "we meet at the <stored> today"
    And "ana" of app "shop" finds it by "meet"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: they are two words
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | stored     | query      | what    |
      | caf\u00e9  | cafe\u0301 | nothing |
      | cafe\u0301 | caf\u00e9  | nothing |
      | cafe\u0301 | cafe       | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: the text is cut at the accent that is a character of its own, which leaves cafe
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      | stored     | query      | what                              |
      | caf\u00e9  | cafe\u0301 | nothing                           |
      | cafe\u0301 | caf\u00e9  | nothing                           |
      | cafe\u0301 | cafe       | "we meet at the cafe\u0301 today" |

    @adk-python-2.10 @adk-python-2.13
    Examples: they are one word
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | stored     | query      | what                              |
      | caf\u00e9  | cafe\u0301 | "we meet at the caf\u00e9 today"  |
      | cafe\u0301 | caf\u00e9  | "we meet at the cafe\u0301 today" |
      | cafe\u0301 | cafe       | nothing                           |
