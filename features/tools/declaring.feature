Feature: How an agent is told of its memory
  What the model may call, and what it is told of it, decides whether memory is used at all. The tool that preloads is nothing that a
  model calls.

  @DECLARE-001 @needs:turn
  Scenario Outline: The name of the tool that searches
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the model may call <names>

    @adk-java-1.8
    Examples: loadMemory
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/LoadMemoryTool.java L54
      | names        |
      | "loadMemory" |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: load_memory
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L42-62
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L42-62
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L17-20
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L60
      | names         |
      | "load_memory" |

  @DECLARE-002 @needs:turn
  Scenario Outline: What is said of the tool that searches
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the first tool is described as <description>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: that it loads the memory of the user
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L42-62
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L42-62
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L17-20
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L38-47
      | description                              |
      | "Loads the memory for the current user." |

    @adk-java-1.8
    Examples: nothing
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L189-197
      | description |
      | absent      |

  @DECLARE-003 @needs:turn
  Scenario Outline: What the tool that searches asks for
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the first tool asks for <parameters>

    @adk-go-1.7 @adk-go-2.2
    Examples: one query, which it explains
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L65-80
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L65-80
      | parameters                                                  |
      | "query (string, required): The query to search memory for." |

    @adk-js-2.0
    Examples: one query, which it explains in other words
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L22-37
      | parameters                                                    |
      | "query (string, required): The query to load the memory for." |

    @adk-java-1.8 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: one query, without a word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionCallingUtils.java L96-114
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/load_memory_tool.py L61-74
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L63-88
      | parameters                 |
      | "query (string, required)" |

  @DECLARE-004 @needs:turn
  Scenario Outline: The system instruction of an agent that can search its memory
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the system instruction speaks of <tools>

    @adk-java-1.8
    Examples: speaks of loadMemory
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/LoadMemoryTool.java L62-73
      | tools        |
      | "loadMemory" |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: speaks of load_memory
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L112-118
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L112-118
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L67-76
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L100-104
      | tools         |
      | "load_memory" |

  @DECLARE-005 @needs:turn @needs:preload_memory
  Scenario Outline: The tool that preloads, as the model sees it
    Catches a library that offers it to the model: what then is called finds nothing to run.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "hello" to an agent with preload_memory and load_memory
    Then the model may call <names>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is not there
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L74-98
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L74-98
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L32-35
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L46
      | names         |
      | "load_memory" |

  @DECLARE-006 @needs:turn
  Scenario Outline: The tool that searches, where there is no memory service
    Given the agent has no memory service
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the model may call <names>

    @adk-java-1.8
    Examples: is there all the same
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/LoadMemoryTool.java L62-73
      | names        |
      | "loadMemory" |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is there all the same, as load_memory
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L112-118
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L112-118
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L67-71
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/load_memory_tool.py L61-74
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L63-88
      | names         |
      | "load_memory" |

  @DECLARE-007 @needs:turn
  Scenario Outline: The system instruction, where there is no memory service
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    And the agent has no memory service
    When "ana" of app "shop" says "hello" to an agent with load_memory
    Then the system instruction speaks of <tools>

    @adk-js-2.0
    Examples: says nothing of memory
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L69-71
      | tools   |
      | nothing |

    @adk-java-1.8
    Examples: speaks of loadMemory all the same
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/LoadMemoryTool.java L62-73
      | tools        |
      | "loadMemory" |

    @adk-go-1.7 @adk-go-2.2 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: speaks of load_memory all the same
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L112-118
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L112-118
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L100-104
      | tools         |
      | "load_memory" |

  @DECLARE-008 @needs:turn
  Scenario Outline: The same tool given twice
    When "ana" of app "shop" says "hello" to an agent with load_memory and load_memory
    Then the turn <ending>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: ends the turn
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/toolinternal/toolutils/toolutils.go L42-44
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/toolutils/toolutils.go L47-49
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/models/LlmRequest.java L213-219
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/base_tool.js L79-81
      | ending |
      | fails  |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is taken
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/models/llm_request.py L73-90
      Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/models/llm_request.py L245-259
      Source (adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/models/llm_request.py L295-317
      | ending      |
      | is answered |
