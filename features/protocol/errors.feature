Feature: An error is an answer
  A harness that cannot do what it is asked says so, and is there for the next message.

  @PROTOCOL-050 @must
  Scenario: An operation that nobody has is unsupported
    Optional operations are left out in this way; so are those of later versions.

    When no_such_operation is asked with {}
    Then the answer is the error "unsupported"
    When search is asked with {"query": "heron"}
    Then the answer is as the protocol says

  @PROTOCOL-051 @must
  Scenario Outline: A message <that> is an invalid argument, and the next one is answered
    When search is asked with <message>
    Then the answer is the error "invalid_argument"
    When search is asked with {"query": "heron"}
    Then the answer is as the protocol says

    Examples:
      | that                      | message      |
      | without a query           | {}           |
      | with a number for a query | {"query": 7} |
