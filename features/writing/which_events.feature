Feature: Which events are kept, and what of them is searched
  A session holds more than what people said: calls of tools and what they returned, images, inner speech, half sentences
  while an answer streams, changes of state. One of them must never cost the user the rest.

  @KEEP-001 @must @broken:adk-java-1.8
  Scenario: A session in which a tool was used can still be searched
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-109

    Given "ana" of app "weather" adds the session "monday":
      | author | parts                         |
      | user   | "how is the weather in seoul" |
      | agent  | call get_weather              |
      | agent  | response get_weather          |
      | agent  | "dry and mild until thursday" |
    Then "ana" of app "weather" finds exactly "how is the weather in seoul" by "seoul"
    And "ana" of app "weather" finds exactly "dry and mild until thursday" by "mild"

  @KEEP-002 @must @broken:adk-java-1.8
  Scenario: A tool used in one session does not hide the other sessions of the user
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L100-109

    Given "ana" of app "weather" remembers "temperatures in celsius please"
    When "ana" of app "weather" adds the session "monday":
      | author | parts                |
      | agent  | call get_weather     |
      | agent  | response get_weather |
    Then "ana" of app "weather" finds exactly "temperatures in celsius please" by "celsius"

  @KEEP-003 @must
  Scenario: A tool used by one user does not hide the memories of another
    Given "ana" of app "weather" remembers "temperatures in celsius please"
    When "ben" of app "weather" adds the session "monday":
      | author | parts                |
      | agent  | call get_weather     |
      | agent  | response get_weather |
    Then "ana" of app "weather" finds exactly "temperatures in celsius please" by "celsius"

  @KEEP-004 @must @broken:adk-java-1.8
  Scenario Outline: What is said beside <something else> is found
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-109

    Given "ana" of app "weather" adds the session "monday":
      | author   | parts   |
      | <author> | <parts> |
    Then "ana" of app "weather" finds exactly "<text>" by "<word>"

    Examples:
      | something else | author | parts                                              | text                             | word    |
      | a call         | agent  | "let me ask the weather station", call get_weather | let me ask the weather station   | station |
      | an image       | user   | image, "this cloud hung over the harbour"          | this cloud hung over the harbour | harbour |

  @KEEP-005 @must
  Scenario Outline: An event with <nothing in it> does not hide the others
    Given "ana" of app "weather" remembers "temperatures in celsius please"
    When "ana" of app "weather" adds the session "monday":
      | author | parts                         |
      | agent  | <parts>                       |
      | agent  | "dry and mild until thursday" |
    Then "ana" of app "weather" finds exactly "temperatures in celsius please" by "celsius"
    And "ana" of app "weather" finds exactly "dry and mild until thursday" by "mild"

    Examples:
      | nothing in it | parts      |
      | no content    | no content |
      | no parts      | no parts   |
      | an empty text | ""         |
      | a blank text  | " "        |

  @KEEP-006 @must
  Scenario: A session that holds nothing but state does not hide the others
    Given "ana" of app "weather" remembers "temperatures in celsius please"
    When "ana" of app "weather" adds the session "monday" with the state "unit" set to "celsius"
    Then "ana" of app "weather" finds exactly "temperatures in celsius please" by "celsius"

  @KEEP-007
  Scenario Outline: A preference that stands in the state only
    The state was set to celsius, but no event says the word. Catches a service that makes memories out of state.

    Given a word stored nowhere finds nothing
    And "ana" of app "weather" remembers "the unit is as agreed"
    And "ana" of app "weather" finds it by "agreed"
    And "ana" of app "weather" adds the session "monday" with the state "unit" set to "celsius"
    When "ana" of app "weather" searches for "celsius"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is never found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L83-96
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L67-78
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-114
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-55
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-130
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-133
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-171
      | what    |
      | nothing |

  @KEEP-008
  Scenario Outline: A search for what stands in a part without text
    The call asks for Lisbon, the response says sunny, the image is a PNG. Whether they can be found by that; and whether a
    search survives them.

    Given a word stored nowhere finds nothing
    And "ana" of app "weather" remembers "let me look it up"
    And "ana" of app "weather" finds it by "look"
    And "ana" of app "weather" adds the session "monday":
      | author | parts   |
      | agent  | <parts> |
    When "ana" of app "weather" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: nobody reads it
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L83-96
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L67-78
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-55
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-130
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-133
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-171
      | a part without text | parts                | query  | what    |
      | a call              | call get_weather     | lisbon | nothing |
      | a response          | response get_weather | sunny  | nothing |
      | an image            | image                | png    | nothing |

    @adk-java-1.8
    Examples: the search fails
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-109
      | a part without text | parts                | query  | what     |
      | a call              | call get_weather     | lisbon | an error |
      | a response          | response get_weather | sunny  | an error |
      | an image            | image                | png    | an error |

  @KEEP-009
  Scenario Outline: The session with the call was emptied
    Catches a service that cannot be searched again once a call was in its memory.

    Given "ana" of app "weather" remembers "temperatures in celsius please"
    And "ana" of app "weather" adds the session "monday":
      | author | parts            |
      | agent  | call get_weather |
    And "ana" of app "weather" adds the session "monday" without events
    When "ana" of app "weather" searches for "celsius"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the text is found
      Also by the service in which every search failed before.
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105
      | what                             |
      | "temperatures in celsius please" |

  @KEEP-010
  Scenario Outline: Inner speech
    The agent thought it and did not say it. Catches a service that leaves thoughts out: a choice that many users would
    like better, and that these services did not make.

    Given "ana" of app "shop" adds the session "monday":
      | author | parts                                                                    |
      | agent  | thought "she seems to be allergic to nuts", "i recommend the lemon cake" |
    And "ana" of app "shop" finds "i recommend the lemon cake" by "lemon"
    When "ana" of app "shop" searches for "allergic"
    Then the parts of what comes back are <parts>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it is found, and comes back with what was said
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L83-96
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L67-78
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-114
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-55
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-130
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-133
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-171
      | parts                                                                    |
      | thought "she seems to be allergic to nuts", "i recommend the lemon cake" |

  @KEEP-011
  Scenario Outline: Half a sentence, sent while the answer was streaming
    Catches a service that drops partial events. Session services usually do so before, memory services do not look.

    Given "ana" of app "travel" adds the session "monday":
      | author | text                           | partial |
      | agent  | the ferry to                   | yes     |
      | agent  | the ferry to capri was delayed | no      |
    When "ana" of app "travel" searches for "ferry"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is kept like a whole one
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L78-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L62-88
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L69-78
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31-36
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | texts                                            |
      | "the ferry to", "the ferry to capri was delayed" |

  @KEEP-012
  Scenario Outline: A text of nothing but blanks, and a search for it
    Catches a service in which a blank query finds whatever is blank, or everything.

    Given a word stored nowhere finds nothing
    And "ana" of app "shop" remembers "tea without sugar"
    And "ana" of app "shop" finds it by "sugar"
    And "ana" of app "shop" remembers "<text>"
    When "ana" of app "shop" searches for "<text>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: a tab or a line break is a word, a space is none
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L94-96, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L76-78, L167-178
      | blanks       | text         | what     |
      | spaces       | \u0020\u0020 | nothing  |
      | a tab        | \u0009       | "\u0009" |
      | a line break | \u000a       | "\u000a" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: blanks are no words
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L107-118
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-55, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L119-123
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L126-130
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L128-133
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L166-171
      | blanks       | text         | what    |
      | spaces       | \u0020\u0020 | nothing |
      | a tab        | \u0009       | nothing |
      | a line break | \u000a       | nothing |
