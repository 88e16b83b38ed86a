Feature: What load_memory gives back to the model
  Of an entry the service knows its content, its author, its time and more. The model sees what the tool passes on, in the words of the
  library.

  @FOUND-001 @needs:turn
  Scenario Outline: Nothing is found
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "lighthouse"
    Then the model gets back <response>

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: an empty list within a result
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/tools/load_memory_tool.py L49-50
      Source (adk-python-1.10, adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/flows/llm_flows/functions.py L1177
      Source (adk-python-2.7, adk-python-2.8): google-adk 2.8.0 google/adk/flows/llm_flows/functions.py L151
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/flows/llm_flows/tools/_caller.py L67
      | response                     |
      | {"result": {"memories": []}} |

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: an empty list
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L104-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L104-107
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/tools/FunctionTool.java L290-299
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L48-61
      | response         |
      | {"memories": []} |

  @FOUND-002 @needs:turn
  Scenario Outline: A text that the user said
    Given "ana" of app "shop" adds the session "monday":
      | author | time                 | text                   | id   |
      | user   | 2026-03-05T09:30:00Z | order 4521 was shipped | e-17 |
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the model gets the entry <entry>

    @adk-go-1.7 @adk-go-2.2
    Examples: in the words of Go: everything
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L99-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L99-107
      | entry                                                                                                                                                                     |
      | {"ID": "e-17", "Content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "Author": "user", "Timestamp": "2026-03-05T09:30:00Z", "CustomMetadata": null} |

    @adk-js-2.0
    Examples: one text, with its author and time
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L48-61
      | entry                                                                                            |
      | {"content": "order 4521 was shipped", "author": "user", "timestamp": "2026-03-05T09:30:00.000Z"} |

    @adk-python-2.13
    Examples: in the words of Python: everything
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/memory_entry.py L26-41
      | entry                                                                                                                                                                   |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "custom_metadata": {}, "id": "e-17", "author": "user", "timestamp": "2026-03-05T09:30:00"} |

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: in the words of Python: all but the id
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L143-150
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/memory/memory_entry.py L26-41
      | entry                                                                                                                                                     |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "custom_metadata": {}, "author": "user", "timestamp": "2026-03-05T09:30:00"} |

    @adk-python-1.10
    Examples: in the words of Python: content, author and time
      Source (adk-python-1.10): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/memory_entry.py L24-33
      | entry                                                                                                                              |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "author": "user", "timestamp": "2026-03-05T09:30:00"} |

    @adk-java-1.8
    Examples: content and author
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/MemoryEntry.java L31-47
      | entry                                                                                          |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "author": "user"} |

  @FOUND-003 @needs:turn
  Scenario Outline: A message of several texts, inner speech among them
    Given "ana" of app "shop" adds the session "monday":
      | author | time                 | id   | parts                                                    |
      | helper | 2026-03-05T09:30:00Z | e-17 | "your order", thought "she is in a hurry", "was shipped" |
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the model gets the entry <entry>

    @adk-go-1.7 @adk-go-2.2
    Examples: part by part, in the words of Go
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L99-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L99-107
      | entry                                                                                                                                                                                                                                     |
      | {"ID": "e-17", "Content": {"parts": [{"text": "your order"}, {"text": "she is in a hurry", "thought": true}, {"text": "was shipped"}], "role": "model"}, "Author": "helper", "Timestamp": "2026-03-05T09:30:00Z", "CustomMetadata": null} |

    @adk-js-2.0
    Examples: as one text
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L48-61
      | entry                                                                                                                |
      | {"content": "your order she is in a hurry was shipped", "author": "helper", "timestamp": "2026-03-05T09:30:00.000Z"} |

    @adk-python-2.13
    Examples: part by part, with the id
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/memory_entry.py L26-41
      | entry                                                                                                                                                                                                                                   |
      | {"content": {"parts": [{"text": "your order"}, {"text": "she is in a hurry", "thought": true}, {"text": "was shipped"}], "role": "model"}, "custom_metadata": {}, "id": "e-17", "author": "helper", "timestamp": "2026-03-05T09:30:00"} |

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: part by part, without the id
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L143-150
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/memory/memory_entry.py L26-41
      | entry                                                                                                                                                                                                                     |
      | {"content": {"parts": [{"text": "your order"}, {"text": "she is in a hurry", "thought": true}, {"text": "was shipped"}], "role": "model"}, "custom_metadata": {}, "author": "helper", "timestamp": "2026-03-05T09:30:00"} |

    @adk-python-1.10
    Examples: part by part, with author and time alone
      Source (adk-python-1.10): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/memory_entry.py L24-33
      | entry                                                                                                                                                                                              |
      | {"content": {"parts": [{"text": "your order"}, {"text": "she is in a hurry", "thought": true}, {"text": "was shipped"}], "role": "model"}, "author": "helper", "timestamp": "2026-03-05T09:30:00"} |

    @adk-java-1.8
    Examples: part by part, with the author alone
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/MemoryEntry.java L31-47
      | entry                                                                                                                                                          |
      | {"content": {"parts": [{"text": "your order"}, {"text": "she is in a hurry", "thought": true}, {"text": "was shipped"}], "role": "model"}, "author": "helper"} |

  @FOUND-005 @needs:turn
  Scenario Outline: A text with metadata
    Given "ana" of app "shop" adds the session "monday":
      | author | time                 | id   | text                   | metadata             |
      | user   | 2026-03-05T09:30:00Z | e-17 | order 4521 was shipped | {"topic": "parcels"} |
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the model gets the entry <entry>

    @adk-go-1.7 @adk-go-2.2
    Examples: with the metadata
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L99-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L99-107
      | entry                                                                                                                                                                                     |
      | {"ID": "e-17", "Content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "Author": "user", "Timestamp": "2026-03-05T09:30:00Z", "CustomMetadata": {"topic": "parcels"}} |

    @adk-python-2.13
    Examples: with an empty field for it, and an id
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L181-189
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/memory_entry.py L26-41
      | entry                                                                                                                                                                   |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "custom_metadata": {}, "id": "e-17", "author": "user", "timestamp": "2026-03-05T09:30:00"} |

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: with an empty field for it
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L143-150
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L173-180
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/memory/memory_entry.py L26-41
      | entry                                                                                                                                                     |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "custom_metadata": {}, "author": "user", "timestamp": "2026-03-05T09:30:00"} |

    @adk-js-2.0
    Examples: without it, as one text
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L48-61
      | entry                                                                                            |
      | {"content": "order 4521 was shipped", "author": "user", "timestamp": "2026-03-05T09:30:00.000Z"} |

    @adk-python-1.10
    Examples: without it, with author and time
      Source (adk-python-1.10): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L133-139
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/memory_entry.py L24-33
      | entry                                                                                                                              |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "author": "user", "timestamp": "2026-03-05T09:30:00"} |

    @adk-java-1.8
    Examples: without it, with the author alone
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/MemoryEntry.java L31-47
      | entry                                                                                          |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "author": "user"} |

  @FOUND-006 @needs:turn
  Scenario Outline: A time with a fraction of a second
    Given "ana" of app "shop" adds the session "monday":
      | author | time                     | text                   | id   |
      | user   | 2026-03-05T09:30:00.250Z | order 4521 was shipped | e-17 |
    When "ana" of app "shop" says "where is it" to an agent with load_memory, whose model looks up "order"
    Then the model gets the entry <entry>

    @adk-go-1.7 @adk-go-2.2
    Examples: to the fraction, in UTC
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 tool/loadmemorytool/tool.go L99-107
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 tool/loadmemorytool/tool.go L99-107
      | entry                                                                                                                                                                        |
      | {"ID": "e-17", "Content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "Author": "user", "Timestamp": "2026-03-05T09:30:00.25Z", "CustomMetadata": null} |

    @adk-js-2.0
    Examples: to the millisecond, in UTC
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/tools/load_memory_tool.js L48-61
      | entry                                                                                            |
      | {"content": "order 4521 was shipped", "author": "user", "timestamp": "2026-03-05T09:30:00.250Z"} |

    @adk-python-2.13
    Examples: to the microsecond, without an offset, and an id
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/memory_entry.py L26-41
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/_utils.py L21-23
      | entry                                                                                                                                                                          |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "custom_metadata": {}, "id": "e-17", "author": "user", "timestamp": "2026-03-05T09:30:00.250000"} |

    @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10
    Examples: to the microsecond, without an offset
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/memory/memory_entry.py L26-41
      Source (adk-python-2.0, adk-python-2.3, adk-python-2.7, adk-python-2.8, adk-python-2.10): google-adk 2.10.0 google/adk/memory/_utils.py L21-23
      | entry                                                                                                                                                            |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "custom_metadata": {}, "author": "user", "timestamp": "2026-03-05T09:30:00.250000"} |

    @adk-python-1.10
    Examples: to the microsecond, without an offset, and no metadata
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/memory_entry.py L24-33
      Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/_utils.py L21-23
      | entry                                                                                                                                     |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "author": "user", "timestamp": "2026-03-05T09:30:00.250000"} |

    @adk-java-1.8
    Examples: not at all
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/MemoryEntry.java L31-47
      | entry                                                                                          |
      | {"content": {"parts": [{"text": "order 4521 was shipped"}], "role": "user"}, "author": "user"} |
