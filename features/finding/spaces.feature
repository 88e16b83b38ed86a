Feature: What separates two words
  Between two words there may be a space, and there may be a tab, a line end or a space of another width. ADK Go separates words
  at the plain space alone, in texts and in queries.

  Background:
    Given a word stored nowhere finds nothing

  @SPACE-001
  Scenario Outline: More spaces than needed
    Catches a text that comes back trimmed, and a query that is compared as a whole.

    Given "ana" of app "shop" remembers "  buy   milk  today "
    And "ana" of app "shop" finds it by "milk"
    When "ana" of app "shop" searches for <query>
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: spaces part words and mean nothing more
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L205-208
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L170-173
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query             | what                   |
      | " today"          | "  buy   milk  today " |
      | "today   "        | "  buy   milk  today " |
      | "  eggs   today " | "  buy   milk  today " |

  @SPACE-002
  Scenario Outline: No plain space between two words of a text
    In turn: a tab, a line end, the no-break space of web pages, the em space, the wide space of Chinese and
    Japanese keyboards, and the zero-width space. A list that was typed line by line loses the words at its line ends.

    Given "ana" of app "shop" remembers "buy milk<between>bread today"
    And "ana" of app "shop" finds it by "today"
    When "ana" of app "shop" searches for "milk"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: only the plain space separates words
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | between | what    |
      | \t      | nothing |
      | \u000a  | nothing |
      | \u00a0  | nothing |
      | \u2003  | nothing |
      | \u3000  | nothing |
      | \u200b  | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the text is cut at whatever is no part of a word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L108-113
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | between | what                        |
      | \t      | "buy milk\tbread today"     |
      | \u000a  | "buy milk\u000abread today" |
      | \u00a0  | "buy milk\u00a0bread today" |
      | \u2003  | "buy milk\u2003bread today" |
      | \u3000  | "buy milk\u3000bread today" |
      | \u200b  | "buy milk\u200bbread today" |

  @SPACE-003
  Scenario Outline: No plain space between two words of a query
    The same characters in turn: tab, line end, no-break, em, wide and zero-width space.

    Given "ana" of app "shop" remembers "buy milk and bread today"
    And "ana" of app "shop" finds it by "today"
    When "ana" of app "shop" searches for "milk<between>honey"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: only the plain space separates words
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L134-136, L205-208
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L110, L170-173
      | between | what    |
      | \t      | nothing |
      | \u000a  | nothing |
      | \u00a0  | nothing |
      | \u2003  | nothing |
      | \u3000  | nothing |
      | \u200b  | nothing |

    @adk-java-1.8
    Examples: the white space of ASCII separates words
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96
      | between | what                       |
      | \t      | "buy milk and bread today" |
      | \u000a  | "buy milk and bread today" |
      | \u00a0  | nothing                    |
      | \u2003  | nothing                    |
      | \u3000  | nothing                    |
      | \u200b  | nothing                    |

    @adk-js-2.0
    Examples: the white space of Unicode separates words, to which the zero-width space does not belong
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | between | what                       |
      | \t      | "buy milk and bread today" |
      | \u000a  | "buy milk and bread today" |
      | \u00a0  | "buy milk and bread today" |
      | \u2003  | "buy milk and bread today" |
      | \u3000  | "buy milk and bread today" |
      | \u200b  | nothing                    |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: the query is cut at whatever is no part of a word
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L112
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L119
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L121
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L159
      | between | what                       |
      | \t      | "buy milk and bread today" |
      | \u000a  | "buy milk and bread today" |
      | \u00a0  | "buy milk and bread today" |
      | \u2003  | "buy milk and bread today" |
      | \u3000  | "buy milk and bread today" |
      | \u200b  | "buy milk and bread today" |

  @SPACE-004
  Scenario Outline: A query with the line end of the terminal
    A program that reads a line and sends it untrimmed never finds anything by its last word. An example of ADK Go does so.

    Given "ana" of app "shop" remembers "notes of my trip"
    And "ana" of app "shop" finds it by "notes"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: the line end stays on the last word, which is lost
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L134-136, L205-208
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L110, L170-173
      | query                   | what    |
      | trip\u000a              | nothing |
      | lisbon trip\u000d\u000a | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: the line end is no part of the word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L112
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L119
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L121
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L159
      | query                   | what               |
      | trip\u000a              | "notes of my trip" |
      | lisbon trip\u000d\u000a | "notes of my trip" |

  @SPACE-005
  Scenario Outline: A text that is a tab or a line end and nothing else
    Given "ana" of app "shop" adds the session "monday":
      | text     |
      | <text>   |
      | buy milk |
    And "ana" of app "shop" finds "buy milk" by "milk"
    When "ana" of app "shop" searches for "<text>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is a word like any other
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L94-96, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L76-78, L167-178
      | text   | what     |
      | \t     | "\t"     |
      | \u000a | "\u000a" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: it holds no word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L108-113, L116-118
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L53-55, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L122-123
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L129-130
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L132-133
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L170-171
      | text   | what    |
      | \t     | nothing |
      | \u000a | nothing |
