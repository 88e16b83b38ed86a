Feature: What is read comes as memories
  A memory has a content; a list of none is a list.

  @PROTOCOL-030 @must
  Scenario: A search that finds nothing is answered with an empty list
    When search is asked with {"query": "heron"}
    Then the answer has {"memories": []}

  @PROTOCOL-031 @must @needs:list_memories
  Scenario: A list of no memories is an empty list
    When list_memories is asked with {}
    Then the answer has {"memories": []}

  @PROTOCOL-032 @must @needs:list_memories
  Scenario: A list has the form of what a search gives
    Given a session is added that says "the vault opens with heron"
    Then a search for "heron" gives "the vault opens with heron" back
    When list_memories is asked with {}
    Then the answer is as the protocol says

  @PROTOCOL-033 @must @needs:get_memory
  Scenario: A memory that is not there is an error, and not an empty answer
    When get_memory is asked with {"memoryId": "nobody stored this"}
    Then the answer is the error "not_found"
