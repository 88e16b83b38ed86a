Feature: A session is taken as it comes
  A session is the ADK's JSON. Much of it may be missing, and some of it is of no use to a memory; neither is an error.

  @PROTOCOL-020 @must @broken:adk-java-1.8
  Scenario: The session of the documentation is taken, and comes back as memories
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-109

    When add_session is asked with {"session": {"id": "monday", "appName": "shop", "userId": "ana", "events": [{"id": "e1", "author": "agent", "timestamp": 1772442000.0, "content": {"role": "model", "parts": [{"text": "let me find a ferry"}, {"functionCall": {"name": "get_timetable", "args": {"city": "Lisbon"}}}]}}], "state": {}, "lastUpdateTime": 1772442000.0}}
    Then the answer is as the protocol says
    And a search for "ferry" gives "let me find a ferry" back

  @PROTOCOL-021 @must
  Scenario Outline: A session with <what> is taken
    When add_session is asked with {"session": {"id": "monday", "events": [<events>]}}
    Then the answer is as the protocol says

    Examples:
      | what                           | events                                                                                                                                           |
      | no event                       |                                                                                                                                                  |
      | an event without content       | {"id": "e1", "author": "user", "timestamp": 1772442000.0}                                                                                        |
      | a content without parts        | {"id": "e1", "author": "user", "timestamp": 1772442000.0, "content": {"role": "user"}}                                                           |
      | a content with no parts in it  | {"id": "e1", "author": "user", "timestamp": 1772442000.0, "content": {"role": "user", "parts": []}}                                              |
      | a part without text            | {"id": "e1", "author": "agent", "timestamp": 1772442000.0, "content": {"role": "model", "parts": [{"functionCall": {"name": "get_timetable"}}]}} |
      | a time without a decimal point | {"id": "e1", "author": "user", "timestamp": 1772442000, "content": {"role": "user", "parts": [{"text": "hello"}]}}                               |

  @PROTOCOL-022 @must
  Scenario: Unknown fields of a session are no reason to refuse it
    When add_session is asked with {"session": {"id": "monday", "mood": "calm", "events": [{"id": "e1", "author": "user", "timestamp": 1772442000.0, "mood": "calm", "content": {"role": "user", "mood": "calm", "parts": [{"text": "the vault opens with heron", "mood": ["calm"]}]}}]}}
    Then the answer is as the protocol says
    And a search for "heron" gives "the vault opens with heron" back

  @PROTOCOL-023 @must
  Scenario: The scope of the message says whose it is, whatever names stand in the session
    When add_session is asked with {"scope": {"app": "shop", "user": "ana"}, "session": {"appName": "travel", "userId": "ben", "events": [{"id": "e1", "author": "user", "timestamp": 1772442000.0, "content": {"role": "user", "parts": [{"text": "the vault opens with heron"}]}}]}}
    Then the answer is as the protocol says
    And a search for "heron" gives "the vault opens with heron" back
