Feature: Signs beside and inside words
  A full stop at the end of a sentence, an apostrophe, a hyphen: some services keep them on the word, some cut them off the
  text but not off the query, some cut them off both.

  Background:
    Given a word stored nowhere finds nothing

  @PUNCT-001
  Scenario Outline: A sign after or around a word of the text
    Given "ana" of app "shop" remembers "the demo works <word> today"
    And "ana" of app "shop" finds it by "demo"
    When "ana" of app "shop" searches for "great"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: the sign stays on the word, which is lost
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | word      | what    |
      | great,    | nothing |
      | great!    | nothing |
      | (great)   | nothing |
      | \"great\" | nothing |
      | great...  | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the text is cut at signs
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L108-113
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | word      | what                             |
      | great,    | "the demo works great, today"    |
      | great!    | "the demo works great! today"    |
      | (great)   | "the demo works (great) today"   |
      | \"great\" | "the demo works \"great\" today" |
      | great...  | "the demo works great... today"  |

  @PUNCT-002
  Scenario Outline: A sign beside a word of the query
    A question mark at the end of a question is enough.

    Given "ana" of app "shop" remembers "the demo works great today"
    And "ana" of app "shop" finds it by "demo"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: the sign stays on the word, which is lost
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L134-136, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L110, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query     | what    |
      | great,    | nothing |
      | great?    | nothing |
      | (great)   | nothing |
      | \"great\" | nothing |
      | so,great  | nothing |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: the query is cut at signs
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L112
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L119
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L121
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L159
      | query     | what                         |
      | great,    | "the demo works great today" |
      | great?    | "the demo works great today" |
      | (great)   | "the demo works great today" |
      | \"great\" | "the demo works great today" |
      | so,great  | "the demo works great today" |

  @PUNCT-003
  Scenario Outline: The same sign in the text and in the query
    Given "ana" of app "shop" remembers "the demo works great!"
    And "ana" of app "shop" finds it by "demo"
    When "ana" of app "shop" searches for "great!"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: both sides keep the sign, or both lose it
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | what                    |
      | "the demo works great!" |

    @adk-java-1.8 @adk-js-2.0 @segmented
    Examples: one side keeps the sign, the other loses it
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | what    |
      | nothing |

  @PUNCT-004
  Scenario Outline: A word with an apostrophe
    Given "ana" of app "shop" remembers "I don't know the way"
    And "ana" of app "shop" finds it by "know"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query | what                   |
      | don't | "I don't know the way" |
      | don   | nothing                |
      | dont  | nothing                |

    @adk-java-1.8 @adk-js-2.0
    Examples: the text is cut at the apostrophe, the query is not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query | what                   |
      | don't | nothing                |
      | don   | "I don't know the way" |
      | dont  | nothing                |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: text and query are cut at the apostrophe
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what                   |
      | don't | "I don't know the way" |
      | don   | "I don't know the way" |
      | dont  | nothing                |

    @segmented
    Examples: the query is cut at the apostrophe, the text is not
      | query | what    |
      | don't | nothing |
      | don   | nothing |
      | dont  | nothing |

  @PUNCT-005
  Scenario Outline: A straight apostrophe in the text, a curly one in the query
    Phones type ’ where a keyboard types '.

    Given "ana" of app "shop" remembers "tell me what's on"
    And "ana" of app "shop" finds it by "tell"
    When "ana" of app "shop" searches for "what’s"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: the query is another word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | what    |
      | nothing |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: both are cut at the apostrophe, whichever it is
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | what                |
      | "tell me what's on" |

  @PUNCT-006
  Scenario Outline: A word with a hyphen
    Given "ana" of app "shop" remembers "a built-in oven with a door"
    And "ana" of app "shop" finds it by "oven"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query    | what                          |
      | built-in | "a built-in oven with a door" |
      | built    | nothing                       |
      | built in | nothing                       |
      | builtin  | nothing                       |

    @adk-java-1.8 @adk-js-2.0
    Examples: the text is cut at the hyphen, the query is not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query    | what                          |
      | built-in | nothing                       |
      | built    | "a built-in oven with a door" |
      | built in | "a built-in oven with a door" |
      | builtin  | nothing                       |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: text and query are cut at the hyphen
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query    | what                          |
      | built-in | "a built-in oven with a door" |
      | built    | "a built-in oven with a door" |
      | built in | "a built-in oven with a door" |
      | builtin  | nothing                       |

    @segmented
    Examples: the query is cut at the hyphen, the text is not
      | query    | what    |
      | built-in | nothing |
      | built    | nothing |
      | built in | nothing |
      | builtin  | nothing |

  @PUNCT-007
  Scenario Outline: A word with an underscore
    Given "ana" of app "shop" remembers "the error_code is seven"
    And "ana" of app "shop" finds it by "seven"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query      | what                      |
      | error_code | "the error_code is seven" |
      | error      | nothing                   |
      | code_error | nothing                   |

    @adk-java-1.8 @adk-js-2.0
    Examples: the text is cut at the underscore, the query is not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query      | what                      |
      | error_code | nothing                   |
      | error      | "the error_code is seven" |
      | code_error | nothing                   |

    @adk-python-1.10 @adk-python-2.0
    Examples: text and query are cut at the underscore
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query      | what                      |
      | error_code | "the error_code is seven" |
      | error      | "the error_code is seven" |
      | code_error | "the error_code is seven" |

    @segmented
    Examples: the query is cut at the underscore, the text is not
      | query      | what    |
      | error_code | nothing |
      | error      | nothing |
      | code_error | nothing |

  @PUNCT-008
  Scenario Outline: A version number with dots
    The third query names another release.

    Given "ana" of app "shop" remembers "release v2.4.0 is out now"
    And "ana" of app "shop" finds it by "release"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query  | what                        |
      | v2.4.0 | "release v2.4.0 is out now" |
      | 2.4.0  | nothing                     |
      | v9.4.1 | nothing                     |

    @adk-java-1.8 @adk-js-2.0 @segmented
    Examples: nothing finds it
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query  | what    |
      | v2.4.0 | nothing |
      | 2.4.0  | nothing |
      | v9.4.1 | nothing |

    @adk-python-1.10 @adk-python-2.0
    Examples: the letter v is all that is compared
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query  | what                        |
      | v2.4.0 | "release v2.4.0 is out now" |
      | 2.4.0  | nothing                     |
      | v9.4.1 | "release v2.4.0 is out now" |

    @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: each number between the dots is a word
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query  | what                        |
      | v2.4.0 | "release v2.4.0 is out now" |
      | 2.4.0  | "release v2.4.0 is out now" |
      | v9.4.1 | "release v2.4.0 is out now" |

  @PUNCT-009
  Scenario Outline: An e-mail address
    The third query is the address of somebody else.

    Given "ana" of app "shop" remembers "write to mia@example.com about it"
    And "ana" of app "shop" finds it by "write"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is one word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query           | what                                |
      | mia@example.com | "write to mia@example.com about it" |
      | mia             | nothing                             |
      | joe@example.com | nothing                             |

    @adk-java-1.8 @adk-js-2.0
    Examples: the text is cut at the signs, the query is not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query           | what                                |
      | mia@example.com | nothing                             |
      | mia             | "write to mia@example.com about it" |
      | joe@example.com | nothing                             |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: text and query are cut at the signs, so that com is enough
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query           | what                                |
      | mia@example.com | "write to mia@example.com about it" |
      | mia             | "write to mia@example.com about it" |
      | joe@example.com | "write to mia@example.com about it" |

    @segmented
    Examples: the query is cut at the signs, the text is not
      | query           | what    |
      | mia@example.com | nothing |
      | mia             | nothing |
      | joe@example.com | nothing |

  @PUNCT-010
  Scenario Outline: A word of signs only
    Given "ana" of app "shop" remembers "really !!! are you sure"
    And "ana" of app "shop" finds it by "really"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is a word like any other
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query | what                      |
      | !!!   | "really !!! are you sure" |
      | !     | nothing                   |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: signs make no word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what    |
      | !!!   | nothing |
      | !     | nothing |
