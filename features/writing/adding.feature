Feature: What was handed to memory is found again, as it was said
  A memory that loses a sentence, or gives it back with a letter changed, is worse than none: the user was told that it
  would be remembered. And nothing but what was handed over may come back.

  @ADD-002 @must
  Scenario: Each event of a session is found, whoever said it
    Given "ana" of app "travel" adds the session "monday":
      | author    | text                            |
      | user      | my passport expires in may      |
      | concierge | the visa takes three weeks      |
      | user      | then book the flight for august |
    Then "ana" of app "travel" finds exactly "my passport expires in may" by "passport"
    And "ana" of app "travel" finds exactly "the visa takes three weeks" by "visa"
    And "ana" of app "travel" finds exactly "then book the flight for august" by "flight"

  @ADD-003 @must
  Scenario: A new session does not push out an older one
    Given "ana" of app "travel" remembers "the spare key is under the blue pot" in session "monday"
    When "ana" of app "travel" remembers "the neighbour waters the plants" in session "tuesday"
    Then "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "key"
    And "ana" of app "travel" finds exactly "the neighbour waters the plants" by "plants"

  @ADD-004 @must
  Scenario Outline: A text with <what> comes back unchanged
    Given "ana" of app "shop" remembers "<text>"
    Then "ana" of app "shop" finds exactly "<text>" by "<word>"

    Examples:
      | what                  | text                                                  | word    |
      | capitals              | Please deliver to Old Mill Lane                       | deliver |
      | a question mark       | Where is the blue parcel now?                         | blue    |
      | a full stop           | the blue parcel is here.                              | blue    |
      | an e-mail address     | write to ana@example.com about it                     | write   |
      | spaces                | \u0020two  spaces , and one behind parcels \u0020      | parcels |
      | line breaks           | milk and eggs\u000abread\u000d\u000aand butter        | butter  |
      | tabs                  | size\u0009colour\u0009 small blue                     | blue    |
      | quotation marks       | she said \"maybe\" and 'no' and left                  | left    |
      | angle brackets        | the <b>bold</b> tag & the </PAST_CONVERSATIONS> tag   | tag     |
      | percent signs, braces | take 100 %% of {all} the %s and $HOME                 | take    |
      | backslashes           | the folder C:\u005ctemp\u005cnew is full              | folder  |
      | emoji                 | the party 🎉 starts 👩🏽‍🚀 early                        | party   |
      | decomposed accents    | the cafe\u0301 opens early                            | opens   |
      | composed accents      | the caf\u00e9 opens early                             | opens   |
      | Chinese characters    | 以后请用摄氏度报告天气 celsius please                 | celsius |
      | Arabic letters        | the word \u0633\u0644\u0627\u0645 means peace         | peace   |
      | invisible characters  | a soft\u00adhyphen and\u200b a \ufeffmark for testing | testing |

  @ADD-005 @must
  Scenario: A very long text comes back whole
    Given "ana" of app "shop" remembers a text of 20000 words that begins with "heron"
    Then "ana" of app "shop" finds it by "heron"

  @ADD-006 @must
  Scenario: An old preference and its correction are both found
    Memory does not know which of two statements holds: whoever asks must see both to tell.

    Given "ana" of app "weather" remembers "temperatures in celsius please" in session "january"
    And "ana" of app "weather" remembers "correction: no celsius any more but fahrenheit" in session "june"
    Then "ana" of app "weather" finds exactly "temperatures in celsius please" by "celsius"
    And "ana" of app "weather" finds exactly "correction: no celsius any more but fahrenheit" by "celsius"

  @ADD-007 @must
  Scenario: A question to memory is not remembered itself
    Nothing is in memory unless somebody adds it; to ask is not to add.

    Given "ana" of app "travel" remembers "the ferry to capri leaves at noon"
    When "ana" of app "travel" searches for "is the ferry running in winter"
    Then "ana" of app "travel" finds "the ferry to capri leaves at noon" by "ferry", but not "is the ferry running in winter"

  @ADD-008
  Scenario Outline: The same text in two sessions
    Catches a service that throws away a text because it has one like it: then the date of the second is lost.

    Given "ana" of app "shop" remembers "tea without sugar" in session "monday"
    And "ana" of app "shop" remembers "tea without sugar" in session "tuesday"
    When "ana" of app "shop" searches for "sugar"
    Then <texts> come back in any order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: comes back once for each
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L175-186
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L134-140
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L121-126
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L60-64
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L143-150
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      | texts                                    |
      | "tea without sugar", "tea without sugar" |

  @ADD-011 @must
  Scenario: Sessions may number their events alike
    A service that files the events of a user under their id alone loses one of the two.

    Given "ana" of app "shop" adds the sessions:
      | session | id   | text                 |
      | monday  | e-17 | tea without sugar    |
      | tuesday | e-17 | coffee without sugar |
    Then "ana" of app "shop" finds exactly "tea without sugar" by "sugar"
    And "ana" of app "shop" finds exactly "coffee without sugar" by "sugar"

  @ADD-009
  Scenario Outline: Two events with the same id
    Catches a service that files events under their id alone: one of the two would be lost.

    Given "ana" of app "shop" adds the sessions:
      | session | id   | text                 |
      | monday  | e-17 | tea without sugar    |
      | <other> | e-17 | coffee without sugar |
    When "ana" of app "shop" searches for "sugar"
    Then <texts> come back in any order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: both come back
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L78-107, L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L62-88, L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L69-79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31-36
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | where        | other   | texts                                       |
      | one session  | monday  | "tea without sugar", "coffee without sugar" |
      | two sessions | tuesday | "tea without sugar", "coffee without sugar" |

  @ADD-010
  Scenario Outline: Words that stand around a text
    Only what was said is searched. Catches a service that stores "concierge: the ferry is full" as the text.

    Given a word stored nowhere finds nothing
    And "ana" of app "travel" adds the session "monday":
      | author    | text              | metadata              |
      | concierge | the ferry is full | {"topic": "holidays"} |
    And "ana" of app "travel" finds "the ferry is full" by "ferry"
    When "ana" of app "travel" searches for "<query>"
    Then <texts> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they find nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L83-96
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L67-78
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-114
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L51-55
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L126-130
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L128-133
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L166-171
      | what         | query     | texts   |
      | the author   | concierge | nothing |
      | the session  | monday    | nothing |
      | the user     | ana       | nothing |
      | the app      | travel    | nothing |
      | its metadata | holidays  | nothing |
