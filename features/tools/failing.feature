Feature: When memory fails in the middle of a turn
  A memory that cannot be asked is no reason to leave a user without an answer; some libraries think otherwise.

  @FAIL-001 @needs:turn
  Scenario Outline: load_memory without a memory service: the turn
    Given the agent has no memory service
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the turn <ending>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: fails
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/tool_context.py L72-76
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/agents/context.py L973-987
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/agents/context.py L828-841
      | ending |
      | fails  |

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: is answered
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/ToolContext.java L112-114
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L44-46, L62-65
      | ending      |
      | is answered |

  @FAIL-002 @needs:turn
  Scenario Outline: load_memory without a memory service: what the model gets back
    Given the agent has no memory service
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the model gets back <response>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: nothing
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/tool_context.py L72-76
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/agents/context.py L973-987
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/agents/context.py L828-841
      | response |
      | nothing  |

    @adk-java-1.8
    Examples: a status, and a message
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/ToolContext.java L112-114
      | response                            |
      | {"status": "error", "message": "…"} |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0
    Examples: an error
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L44-46, L62-65
      | response       |
      | {"error": "…"} |

  @FAIL-003 @needs:turn
  Scenario Outline: load_memory whose search fails: the turn
    Given every search of the agent fails
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the turn <ending>

    @adk-java-1.8 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: fails
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/flows/llmflows/Functions.java L706-717
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | ending |
      | fails  |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0
    Examples: is answered
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L62-65
      | ending      |
      | is answered |

  @FAIL-004 @needs:turn
  Scenario Outline: load_memory whose search fails: what the model gets back
    Given every search of the agent fails
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the model gets back <response>

    @adk-java-1.8 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: nothing
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/flows/llmflows/Functions.java L706-717
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | response |
      | nothing  |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0
    Examples: an error
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L100-102
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L62-65
      | response       |
      | {"error": "…"} |

  @FAIL-005 @needs:turn @needs:preload_memory
  Scenario Outline: preload_memory without a memory service: the turn
    Given the agent has no memory service
    When "ana" of app "shop" says "where is my order" to an agent with preload_memory
    Then the turn <ending>

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10
    Examples: fails
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L82-85
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L82-85
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/preload_memory_tool.py L56-57
      | ending |
      | fails  |

    @adk-js-2.0 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is answered
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L41-44
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L63-69
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L61-71
      | ending      |
      | is answered |

  @FAIL-006 @needs:turn @needs:preload_memory
  Scenario Outline: preload_memory whose search fails: the turn
    Given every search of the agent fails
    When "ana" of app "shop" says "where is my order" to an agent with preload_memory
    Then the turn <ending>

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10
    Examples: fails
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L82-85
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L82-85
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/preload_memory_tool.py L56-57
      | ending |
      | fails  |

    @adk-js-2.0 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is answered
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L41-49
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L63-69
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L61-71
      | ending      |
      | is answered |

  @FAIL-007 @needs:turn @needs:preload_memory
  Scenario Outline: How often the model is asked where preloading fails
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And every search of the agent fails
    When "ana" of app "shop" says "where is my order" to an agent with preload_memory
    Then the model is asked <count> times

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10
    Examples: never
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L82-85
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L82-85
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/preload_memory_tool.py L56-57
      | count |
      | 0     |

    @adk-js-2.0 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: once
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L41-49
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L63-69
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L61-71
      | count |
      | 1     |

  @FAIL-008 @needs:turn @needs:preload_memory
  Scenario Outline: preload_memory without a memory service, for a message without a text
    There is nothing to search for, and so nothing that could fail. Catches a tool that looks for its service first.

    Given the agent has no memory service
    When "ana" of app "shop" says image to an agent with preload_memory
    Then the turn <ending>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is answered
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-79
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-79
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-38
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | ending      |
      | is answered |

  @FAIL-009 @needs:turn
  Scenario Outline: The model calls a tool that nobody declared: the turn
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool            | arguments          |
      | find_everything | {"query": "order"} |
    Then the turn <ending>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: fails
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/flows/llm_flows/functions.py L567-568
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/flows/llm_flows/functions.py L1052-1062
      Source (adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/flows/llm_flows/functions.py L1318-1328
      | ending |
      | fails  |

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-2.10 @adk-python-2.13
    Examples: is answered
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/llminternal/base_flow.go L1162-1168, L1026-1041
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 internal/llminternal/base_flow.go L1109-1115, L1021-1036
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/flows/llmflows/Functions.java L149-155
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/functions.js L374-377
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/flows/llm_flows/tools/_error_handler.py L82-99
      | ending      |
      | is answered |

  @FAIL-010 @needs:turn
  Scenario Outline: The model calls a tool that nobody declared: what it gets back
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool            | arguments          |
      | find_everything | {"query": "order"} |
    Then the model gets back <response>

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: nothing
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/flows/llmflows/Functions.java L149-155
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/functions.js L374-377
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/flows/llm_flows/functions.py L567-568
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/flows/llm_flows/functions.py L1052-1062
      Source (adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/flows/llm_flows/functions.py L1318-1328
      | response |
      | nothing  |

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.10 @adk-python-2.13
    Examples: an error
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/llminternal/base_flow.go L1162-1168, L1026-1041
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 internal/llminternal/base_flow.go L1109-1115, L1021-1036
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/flows/llm_flows/tools/_error_handler.py L82-99
      | response       |
      | {"error": "…"} |

  @FAIL-011 @needs:turn @needs:preload_memory
  Scenario Outline: The model calls preload_memory itself: the turn
    When "ana" of app "shop" says "where is it" to an agent with preload_memory, whose model calls:
      | tool           | arguments          |
      | preload_memory | {"query": "order"} |
    Then the turn <ending>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: fails
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/flows/llm_flows/functions.py L567-568
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/flows/llm_flows/functions.py L1052-1062
      Source (adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/flows/llm_flows/functions.py L1318-1328
      | ending |
      | fails  |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-2.10 @adk-python-2.13
    Examples: is answered
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/llminternal/base_flow.go L1162-1168, L1026-1041
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 internal/llminternal/base_flow.go L1109-1115, L1021-1036
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/functions.js L374-377
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/flows/llm_flows/tools/_error_handler.py L82-99
      | ending      |
      | is answered |

  @FAIL-012 @needs:turn @needs:preload_memory
  Scenario Outline: The model calls preload_memory itself: what it gets back
    When "ana" of app "shop" says "where is it" to an agent with preload_memory, whose model calls:
      | tool           | arguments          |
      | preload_memory | {"query": "order"} |
    Then the model gets back <response>

    @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: nothing
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/functions.js L374-377
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/flows/llm_flows/functions.py L567-568
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/flows/llm_flows/functions.py L1052-1062
      Source (adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/flows/llm_flows/functions.py L1318-1328
      | response |
      | nothing  |

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.10 @adk-python-2.13
    Examples: an error
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/llminternal/base_flow.go L1162-1168, L1026-1041
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 internal/llminternal/base_flow.go L1109-1115, L1021-1036
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/flows/llm_flows/tools/_error_handler.py L82-99
      | response       |
      | {"error": "…"} |
