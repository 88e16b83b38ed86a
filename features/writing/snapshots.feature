Feature: A remembered session is a snapshot
  Adding takes what the session object holds at that moment. It may be too early, before the answer is stored, or too
  little, when the session was loaded with its last events only. Nobody is told.

  @SNAP-001
  Scenario Outline: The session was added before its final answer
    What the agent answers later is in no event yet: only what the session held when it was added comes back. Catches a service
    that shows what nobody handed over.

    Given "ana" of app "travel" adds the session "monday":
      | author | text                               |
      | user   | which express goes to porto        |
      | agent  | one moment, i ask the express desk |
    When "ana" of app "travel" searches for "express"
    Then <texts> come back in this order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the answer is missing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L78-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L62-88
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L69-78
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31-36
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | texts                                                               |
      | "which express goes to porto", "one moment, i ask the express desk" |

  @SNAP-003
  Scenario Outline: The session came back with its most recent event only
    Applications load long sessions with their last events only, to save time. A service that replaces the session forgets the
    rest; one that merges event by event keeps it.

    Given "ana" of app "travel" adds the session "monday":
      | id  | text                          |
      | e-1 | the flight is on tuesday      |
      | e-2 | i want a window on the flight |
      | e-3 | no meat on the flight         |
      | e-4 | the flight is paid            |
    And "ana" of app "travel" finds "i want a window on the flight" by "window"
    When "ana" of app "travel" adds the session "monday" again:
      | id  | text               |
      | e-4 | the flight is paid |
    And "ana" of app "travel" searches for "flight"
    Then <texts> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the earlier events are forgotten
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105
      | texts                |
      | "the flight is paid" |
