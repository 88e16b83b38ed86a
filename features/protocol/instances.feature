Feature: Each instance is a memory of its own
  Every scenario of a run opens an instance and closes it again. What one leaves behind must not be found by the next, nor by another
  run that speaks to the same harness.

  @PROTOCOL-010 @must
  Scenario: A second instance begins empty
    Given a session is added that says "the vault opens with heron"
    And open is asked with {"settings": {}}
    When in instance 2, search is asked with {"query": "heron"}
    Then the answer has {"memories": []}
    And a search for "heron" gives "the vault opens with heron" back
    When in instance 2, close is asked with {}
    Then the answer is as the protocol says

  @PROTOCOL-011 @must
  Scenario: Two callers at once do not meet
    Two runs may speak to one harness at the same time.

    Then two callers at once, who add "the vault opens with heron" and "the vault opens with magpie", find their own by "vault"

  @PROTOCOL-012 @must
  Scenario: An instance that nobody opened holds nobody's memories
    Given a session is added that says "the vault opens with heron"
    When search is asked with {"instance": "nobody opened this", "query": "heron"}
    Then the answer is an error
    And a search for "heron" gives "the vault opens with heron" back

  @PROTOCOL-013 @must
  Scenario: An instance may be closed twice
    Whoever tidies up does not know what was tidied up before.

    When close is asked with {}
    Then the answer is as the protocol says
    When close is asked with {}
    Then the answer is as the protocol says

  @PROTOCOL-014 @must
  Scenario: Closing one instance leaves the other as it was
    Given a session is added that says "the vault opens with heron"
    And open is asked with {"settings": {}}
    When in instance 2, close is asked with {}
    Then the answer is as the protocol says
    And a search for "heron" gives "the vault opens with heron" back
