Feature: A word of the query inside the text
  Some services look for a word of the query inside the text too, once that word has a character beyond ASCII. It makes
  Chinese findable, and a dash or an emoji turns it on as well.

  Background:
    Given a word stored nowhere finds nothing

  @SUBSTR-001
  Scenario Outline: One Chinese word out of an unspaced sentence
    The sentence asks for *Celsius* from now on. The third query is *Fahrenheit*.

    Given "li" of app "weather" adds the session "monday":
      | text                   |
      | 以后请用摄氏度报告天气 |
      | noted celsius          |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: what the sentence holds is found, be it one character
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | query  | what                     |
      | 摄氏度 | "以后请用摄氏度报告天气" |
      | 摄     | "以后请用摄氏度报告天气" |
      | 华氏度 | nothing                  |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: no word of the text is equal to it
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | query  | what    |
      | 摄氏度 | nothing |
      | 摄     | nothing |
      | 华氏度 | nothing |

  @SUBSTR-002
  Scenario Outline: A whole Chinese question, asked without spaces
    It shares 天气, *weather*, with what was said. Only a service that cuts the question into words can tell.

    Given "li" of app "weather" adds the session "monday":
      | text                   |
      | 以后请用摄氏度报告天气 |
      | noted celsius          |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "杭州天气怎么样，温度单位跟上次一样"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the question is one long word, or two, or none
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | what    |
      | nothing |

    @segmented
    Examples: the question is cut into words, and one of them is 天气
      | what                     |
      | "以后请用摄氏度报告天气" |

  @SUBSTR-003
  Scenario Outline: A query that holds the text and more
    Catches a search in both directions.

    Given "li" of app "weather" adds the session "monday":
      | text          |
      | 摄氏度        |
      | noted celsius |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "请用摄氏度"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the text is not looked for inside the query
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | what    |
      | nothing |

    @segmented
    Examples: the query is cut into words, and one of them is the text
      | what     |
      | "摄氏度" |

  @SUBSTR-004
  Scenario Outline: A question mark behind a Chinese word
    The plain question mark and the wide one.

    Given "li" of app "weather" adds the session "monday":
      | text                   |
      | 以后请用摄氏度报告天气 |
      | noted celsius          |
    And "li" of app "weather" finds "noted celsius" by "celsius"
    When "li" of app "weather" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: neither finds the sentence
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | query    | what    |
      | 摄氏度?  | nothing |
      | 摄氏度？ | nothing |

    @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: the query is cut at signs
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | query    | what                     |
      | 摄氏度?  | "以后请用摄氏度报告天气" |
      | 摄氏度？ | "以后请用摄氏度报告天气" |

  @SUBSTR-005
  Scenario Outline: A Latin word or a number inside an unspaced sentence
    The second query is but a piece of the word.

    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8
    Examples: a plain word is looked for as a whole word only
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      | stored           | query  | what    |
      | 私はPythonを使う | python | nothing |
      | 我用Python写代码 | thon   | nothing |
      | 订单4521已发货   | 4521   | nothing |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: only the letters of English make words, and these are cut out
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      | stored           | query  | what                        |
      | 私はPythonを使う | python | "note 私はPythonを使う end" |
      | 我用Python写代码 | thon   | nothing                     |
      | 订单4521已发货   | 4521   | nothing                     |

    @adk-python-2.10 @adk-python-2.13
    Examples: a text is also cut where Latin meets another script
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L55-73, L173-179
      | stored           | query  | what                        |
      | 私はPythonを使う | python | "note 私はPythonを使う end" |
      | 我用Python写代码 | thon   | nothing                     |
      | 订单4521已发货   | 4521   | "note 订单4521已发货 end"   |

  @SUBSTR-006
  Scenario Outline: A query word that is half Latin, half Chinese
    The first query stands in the text, across the border of two words; of the second only the end does.

    Given "li" of app "diary" remembers "note 用Python机器学习 end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: it is looked for as it is, the Latin half included
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | query      | what                        |
      | THON机     | "note 用Python机器学习 end" |
      | 请用python | nothing                     |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: no word of the text is equal to it
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | query      | what    |
      | THON机     | nothing |
      | 请用python | nothing |

    @adk-python-1.10 @adk-python-2.0
    Examples: its Latin half is all that is compared
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      | query      | what                        |
      | THON机     | nothing                     |
      | 请用python | "note 用Python机器学习 end" |

  @SUBSTR-007
  Scenario Outline: A dash, an emoji, a curly apostrophe, a wide space or an accent
    Given "ana" of app "shop" remembers "<stored> said the clerk"
    And "ana" of app "shop" finds it by "clerk"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7
    Examples: each of them lets a word be looked for inside the text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      | stored         | query  | what                            |
      | yes—no         | —      | "yes—no said the clerk"         |
      | nice😀day      | 😀     | "nice😀day said the clerk"      |
      | somewhat’s     | what’s | "somewhat’s said the clerk"     |
      | 机器\u3000学习 | \u3000 | "机器\u3000学习 said the clerk" |
      | cafés          | café   | "cafés said the clerk"          |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0
    Examples: none of them does
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      | stored         | query  | what    |
      | yes—no         | —      | nothing |
      | nice😀day      | 😀     | nothing |
      | somewhat’s     | what’s | nothing |
      | 机器\u3000学习 | \u3000 | nothing |
      | cafés          | café   | nothing |

    @adk-python-1.10 @adk-python-2.0 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: signs part words, so that s is a word of both; café is found inside cafés, or both are cut down to caf
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | stored         | query  | what                        |
      | yes—no         | —      | nothing                     |
      | nice😀day      | 😀     | nothing                     |
      | somewhat’s     | what’s | "somewhat’s said the clerk" |
      | 机器\u3000学习 | \u3000 | nothing                     |
      | cafés          | café   | "cafés said the clerk"      |

    @adk-python-2.3 @adk-python-2.7
    Examples: signs cut words, and s is a word of both
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | stored         | query  | what                        |
      | yes—no         | —      | nothing                     |
      | nice😀day      | 😀     | nothing                     |
      | somewhat’s     | what’s | "somewhat’s said the clerk" |
      | 机器\u3000学习 | \u3000 | nothing                     |
      | cafés          | café   | nothing                     |

    @segmented
    Examples: signs make no word; café is looked for inside the text
      | stored         | query  | what                   |
      | yes—no         | —      | nothing                |
      | nice😀day      | 😀     | nothing                |
      | somewhat’s     | what’s | nothing                |
      | 机器\u3000学习 | \u3000 | nothing                |
      | cafés          | café   | "cafés said the clerk" |

  @SUBSTR-008
  Scenario Outline: A letter that becomes a plain one in small letters
    In turn: the sign for kelvin, whose small letter is k, and the Turkish İ, whose small letter is i for Go. Catches a
    service that looks for characters beyond ASCII first and makes the letters small afterwards.

    Given "ana" of app "shop" remembers "a <stored> more or less"
    And "ana" of app "shop" finds it by "more"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: neither is looked for inside the text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L209
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L174
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L96, L111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | stored | query  | what    |
      | kilo   | \u212a | nothing |
      | İzmir  | İ      | nothing |

    @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: İ is looked for inside the text, since its small letter is beyond ASCII too
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L52, L173-179
      | stored | query  | what                   |
      | kilo   | \u212a | nothing                |
      | İzmir  | İ      | "a İzmir more or less" |

  @SUBSTR-009
  Scenario Outline: A word that is found both ways counts once
    The first text holds *café* as a word and again inside *cafés*. Were that two hits, it would come first.

    Given "ana" of app "shop" adds the session "monday":
      | text         |
      | café cafés   |
      | deploy cafés |
      | deploy       |
    And "ana" of app "shop" finds "deploy" by "deploy"
    When "ana" of app "shop" searches for "café deploy"
    Then <what> come back in this order

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: two words of the query before one, however often it is found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-194, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L131-157
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L49-52, L161-187
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L169-196
      | what                                   |
      | "deploy cafés", "café cafés", "deploy" |

    @adk-go-2.2 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: in the order in which they were said
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143, L148-165, L167-178
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L115-132
      Source (adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L40-42, L115-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L122-139
      | what                                   |
      | "café cafés", "deploy cafés", "deploy" |

    @adk-java-1.8 @adk-js-2.0
    Examples: in the order in which they were said, and café finds nothing
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L100-128
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L46-65, L77-81
      | what                     |
      | "deploy cafés", "deploy" |

  @SUBSTR-010
  Scenario Outline: Two words of a query, one inside the other
    Given "li" of app "diary" adds the session "monday":
      | text           |
      | buy 机器 cheap |
      | 我喜欢机器学习 |
    And "li" of app "diary" finds "buy 机器 cheap" by "buy"
    When "li" of app "diary" searches for "机器 机器学习"
    Then <what> come back in this order

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: each of the two counts where it is found
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-194, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-157
      Source (adk-python-2.10): google-adk 2.10.0 google/adk/memory/in_memory_memory_service.py L49-52, L165-187
      Source (adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-196
      | what                               |
      | "我喜欢机器学习", "buy 机器 cheap" |

    @adk-go-2.2 @adk-python-2.3 @adk-python-2.7
    Examples: only the word that stands by itself is found
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-143, L148-165, L167-178
      Source (adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L40-42, L115-132
      Source (adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L122-139
      | what             |
      | "buy 机器 cheap" |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: neither is found
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L100-128
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L46-65, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L115-132
      | what    |
      | nothing |
