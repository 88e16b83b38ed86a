Feature: What the model hands to load_memory
  A model forgets an argument, writes it in another way, or adds what it was never asked for. What then is searched for?

  @CALL-001 @needs:turn
  Scenario Outline: A query of <kind>
    Catches a tool that trims, folds or shortens what the model asks for.

    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments          |
      | load_memory | {"query": <query>} |
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is searched for letter by letter
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L328-409
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L42-47
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | kind                | query              | queries       |
      | two words           | "my order"         | "my order"    |
      | capitals and blanks | " My  Order\u0020" | " My  Order " |
      | Chinese words       | "北京的天气"            | "北京的天气"       |
      | nothing at all      | ""                 | ""            |

  @CALL-002 @needs:turn
  Scenario Outline: A call without <what>
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments   |
      | load_memory | <arguments> |
    Then memory is searched for <queries>

    @adk-js-2.0
    Examples: is searched for all the same
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L42-47
      | what                      | arguments          | queries |
      | a query                   | {}                 | "null"  |
      | a query by its right name | {"Query": "order"} | "null"  |
      | any arguments             |                    | "null"  |

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is not searched for
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L328-409
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/function_tool.py L314-324
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/function_tool.py L491-501
      | what                      | arguments          | queries |
      | a query                   | {}                 | nothing |
      | a query by its right name | {"Query": "order"} | nothing |
      | any arguments             |                    | nothing |

  @CALL-003 @needs:turn
  Scenario Outline: What the model gets back for a call without a query
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments |
      | load_memory | {}        |
    Then the model gets back <response>

    @adk-java-1.8
    Examples: a status, and a message
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L371-383, L263-267
      | response                            |
      | {"status": "error", "message": "…"} |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: an error
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L89-92
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L89-92
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/functions.js L270-283
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/function_tool.py L314-324
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/function_tool.py L491-501
      | response       |
      | {"error": "…"} |

  @CALL-004 @needs:turn
  Scenario Outline: How a turn ends in which the query was left out
    Catches a library that ends the run where the model could try again.

    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments |
      | load_memory | {}        |
    Then the turn <ending>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: with an answer
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L328-409
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L42-47
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/tools/function_tool.py L314-324
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/function_tool.py L491-501
      | ending      |
      | is answered |

  @CALL-005 @needs:turn
  Scenario Outline: A query that is <kind>
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments          |
      | load_memory | {"query": <query>} |
    Then memory is searched for <queries>

    @adk-java-1.8
    Examples: is searched for as a text, but for a list
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L328-409
      | kind     | query     | queries |
      | a number | 42        | "42"    |
      | true     | true      | "true"  |
      | null     | null      | "null"  |
      | a list   | ["order"] | nothing |

    @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: is searched for as it is
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L42-47
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | kind     | query     | queries       |
      | a number | 42        | "42"          |
      | true     | true      | "true"        |
      | null     | null      | "null"        |
      | a list   | ["order"] | "[\"order\"]" |

    @adk-go-1.7 @adk-go-2.2
    Examples: is not searched for
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L84-100
      | kind     | query     | queries |
      | a number | 42        | nothing |
      | true     | true      | nothing |
      | null     | null      | nothing |
      | a list   | ["order"] | nothing |

  @CALL-006 @needs:turn
  Scenario Outline: How a turn ends in which the query is <kind>
    Given "ana" of app "shop" remembers "order 4521 was shipped"
    And "ana" of app "shop" finds it by "shipped"
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments          |
      | load_memory | {"query": <query>} |
    Then the turn <ending>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: with an error
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | kind     | query     | ending |
      | a number | 42        | fails  |
      | null     | null      | fails  |
      | a list   | ["order"] | fails  |

    @adk-go-1.7 @adk-go-2.2 @adk-js-2.0
    Examples: with an answer
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L42-47
      | kind     | query     | ending      |
      | a number | 42        | is answered |
      | null     | null      | is answered |
      | a list   | ["order"] | is answered |

    @adk-java-1.8
    Examples: with an answer, but for null
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L328-409
      | kind     | query     | ending      |
      | a number | 42        | is answered |
      | null     | null      | fails       |
      | a list   | ["order"] | is answered |

  @CALL-007 @needs:turn
  Scenario Outline: Arguments that nobody asked for
    Catches a tool that fails on them, or hands them on.

    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls:
      | tool        | arguments                                       |
      | load_memory | {"query": "order", "limit": 1, "note": "quick"} |
    Then memory is searched for <queries>

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: are left out of account
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L84-100
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L328-409
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L42-47
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | queries |
      | "order" |

  @CALL-008 @needs:turn
  Scenario Outline: Two calls in one answer
    Catches a runner that drops all but one. They may be made at the same time.

    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model calls at once:
      | tool        | arguments           |
      | load_memory | {"query": "order"}  |
      | load_memory | {"query": "parcel"} |
    Then memory is searched for <queries> in any order

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: are both made
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 internal/llminternal/base_flow.go L1134
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 internal/llminternal/base_flow.go L1079-1083
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/flows/llmflows/Functions.java L145-175
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/agents/functions.js L236-246
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      | queries           |
      | "order", "parcel" |
