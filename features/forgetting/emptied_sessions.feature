Feature: Forgetting by adding the session again without events
  For a long time the services of the ADK could delete nothing. What an app can do is to add a session again, now without events:
  the services that replace a session by what was added last forget it then. Services that add to what they have, or write event
  by event, do not.

  Background:
    Given "ana" of app "shop" remembers "the gate code is heron" in session "monday"
    And "ana" of app "shop" finds it by "gate"

  @DELETE-020
  Scenario Outline: A session is added again without events
    All references forget it. A service that appends, or that writes event by event, goes on finding it; one that returns early
    because there is nothing to write does so too, and an app that relied on this to forget has forgotten nothing.

    Given "ana" of app "shop" adds the session "monday" without events
    When "ana" of app "shop" searches for "gate"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the session is replaced by nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L123-128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L69-79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31-36
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L64-68
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | what    |
      | nothing |

  @DELETE-021
  Scenario Outline: A session is added again with events that say nothing
    A service that looks for an empty list of events to forget a session, rather than for events worth keeping, goes on finding it.

    Given "ana" of app "shop" adds the session "monday" again:
      | parts      |
      | no content |
      | no parts   |
    When "ana" of app "shop" searches for "gate"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the session is replaced by nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L79-96, L128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L63-78, L105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L69-79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31-36
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L64-68
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | what    |
      | nothing |

  @DELETE-022
  Scenario Outline: An emptied session is added a third time, with other events
    A service that keeps the forgotten words in an index of its own would bring the old memory back here.

    Given "ana" of app "shop" adds the session "monday" without events
    And "ana" of app "shop" adds the session "monday" again:
      | text                 |
      | the gate was painted |
    When "ana" of app "shop" searches for "gate code heron"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: only what was added last
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L123-128
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L104-105
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L69-79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31-36
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L64-68
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | what                   |
      | "the gate was painted" |
