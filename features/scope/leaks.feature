Feature: Nobody reads another's memory
  Many remember the same sentence, but for one invented name in it, their canary. Then each of them asks with the words that all of these
  sentences share, on every way to read that there is: whoever is shown a name that is not theirs reads another's memory. A run plays these
  rules on the scopes below; `memory-conformance leaks` plays them on hundreds, made of the scope fields of a service and of
  names that stores have taken for something else. All sessions are called "monday", and all events "e1": ids are nobody's secret.

  Rule: Everybody remembers something

    Background:
      Given each of these remembers a canary of their own:
        | app      | user        |
        | travel   | ana         |
        | travel   | Ana         |
        | travel   | user1       |
        | travel   | user10      |
        | travel   | john-doe    |
        | travel   | john_doe    |
        | travel   | %           |
        | travel   | *           |
        | travel   | ' OR '1'='1 |
        | travel   | default     |
        | tea      | room:bea    |
        | tea:room | bea         |

    @LEAK-001 @must
    Scenario: Whoever is accepted finds what they remember
      A service may refuse a name. It may not accept it and then lose the memory, for example to another's session of the same id.

      Then each of them finds their own canary

    @LEAK-002 @must
    Scenario: A search shows nothing of another
      Then none of them finds the canary of another by searching

    @LEAK-003 @must @needs:list_memories
    Scenario: A list shows nothing of another
      Then none of them finds the canary of another in their list

    @LEAK-004 @must @needs:get_memory
    Scenario: The id of a memory opens it to its owner alone
      Then none of them reads the canary of another by its id

    @LEAK-005 @must @needs:turn
    Scenario: A model that looks something up is shown nothing of another
      Then none of them is shown the canary of another when a model looks it up

    @LEAK-006 @must @needs:turn @needs:preload_memory
    Scenario: Preloaded memory shows nothing of another
      Then none of them is shown the canary of another when memory is preloaded

    @LEAK-008 @must
    Scenario Outline: A query in any script shows nothing of another
      Where a service has another way for what is not ASCII, that way has to ask who is asking, too.

      When each of them adds a canary beside the words "<words>"
      Then none of them finds the canary of another by "<query>"

      Examples:
        | script   | words           | query |
        | Chinese  | 钥匙 在 邻居 家 | 钥匙  |
        | Cyrillic | ключ у соседа   | ключ  |

    @LEAK-009 @must
    Scenario Outline: A query of any length shows nothing of another
      When each of them adds a canary beside the words "<words>"
      Then none of them finds the canary of another by "<query>"

      Examples:
        | length     | words                | query                                                            |
        | one letter | plan b               | b                                                                |
        | many words | under the flower pot | who of my neighbours was it that keeps the spare key of my house |

    @LEAK-010 @must
    Scenario: A session that is added again changes nothing for others
      When every second of them adds the session again, with another canary
      Then each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-011 @must @needs:add_events
    Scenario: An event that is added changes nothing for others
      When every second of them adds one event to the session, with another canary
      Then each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-012 @must @needs:delete_session
    Scenario: A session that is deleted is gone for its owner, and for nobody else
      When every second of them deletes the session
      Then nothing that was deleted is found, listed, read by its id or shown to a model
      And each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-013 @must @needs:delete_user
    Scenario: Memories that are all deleted are gone for their owner, and for nobody else
      When every second of them deletes all memories
      Then nothing that was deleted is found, listed, read by its id or shown to a model
      And each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-014 @must @needs:delete_memory
    Scenario: A memory that is deleted is gone for its owner, and for nobody else
      When every second of them deletes their canary by its id
      Then nothing that was deleted is found, listed, read by its id or shown to a model
      And each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-015 @must @needs:delete_memory
    Scenario: Nobody deletes the memory of another by its id
      When each of them tries to delete the canary of another by its id
      Then each of them finds their own canary

    @LEAK-016 @must @needs:delete_session
    Scenario: What was deleted takes no places among what is found
      When each of them adds a session of twelve canaries and deletes it
      Then nothing that was deleted is found, listed, read by its id or shown to a model
      And each of them finds their own canary

    @LEAK-020 @must
    Scenario: An add that fails leaves all or nothing, and nothing with another
      Some stores cannot write a null character, and find that out in the middle. What is acknowledged has to be there.

      When each of them adds a session of three canaries, one with a null character beside it
      Then whoever failed to add something finds all of it or nothing
      And each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-030 @must
    Scenario: Those who add at the same time keep apart
      When all of them add a session with another canary at once
      Then each of them finds their own canary
      And none of them finds the canary of another by searching

    @LEAK-031 @must
    Scenario: Those who search at the same time keep apart
      Then none of them finds the canary of another by searching, all at once

  Rule: Some remember nothing

    Background:
      Given every second of these remembers a canary of their own:
        | app    | user   |
        | travel | user1  |
        | travel | user10 |
        | travel | %      |
        | travel | ana    |
        | travel | Ana    |
        | travel | Ben    |
        | travel |        |
        | travel | ben    |
        | tea    | user1  |

    @LEAK-007 @must
    Scenario: Whoever remembers nothing finds nothing
      A service that has nothing to show must not look elsewhere for it.

      Then none of them finds the canary of another by searching
