Feature: A harness introduces itself
  The first message of every run is hello. It tells whom the reports are about, and which scenarios the service behind the harness
  can be held to.

  @PROTOCOL-001 @must
  Scenario: It says who it is, and twice the same
    Whoever asks again, as a run does after a restart, gets to know the same service.

    When hello is asked with {"protocol": "1"}
    And hello is asked with {"protocol": "1"}
    Then the answer is as the protocol says
    And the answer is the same as before

  @PROTOCOL-002 @must
  Scenario: Asked for a version that it does not speak, it names its own
    There never was a version 0. It is for the asking side to decide whether it can go on, so that this is no error.

    When hello is asked with {"protocol": "0"}
    Then the answer has {"protocol": "1"}

  @PROTOCOL-003 @must
  Scenario Outline: An unknown field in <operation> is no reason to refuse
    A later version may send more than this one.

    When <operation> is asked with <message>
    Then the answer is as the protocol says

    Examples:
      | operation   | message                                       |
      | hello       | {"protocol": "1", "mood": "calm"}             |
      | open        | {"settings": {}, "mood": "calm"}              |
      | add_session | {"session": {"id": "monday"}, "mood": "calm"} |
      | search      | {"query": "heron", "mood": {"calm": true}}    |
