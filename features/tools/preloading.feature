Feature: What preload_memory searches for
  It looks for what the user just said, before the model is asked. A message has parts, and a turn has more than one request.

  @PRELOAD-001 @needs:turn @needs:preload_memory
  Scenario Outline: A message of one text
    Catches a tool that searches for less, or more, than was said.

    When "ana" of app "shop" says "where is my order" to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: its text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | queries             |
      | "where is my order" |

  @PRELOAD-002 @needs:turn @needs:preload_memory
  Scenario Outline: A message of two texts
    When "ana" of app "shop" says "where is", "my order" to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-python-2.10 @adk-python-2.13
    Examples: both of them
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | queries             |
      | "where is my order" |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: the first
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      | queries    |
      | "where is" |

  @PRELOAD-003 @needs:turn @needs:preload_memory
  Scenario Outline: A message that begins with an image
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says image, "where is my order" to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      | queries |
      | nothing |

    @adk-python-2.10 @adk-python-2.13
    Examples: its text
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | queries             |
      | "where is my order" |

  @PRELOAD-004 @needs:turn @needs:preload_memory
  Scenario Outline: A message that begins with inner speech
    When "ana" of app "shop" says thought "she is in a hurry", "where is my order" to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-python-2.10
    Examples: both
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      | queries                               |
      | "she is in a hurry where is my order" |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: the inner speech
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      | queries             |
      | "she is in a hurry" |

    @adk-python-2.13
    Examples: what was said
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | queries             |
      | "where is my order" |

  @PRELOAD-005 @needs:turn @needs:preload_memory
  Scenario Outline: A blank message
    Blanks are a text. Catches a tool that trims them first and then searches for nothing.

    When "ana" of app "shop" says "  " to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the blanks
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | queries |
      | "  "    |

  @PRELOAD-006 @needs:turn @needs:preload_memory
  Scenario Outline: A message without a text: <what>
    Catches a tool that searches for the empty text, or for the name of a file.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says <message> to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: nothing
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-82
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | what          | message | queries |
      | an image      | image   | nothing |
      | an empty text | ""      | nothing |

  @PRELOAD-007 @needs:turn @needs:preload_memory
  Scenario Outline: A turn in which a tool is called
    Each request to the model is made anew, and searched for anew. Catches a tool that keeps the first answer, or searches for what the
    other tool gave back.

    When "ana" of app "shop" says "where is it" to an agent with preload_memory and load_memory, whose model looks up "order"
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: what was said, before each request
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/llminternal/base_flow.go L577-599
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 internal/llminternal/base_flow.go L570-582
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/llm_agent.js L881-893
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/tools/preload_memory_tool.py L56
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L61-62
      | queries                               |
      | "where is it", "order", "where is it" |

  @PRELOAD-008 @needs:turn @needs:preload_memory
  Scenario Outline: The second turn of a conversation
    Catches a tool that searches for the whole conversation.

    Given "ana" of app "shop" says "good morning" to an agent with preload_memory
    When "ana" of app "shop" says "where is my order" to an agent with preload_memory
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: what was said last
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/preloadmemorytool/tool.go L75-80
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/preloadmemorytool/tool.go L75-80
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/preload_memory_tool.js L35-39
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/preload_memory_tool.py L54-62
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/tools/preload_memory_tool.py L54-58
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/tools/preload_memory_tool.py L55-58
      | queries             |
      | "where is my order" |
