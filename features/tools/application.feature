Feature: What the application does within a turn
  Callbacks search, and hooks hand the conversation to memory. When they run decides what they see.

  @HOOK-001 @needs:turn
  Scenario Outline: A callback searches before the model is asked
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And a callback searches for "shipped" before the model is asked
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the callback finds <found>

    @adk-go-2.2
    Examples: is refused
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 agent/callback_context_wrapper.go L171-175
      | found    |
      | an error |

    @adk-java-1.8 @adk-python-1.10
    Examples: has nothing to search with
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/agents/CallbackContext.java L30
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/agents/callback_context.py L34
      | found            |
      | no way to search |

    @adk-go-1.7 @adk-js-2.0 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: finds what the user has
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 agent/callback_context.go L178-183
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/context.js L118-127
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/agents/context.py L973-987
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/agents/context.py L828-841
      | found                    |
      | "order 4521 was shipped" |

  @HOOK-002 @needs:turn
  Scenario Outline: A callback searches before a tool is called
    Catches a context that may search before the model is asked, and not before a tool is called.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And a callback searches for "shipped" before a tool is called
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "parcel"
    Then the callback finds <found>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: finds what the user has
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 agent/callback_context.go L178-183
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 agent/common_context.go L374-379
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/ToolContext.java L111-119
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/context.js L118-127
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/tool_context.py L72-76
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/agents/context.py L973-987
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/agents/context.py L828-841
      | found                    |
      | "order 4521 was shipped" |

  @HOOK-003 @needs:turn
  Scenario Outline: The conversation is added when the agent has ended: what the user said
    Given the application adds the conversation to memory when the agent has ended
    When "ana" of app "shop" says "the ferry leaves at noon" to an agent with no tools
    And "ana" of app "shop" searches for "ferry"
    Then <texts> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: cannot be added then
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 agent/context.go L125-130
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 agent/callback_context_wrapper.go L94-97
      | texts    |
      | an error |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is found
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/agents/BaseAgent.java L336-341
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/base_agent.js L117-123
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/agents/base_agent.py L229
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/agents/base_agent.py L311
      Source (adk-python-2.7, adk-python-2.13): google-adk 2.13.0 google/adk/agents/base_agent.py L452
      Source (adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/agents/base_agent.py L399
      | texts                      |
      | "the ferry leaves at noon" |

  @HOOK-004 @needs:turn
  Scenario Outline: The conversation is added when the agent has ended: the final answer
    Given the application adds the conversation to memory when the agent has ended
    When "ana" of app "shop" says "the ferry leaves at noon" to an agent with no tools
    And "ana" of app "shop" searches for "done"
    Then <texts> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: cannot be added then
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 agent/context.go L125-130
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 agent/callback_context_wrapper.go L94-97
      | texts    |
      | an error |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is found
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/agents/BaseAgent.java L336-341
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/base_agent.js L117-123
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/agents/base_agent.py L229
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/agents/base_agent.py L311
      Source (adk-python-2.7, adk-python-2.13): google-adk 2.13.0 google/adk/agents/base_agent.py L452
      Source (adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/agents/base_agent.py L399
      | texts  |
      | "done" |

  @HOOK-005 @needs:turn
  Scenario Outline: The conversation is added when the run is over: the final answer
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the application adds the conversation to memory when the run is over
    When "ana" of app "shop" says "the ferry leaves at noon" to an agent with no tools
    And "ana" of app "shop" searches for "done"
    Then <texts> comes back

    @adk-python-2.0
    Examples: is missed
      Source (adk-python-2.0): google-adk 2.0.0 google/adk/runners.py L574-582
      | texts   |
      | nothing |

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 runner/runner.go L263-268
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 runner/run_node.go L230-248
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/runner/Runner.java L658-660
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/runner/runner.js L263-274
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/runners.py L284-286
      Source (adk-python-2.3): google-adk 2.3.0 google/adk/runners.py L575
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/runners.py L721-723
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/runners.py L791-793
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/runners.py L1657-1659
      | texts  |
      | "done" |

  @HOOK-006 @needs:turn
  Scenario Outline: A conversation in which memory was asked is added: what was recalled
    What a tool gave back is no text of the conversation. Catches a service that keeps it, so that each turn would remember it once more.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the application adds the conversation to memory when the run is over
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    And "ana" of app "shop" searches for "shipped"
    Then <texts> comes back

    @adk-java-1.8
    Examples: makes every search fail
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L107-109
      | texts    |
      | an error |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is not remembered anew
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L83-96
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L67-78
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L26-37
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L143-150
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      | texts                    |
      | "order 4521 was shipped" |

  @HOOK-007 @needs:turn
  Scenario Outline: Another agent as a tool looks into memory
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "where is it" to an agent that has another as a tool, whose model looks up "order"
    Then the other model gets back <response>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: an empty list within a result
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/agent_tool.py L275
      | response                     |
      | {"result": {"memories": []}} |

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: an empty list
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/agenttool/agent_tool.go L179-188
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/agenttool/agent_tool.go L141-150
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/AgentTool.java L188-191
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/agent_tool.js L84-97
      | response         |
      | {"memories": []} |
