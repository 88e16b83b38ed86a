Feature: Words of other scripts
  Not every script separates its words by spaces, and not every sign of a word is a letter: Hindi and Thai write vowels as
  marks on the letter before.

  Background:
    Given a word stored nowhere finds nothing

  @SCRIPT-001
  Scenario Outline: A whole word between spaces
    Russian, Greek, Arabic, Korean and Japanese.

    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: every script has words
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | stored         | query  | what                      |
      | встреча завтра | завтра | "note встреча завтра end" |
      | αύριο πρωί     | πρωί   | "note αύριο πρωί end"     |
      | موعد الطبيب    | الطبيب | "note موعد الطبيب end"    |
      | 내일 회의      | 회의   | "note 내일 회의 end"      |
      | 日本 旅行      | 旅行   | "note 日本 旅行 end"      |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: only the letters of English make words
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      | stored         | query  | what    |
      | встреча завтра | завтра | nothing |
      | αύριο πρωί     | πρωί   | nothing |
      | موعد الطبيب    | الطبيب | nothing |
      | 내일 회의      | 회의   | nothing |
      | 日本 旅行      | 旅行   | nothing |

  @SCRIPT-002
  Scenario Outline: A word inside an unspaced sentence
    Chinese and Japanese.

    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: a word of the query is also looked for inside the text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | stored             | query    | what                          |
      | 我喜欢机器学习     | 机器学习 | "note 我喜欢机器学习 end"     |
      | 私の名前は太郎です | 太郎     | "note 私の名前は太郎です end" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: no word of the text is equal to it
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | stored             | query    | what    |
      | 我喜欢机器学习     | 机器学习 | nothing |
      | 私の名前は太郎です | 太郎     | nothing |

  @SCRIPT-003
  Scenario Outline: A word with a particle, an ending or an article
    Korean and Russian add to the end of a word, Arabic writes the article before it.

    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: a word of the query is also looked for inside the text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | stored         | query | what                      |
      | 제 이름은 민수 | 이름  | "note 제 이름은 민수 end" |
      | город МОСКВА   | москв | "note город МОСКВА end"   |
      | ان السلام هنا  | سلام  | "note ان السلام هنا end"  |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7
    Examples: no word of the text is equal to it
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      | stored         | query | what    |
      | 제 이름은 민수 | 이름  | nothing |
      | город МОСКВА   | москв | nothing |
      | ان السلام هنا  | سلام  | nothing |

  @SCRIPT-004
  Scenario Outline: Two Thai words, of which the text says one
    The text is a greeting. The second query is *house*.

    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7
    Examples: the one that it says, inside the sentence
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      | stored     | query | what                  |
      | สวัสดีครับ | ครับ  | "note สวัสดีครับ end" |
      | สวัสดีครับ | บ้าน   | nothing               |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: neither
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      | stored     | query | what    |
      | สวัสดีครับ | ครับ  | nothing |
      | สวัสดีครับ | บ้าน   | nothing |

    @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: both, since words are cut at vowel marks and share a consonant
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | stored     | query | what                  |
      | สวัสดีครับ | ครับ  | "note สวัสดีครับ end" |
      | สวัสดีครับ | บ้าน   | "note สวัสดีครับ end" |

  @SCRIPT-005
  Scenario Outline: Two Hindi words, of which the text says one
    The text is *my name is Ram*. The queries are *name* and *weather*.

    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: the one that it says
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      | stored          | query | what                       |
      | मेरा नाम राम है | नाम   | "note मेरा नाम राम है end" |
      | मेरा नाम राम है | मौसम  | nothing                    |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: neither
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      | stored          | query | what    |
      | मेरा नाम राम है | नाम   | nothing |
      | मेरा नाम राम है | मौसम  | nothing |

    @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: both, since words are cut at vowel marks and share a consonant
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | stored          | query | what                       |
      | मेरा नाम राम है | नाम   | "note मेरा नाम राम है end" |
      | मेरा नाम राम है | मौसम  | "note मेरा नाम राम है end" |

  @SCRIPT-006
  Scenario Outline: A Chinese full stop or comma behind a word
    Given "li" of app "diary" remembers "note <stored> end"
    And "li" of app "diary" finds it by "note"
    When "li" of app "diary" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13
    Examples: the sign is cut off, or the word is looked for inside the text
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L105, L136, L169-174, L202-213
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42, L132
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43, L135-141
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52, L173-179
      | stored         | query    | what                      |
      | 今天下雨。     | 今天下雨 | "note 今天下雨。 end"     |
      | 你好，我是小明 | 你好     | "note 你好，我是小明 end" |

    @adk-go-2.2 @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0
    Examples: the sign stays on the word, or there is no word at all
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L131-133, L148-165, L167-178
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111, L120
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L56-58, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42, L125
      | stored         | query    | what    |
      | 今天下雨。     | 今天下雨 | nothing |
      | 你好，我是小明 | 你好     | nothing |

  @SCRIPT-007
  Scenario Outline: An emoji between spaces
    Given "ana" of app "shop" remembers "what a party 🎉 tonight"
    And "ana" of app "shop" finds it by "party"
    When "ana" of app "shop" searches for "<query>"
    Then <what> comes back

    @adk-go-1.7 @adk-go-2.2
    Examples: it is a word like any other
      Source (adk-go-1.7): google.golang.org/adk v1.7.0 memory/inmemory.go L202-213
      Source (adk-go-2.2): google.golang.org/adk/v2 v2.2.0 memory/inmemory.go L167-178
      | query | what                      |
      | 🎉    | "what a party 🎉 tonight" |
      | 🎂    | nothing                   |

    @adk-java-1.8 @adk-js-2.0 @adk-python-1.10 @adk-python-2.0 @adk-python-2.3 @adk-python-2.7 @adk-python-2.8 @adk-python-2.10 @adk-python-2.13 @segmented
    Examples: it makes no word
      Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L49, L95-96, L109-111
      Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L44, L77-81
      Source (adk-python-1.10, adk-python-2.0): google-adk 2.0.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.3, adk-python-2.7): google-adk 2.7.0 google/adk/memory/in_memory_memory_service.py L40-42
      Source (adk-python-2.8): google-adk 2.8.0 google/adk/memory/in_memory_memory_service.py L41-43
      Source (adk-python-2.10, adk-python-2.13): google-adk 2.13.0 google/adk/memory/in_memory_memory_service.py L49-52
      | query | what    |
      | 🎉    | nothing |
      | 🎂    | nothing |
