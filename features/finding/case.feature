Feature: Capital and small letters
  All these services compare in small letters. Which letter is the small one of another, each language tells in its own way.

  Background:
    Given a word stored nowhere finds nothing

  @CASE-010
  Scenario Outline: A query in capitals
    Catches a service that puts the text into small letters and not the query.

    Given "ana" of app "shop" remembers "the parcel was Shipped today"
    And "ana" of app "shop" finds it by "parcel"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: capitals make no difference
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L209
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L174
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L96, L111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L79
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L52
      | query   | what                           |
      | SHIPPED | "the parcel was Shipped today" |
      | ShIpPeD | "the parcel was Shipped today" |
      | PARCEL  | "the parcel was Shipped today" |

  @CASE-011
  Scenario Outline: Capitals beyond the English alphabet
    Given "ana" of app "shop" remembers "we met near <stored> last year"
    And "ana" of app "shop" finds it by "met"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they have their small letters
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | stored | query  | what                           |
      | МОСКВА | москва | "we met near МОСКВА last year" |
      | ÉCOLE  | école  | "we met near ÉCOLE last year"  |

    @adk-java-1.8 @adk-js-2.0
    Examples: text and query never meet
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | stored | query  | what    |
      | МОСКВА | москва | nothing |
      | ÉCOLE  | école  | nothing |

    @adk-python-1.10 @adk-python-2.0
    Examples: only plain letters are compared: COLE and cole meet, Cyrillic has none
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | stored | query  | what                          |
      | МОСКВА | москва | nothing                       |
      | ÉCOLE  | école  | "we met near ÉCOLE last year" |

  @CASE-012
  Scenario Outline: The Turkish İ
    The small letter of İ is i for Go, and i with a combining dot for Java, JavaScript and Python.

    Given "ana" of app "shop" remembers "my trip to İstanbul was long"
    And "ana" of app "shop" finds it by "trip"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: its small letter is a plain i
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query    | what                           |
      | istanbul | "my trip to İstanbul was long" |
      | İstanbul | "my trip to İstanbul was long" |
      | stanbul  | nothing                        |

    @adk-java-1.8 @adk-js-2.0
    Examples: the text loses it, the query does not
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query    | what                           |
      | istanbul | nothing                        |
      | İstanbul | nothing                        |
      | stanbul  | "my trip to İstanbul was long" |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.10 @adk-python-2.13
    Examples: the rest of the word is found without it
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L55-73
      | query    | what                           |
      | istanbul | nothing                        |
      | İstanbul | "my trip to İstanbul was long" |
      | stanbul  | "my trip to İstanbul was long" |

    @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: its small letter is an i with a second dot
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      | query    | what                           |
      | istanbul | nothing                        |
      | İstanbul | "my trip to İstanbul was long" |
      | stanbul  | nothing                        |

  @CASE-013
  Scenario Outline: The sign for kelvin, a K to the eye
    Given "ana" of app "shop" remembers "it melts at 300 <stored> or so"
    And "ana" of app "shop" finds it by "melts"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: its small letter is a plain k
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | stored | query  | what                           |
      | \u212a | k      | "it melts at 300 \u212a or so" |
      | k      | \u212a | "it melts at 300 k or so"      |

    @adk-java-1.8 @adk-js-2.0
    Examples: it becomes a k in the query, and no letter in the text
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | stored | query  | what                      |
      | \u212a | k      | nothing                   |
      | k      | \u212a | "it melts at 300 k or so" |

    @adk-python-1.10 @adk-python-2.0
    Examples: it is no letter
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | stored | query  | what    |
      | \u212a | k      | nothing |
      | k      | \u212a | nothing |

  @CASE-014
  Scenario Outline: A Greek sigma at the end of a word
    Greek writes ς at the end of a word and σ elsewhere; the capital of both is Σ.

    Given "ana" of app "shop" remembers "the sign says ΟΔΟΣ there"
    And "ana" of app "shop" finds it by "sign"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: the small letter of Σ is σ everywhere
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query | what                       |
      | οδος  | nothing                    |
      | οδοσ  | "the sign says ΟΔΟΣ there" |
      | ΟΔΟΣ  | "the sign says ΟΔΟΣ there" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: text and query never meet
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query | what    |
      | οδος  | nothing |
      | οδοσ  | nothing |
      | ΟΔΟΣ  | nothing |

    @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the small letter of Σ is ς at the end of a word
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what                       |
      | οδος  | "the sign says ΟΔΟΣ there" |
      | οδοσ  | nothing                    |
      | ΟΔΟΣ  | "the sign says ΟΔΟΣ there" |

  @CASE-015
  Scenario Outline: The German sharp s
    Catches case folding, for which ß and ss are one.

    Given "ana" of app "shop" remembers "die Straße ist lang"
    And "ana" of app "shop" finds it by "lang"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: ß and ẞ are one letter, and ss is another word
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query   | what                  |
      | straße  | "die Straße ist lang" |
      | STRAẞE  | "die Straße ist lang" |
      | strasse | nothing               |

    @adk-java-1.8 @adk-js-2.0
    Examples: text and query never meet
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      | query   | what    |
      | straße  | nothing |
      | STRAẞE  | nothing |
      | strasse | nothing |

  @CASE-016
  Scenario Outline: Full-width letters
    Catches a service that takes wide and plain letters for one.

    Given "ana" of app "shop" remembers "he goes to ＡＢＣ school"
    And "ana" of app "shop" finds it by "school"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they are letters, and others than the plain ones
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query  | what                       |
      | ａｂｃ | "he goes to ＡＢＣ school" |
      | abc    | nothing                    |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: they are no letters
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | query  | what    |
      | ａｂｃ | nothing |
      | abc    | nothing |
