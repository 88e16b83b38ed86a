@needs:add_events
Feature: Single events are added to a session
  Instead of the whole session, an application hands over only what is new. Then the service must decide which events it
  takes for known, and what becomes of them when the whole session comes after all.

  @DELTA-001 @must
  Scenario: A single event is found
    When "ana" of app "travel" adds to the session "monday":
      | text                       |
      | my passport expires in may |
    Then "ana" of app "travel" finds exactly "my passport expires in may" by "passport"

  @DELTA-002 @must
  Scenario: A single event takes nothing away from its session, nor from the others
    Given "ana" of app "travel" remembers "my passport expires in may" in session "monday"
    And "ana" of app "travel" remembers "the spare key is under the blue pot" in session "tuesday"
    When "ana" of app "travel" adds to the session "monday":
      | text                       |
      | the visa takes three weeks |
    Then "ana" of app "travel" finds exactly "my passport expires in may" by "passport"
    And "ana" of app "travel" finds exactly "the visa takes three weeks" by "visa"
    And "ana" of app "travel" finds exactly "the spare key is under the blue pot" by "key"

  @DELTA-011 @must
  Scenario: Of several single events that are handed over together each is found
    When "ana" of app "travel" adds to the session "monday":
      | author | text                            |
      | user   | my passport expires in may      |
      | agent  | the visa takes three weeks      |
      | user   | then book the flight for august |
    Then "ana" of app "travel" finds exactly "my passport expires in may" by "passport"
    And "ana" of app "travel" finds exactly "the visa takes three weeks" by "visa"
    And "ana" of app "travel" finds exactly "then book the flight for august" by "flight"

  @DELTA-004
  Scenario Outline: Single events, added one after the other
    Catches a service in which the newest event replaces the session, or comes first.

    Given "ana" of app "shop" adds the session "monday":
      | id  | text             |
      | e-1 | milk for the tea |
    When "ana" of app "shop" adds to the session "monday":
      | id  | text              |
      | e-2 | lemon for the tea |
      | e-3 | mint for the tea  |
    And "ana" of app "shop" adds to the session "monday":
      | id  | text              |
      | e-4 | honey for the tea |
    And "ana" of app "shop" searches for "tea"
    Then <texts> come back in this order

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they stand behind what was there
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L87-101
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L89-103
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L119-133
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L126-141
      | texts                                                                            |
      | "milk for the tea", "lemon for the tea", "mint for the tea", "honey for the tea" |

  @DELTA-005
  Scenario Outline: A single event that memory has already, now with another text
    The id is known. Catches a service in which the last text wins, which is what google-adk's own SQLite service does.

    Given "ana" of app "travel" adds the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
    When "ana" of app "travel" adds to the session "monday":
      | id  | text                     |
      | e-1 | the hotel is the astoria |
      | e-2 | the hotel has a garden   |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> come back in this order

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the first text stays
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L87-101
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L89-103
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L119-133
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L126-141
      | texts                                                 |
      | "the hotel is the bellevue", "the hotel has a garden" |

  @DELTA-006
  Scenario Outline: Two events of one id, handed over together
    Catches a service that looks for known ids before it begins, and not while it adds.

    When "ana" of app "travel" adds to the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
      | e-1 | the hotel is the astoria  |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> comes back

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the first text stays
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L87-101
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L89-103
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L119-133
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L126-141
      | texts                       |
      | "the hotel is the bellevue" |

  @DELTA-007
  Scenario Outline: The id of an event of another session
    Catches a service that knows ids over all sessions of a user: the second session would miss its event.

    When "ana" of app "travel" adds to the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
    And "ana" of app "travel" adds to the session "tuesday":
      | id  | text                     |
      | e-1 | the hotel is the astoria |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> come back in this order

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: ids count within a session
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L87-101
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L89-103
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L119-133
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L126-141
      | texts                                                   |
      | "the hotel is the bellevue", "the hotel is the astoria" |

  @DELTA-008
  Scenario Outline: Two single events without an id
    Each of these releases gives such an event an id of its own first. Catches a service that takes two missing ids for the same id.

    When "ana" of app "travel" adds to the session "monday":
      | id | text                      |
      |    | the hotel is the bellevue |
      |    | the hotel has a garden    |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> come back in this order

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: both are kept
      Source (adk-python-2.0): google-adk 2.0.0 google/adk/events/event.py L214-218
      Source (adk-python-2.3): google-adk 2.3.0 google/adk/events/event.py L269-273
      Source (adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/events/event.py L282-286
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/events/event.py L280-284
      | texts                                                 |
      | "the hotel is the bellevue", "the hotel has a garden" |

  @DELTA-009
  Scenario Outline: The whole session comes after single events
    Catches a service that keeps the single events beside the session: whoever hands over both finds things twice.

    Given "ana" of app "travel" adds to the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
      | e-2 | the hotel costs too much  |
    And "ana" of app "travel" finds "the hotel costs too much" by "costs"
    When "ana" of app "travel" adds the session "monday":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
      | e-3 | the hotel has a garden    |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> come back in this order

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the session replaces them
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L68-72
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L70-74
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L100-104
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L105-111
      | texts                                                 |
      | "the hotel is the bellevue", "the hotel has a garden" |

  @DELTA-010
  Scenario Outline: Single events of no session, and a session that bears the name they are filed under
    Events that belong to no session are filed under "__unknown_session_id__". A real session of that name takes their place.

    Given "ana" of app "travel" adds to the session "":
      | id  | text                      |
      | e-1 | the hotel is the bellevue |
    And "ana" of app "travel" finds "the hotel is the bellevue" by "hotel"
    When "ana" of app "travel" adds the session "__unknown_session_id__":
      | id  | text                   |
      | e-2 | the hotel has a garden |
    And "ana" of app "travel" searches for "hotel"
    Then <texts> comes back

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: they are lost
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L33, L68, L86
      Source (adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L35, L105, L125
      | texts                    |
      | "the hotel has a garden" |
