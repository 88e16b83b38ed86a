@needs:shared_objects
Feature: The objects that were handed over, and handed out, are changed afterwards
  Inside one process an application still holds the session that it added, and later the memories that it was given. If it
  changes one of them, say to mask a name before printing, does memory change too?

  @ALIAS-001
  Scenario Outline: The added event was changed, and the old word is searched for
    Given "ana" of app "shop" remembers "tea with lemon"
    And "ana" of app "shop" finds it by "tea"
    When the application changes the added text "tea with lemon" to "coffee with milk"
    And "ana" of app "shop" searches for "tea"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: the old word finds the new text
      The words were taken out of the text when it was added, the text itself is shared.
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-105, L180
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-86, L136
      | what               |
      | "coffee with milk" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: the old word finds nothing
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L78, L107-123
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L51-61
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72, L126-135
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74, L128-146
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104, L158-176
      | what    |
      | nothing |

    @adk-python-2.13
    Examples: memory has a copy
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L106, L185
      | what             |
      | "tea with lemon" |

  @ALIAS-002
  Scenario Outline: The added event was changed, and the new word is searched for
    Given "ana" of app "shop" remembers "tea with lemon"
    And "ana" of app "shop" finds it by "tea"
    When the application changes the added text "tea with lemon" to "coffee with milk"
    And "ana" of app "shop" searches for "coffee"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.13
    Examples: the new word finds nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-105, L180
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-86, L136
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L106, L185
      | what    |
      | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: memory followed the change
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L78, L107-123
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L51-61
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72, L126-135
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74, L128-146
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104, L158-176
      | what               |
      | "coffee with milk" |

  @ALIAS-003
  Scenario Outline: A found memory was changed, and the old word is searched for again
    In Java a part cannot be changed, but the list that it stands in can: the application exchanges the part there.

    Given "ana" of app "shop" remembers "tea with lemon"
    And "ana" of app "shop" finds it by "tea"
    When "ana" of app "shop" searches for "tea"
    And the application changes the found text "tea with lemon" to "coffee with milk"
    And "ana" of app "shop" searches for "tea"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: the old word finds the new text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-105, L180
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-86, L136
      | what               |
      | "coffee with milk" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: the old word finds nothing
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L78, L107-123
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L51-61
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72, L126-135
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74, L128-146
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104, L158-176
      | what    |
      | nothing |

    @adk-python-2.13
    Examples: what was handed out is not the store
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L106, L185
      | what             |
      | "tea with lemon" |

  @ALIAS-004
  Scenario Outline: A found memory was changed, and the new word is searched for
    Given "ana" of app "shop" remembers "tea with lemon"
    And "ana" of app "shop" finds it by "tea"
    When "ana" of app "shop" searches for "tea"
    And the application changes the found text "tea with lemon" to "coffee with milk"
    And "ana" of app "shop" searches for "coffee"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.13
    Examples: the new word finds nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-105, L180
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-86, L136
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L106, L185
      | what    |
      | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: the reader has written into memory
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L78, L107-123
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L51-61
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72, L126-135
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74, L128-146
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104, L158-176
      | what               |
      | "coffee with milk" |

  @ALIAS-005
  Scenario Outline: A found memory was changed, and a word of both texts is searched for
    Given "ana" of app "shop" remembers "tea with lemon"
    And "ana" of app "shop" finds it by "tea"
    When "ana" of app "shop" searches for "tea"
    And the application changes the found text "tea with lemon" to "coffee with milk"
    And "ana" of app "shop" searches for "with"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: the next reader gets the changed text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L85-105, L180
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L68-86, L136
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L78, L107-123
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L51-61
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72, L126-135
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74, L128-146
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104, L158-176
      | what               |
      | "coffee with milk" |

    @adk-python-2.13
    Examples: the next reader gets what was remembered
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L106, L185
      | what             |
      | "tea with lemon" |
