Feature: Names are not glued together
  A store that joins app, user and session to one key mixes up scopes whose names read the same once joined: one of them reads,
  and overwrites, the memories of the other. A service may refuse such a name, but not mix it up.

  @NAME-001 @must @broken:adk-java-1.8 @broken:adk-js-2.0 @broken:adk-python-1.10 @broken:adk-python-2.0 @broken:adk-python-2.3
  Scenario: App and user are not joined by a slash
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L58-60
    Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L73-75
    Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L32-33
    Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L36-37

    Given "c" of app "a/b" remembers "the vault opens with heron"
    Then "c" of app "a/b" finds it by "heron", but "b/c" of app "a" does not

  @NAME-002 @must @broken:adk-java-1.8 @broken:adk-js-2.0 @broken:adk-python-1.10 @broken:adk-python-2.0 @broken:adk-python-2.3
  Scenario: A slash in a name does not let one user overwrite another's session
    Where the joined names are the same and the session ids too, the second writer replaces what the first had stored.
    Source (adk-java-1.8): com.google.adk:google-adk 1.8.0 com/google/adk/memory/InMemoryMemoryService.java L58-60, L79
    Source (adk-js-2.0): @google/adk 2.0.0 dist/esm/memory/in_memory_memory_service.js L31, L73-75
    Source (adk-python-1.10): google-adk 1.10.0 google/adk/memory/in_memory_memory_service.py L32-33, L64
    Source (adk-python-2.0, adk-python-2.3): google-adk 2.3.0 google/adk/memory/in_memory_memory_service.py L36-37, L68

    Given "c" of app "a/b" remembers "the vault opens with heron" in session "monday"
    And "c" of app "a/b" finds it by "vault"
    When "b/c" of app "a" remembers "the vault opens with magpie" in session "monday"
    Then "c" of app "a/b" finds exactly "the vault opens with heron" by "vault"
    And "b/c" of app "a" finds exactly "the vault opens with magpie" by "vault"

  @NAME-003 @must
  Scenario Outline: App and user stay apart, also where they read the same with <what> between them
    Given "<user>" of app "<app>" remembers "the vault opens with heron" in session "monday"
    And "<user>" of app "<app>" finds it by "vault"
    When "<other user>" of app "<other app>" remembers "the vault opens with magpie" in session "monday"
    Then "<user>" of app "<app>" finds exactly "the vault opens with heron" by "vault"
    And "<user>" of app "<app>" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "<other user>" of app "<other app>" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

    Examples:
      | what         | app      | user | other app | other user |
      | nothing      | ab       | c    | a         | bc         |
      | a hyphen     | a-b      | c    | a         | b-c        |
      | an underline | a_b      | c    | a         | b_c        |
      | a colon      | a:b      | c    | a         | b:c        |
      | two colons   | a::b     | c    | a         | b::c       |
      | a bar        | a\|b     | c    | a         | b\|c       |
      | a comma      | a,b      | c    | a         | b,c        |
      | a semicolon  | a;b      | c    | a         | b;c        |
      | a hash       | a#b      | c    | a         | b#c        |
      | an at sign   | a@b      | c    | a         | b@c        |
      | a space      | a b      | c    | a         | b c        |
      | a backslash  | a\u005cb | c    | a         | b\u005cc   |

  @NAME-027 @must
  Scenario: App and user stay apart, with a dot between them
    Given "c" of app "a.b" remembers "the vault opens with heron" in session "monday"
    And "c" of app "a.b" finds it by "vault"
    When "b.c" of app "a" remembers "the vault opens with magpie" in session "monday"
    Then "c" of app "a.b" finds exactly "the vault opens with heron" by "vault"
    And "c" of app "a.b" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "b.c" of app "a" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

  @NAME-004 @must
  Scenario Outline: App and user are not joined by the control character <what>
    Given "<user>" of app "<app>" remembers "the vault opens with heron" in session "monday"
    And "<user>" of app "<app>" finds it by "vault"
    When "<other user>" of app "<other app>" remembers "the vault opens with magpie" in session "monday"
    Then "<user>" of app "<app>" finds exactly "the vault opens with heron" by "vault"
    And "<other user>" of app "<other app>" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

    Examples:
      | what           | app      | user | other app | other user |
      | tab            | a\u0009b | c    | a         | b\u0009c   |
      | line feed      | a\u000ab | c    | a         | b\u000ac   |
      | unit separator | a\u001fb | c    | a         | b\u001fc   |

  @NAME-005 @must
  Scenario Outline: User and session stay apart, also where they read the same with <what> between them
    Given "<user>" of app "shop" remembers "the vault opens with heron" in session "<session>"
    And "<user>" of app "shop" finds it by "vault"
    When "<other user>" of app "shop" remembers "the vault opens with magpie" in session "<other session>"
    Then "<user>" of app "shop" finds exactly "the vault opens with heron" by "vault"
    And "<user>" of app "shop" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "<other user>" of app "shop" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

    Examples:
      | what     | user   | session | other user | other session |
      | nothing  | ana1   | 2       | ana        | 12            |
      | a slash  | ana/x  | y       | ana        | x/y           |
      | a hyphen | ana-x  | y       | ana        | x-y           |
      | a colon  | ana:x  | y       | ana        | x:y           |
      | a bar    | ana\|x | y       | ana        | x\|y          |

  @NAME-028 @must
  Scenario: User and session stay apart, with a dot between them
    Given "ana.x" of app "shop" remembers "the vault opens with heron" in session "y"
    And "ana.x" of app "shop" finds it by "vault"
    When "ana" of app "shop" remembers "the vault opens with magpie" in session "x.y"
    Then "ana.x" of app "shop" finds exactly "the vault opens with heron" by "vault"
    And "ana.x" of app "shop" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "ana" of app "shop" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

  @NAME-006 @must @broken:adk-go-vertex-2.2
  Scenario: A null character neither joins names nor ends one
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "c" of app "a\u0000b" remembers "the vault opens with heron" in session "monday"
    Then "c" of app "a\u0000b" finds it by "vault", but "c" of app "a" does not
    When "b\u0000c" of app "a" remembers "the vault opens with magpie" in session "monday"
    Then "c" of app "a\u0000b" finds exactly "the vault opens with heron" by "vault"
    And "b\u0000c" of app "a" finds exactly "the vault opens with magpie" by "vault"
    And "b\u0000c" of app "a" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"
