Feature: A name stands for itself alone
  A name is not a pattern, a prefix, a path or a piece of a query. Whoever can choose a name that the store reads as something
  more reads the memories of others. Names are compared as they are, letter for letter.

  @NAME-010 @must
  Scenario Outline: A user whose name <likeness> does not find it
    Given "<owner>" of app "travel" remembers "the vault opens with heron"
    Then "<owner>" of app "travel" finds it by "heron", but "<other>" of app "travel" does not

    Examples:
      | owner  | other     | likeness                  |
      | user10 | user1     | begins the owner's name   |
      | user1  | user10    | goes on after the owner's |
      | user10 | 10        | ends the owner's name     |
      | user10 | er1       | is a piece of the owner's |
      | acme   | acme-corp | goes on after a hyphen    |

  @NAME-019 @must
  Scenario Outline: A user whose name <likeness> does not find it, where names hold dots or an @
    Given "<owner>" of app "travel" remembers "the vault opens with heron"
    Then "<owner>" of app "travel" finds it by "heron", but "<other>" of app "travel" does not

    Examples:
      | owner           | other           | likeness                |
      | alice           | alice.smith     | goes on after a dot     |
      | alice.smith     | alice           | ends at the owner's dot |
      | ana@example.com | ana@example.org | differs after a dot     |
      | ana@example.com | ana             | ends at the owner's @   |

  @NAME-011 @must @broken:adk-go-vertex-2.2
  Scenario Outline: In an app whose name <likeness> it is not found
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "ana" of app "<app>" remembers "the vault opens with heron"
    Then "ana" of app "<app>" finds it by "heron", but "ana" of app "<other>" does not

    Examples:
      | app       | other      | likeness                         |
      | shopping  | shop       | begins the owner's name          |
      | shop      | shopping   | goes on after the owner's        |
      | shop      | Shop       | differs in case                  |
      | shop      | %          | is SQL's wildcard                |
      | shop      | *          | is a star                        |
      | my-shop   | my_shop    | holds SQL's one-letter wildcard  |
      | shop      | shop\u0020 | has a space after it             |
      | caf\u00e9 | cafe\u0301 | has one letter as two characters |

  @NAME-012 @must
  Scenario Outline: A user whose name is <pattern> finds nothing of others
    Given "<owner>" of app "travel" remembers "the vault opens with heron"
    Then "<owner>" of app "travel" finds it by "heron", but "<other>" of app "travel" does not

    Examples:
      | owner    | other     | pattern                                 |
      | ana      | %         | SQL's wildcard                          |
      | ana      | an%       | a beginning and SQL's wildcard          |
      | ana      | ___       | three of SQL's one-letter wildcards     |
      | john-doe | john_doe  | alike but for SQL's one-letter wildcard |
      | ana      | *         | a star                                  |
      | ana      | an*       | a beginning and a star                  |
      | ana      | an?       | a beginning and a question mark         |
      | ana      | [a-z]na   | a set of letters                        |
      | ana      | ^ana$     | an expression for the owner             |
      | ana      | {ana,ben} | a list of names                         |

  @NAME-013 @must
  Scenario Outline: Names that differ in case are two names: <owner> and <other>
    Given "<owner>" of app "travel" remembers "the vault opens with heron" in session "monday"
    And "<owner>" of app "travel" finds it by "vault"
    When "<other>" of app "travel" remembers "the vault opens with magpie" in session "monday"
    Then "<owner>" of app "travel" finds exactly "the vault opens with heron" by "vault"
    And "<owner>" of app "travel" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "<other>" of app "travel" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

    Examples:
      | owner | other |
      | ana   | Ana   |
      | ana   | ANA   |
      | émile | Émile |

  @NAME-014 @must
  Scenario Outline: Two names stay two names, though <likeness>
    Given "<owner>" of app "travel" remembers "the vault opens with heron" in session "monday"
    And "<owner>" of app "travel" finds it by "vault"
    When "<other>" of app "travel" remembers "the vault opens with magpie" in session "monday"
    Then "<owner>" of app "travel" finds exactly "the vault opens with heron" by "vault"
    And "<owner>" of app "travel" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "<other>" of app "travel" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

    Examples:
      | owner     | other              | likeness                                |
      | ren\u00e9 | rene\u0301         | one letter is written as two characters |
      | rene      | ren\u00e9          | one has no accent                       |
      | ana       | \u0430na           | one begins with a Cyrillic letter       |
      | ana       | \uff41\uff4e\uff41 | one is of wide letters                  |
      | fi        | \ufb01             | one is a ligature                       |
      | strasse   | straße             | one writes ß for ss                     |
      | ivan      | \u0130van          | one begins with the Turkish İ           |
      | 7         | 07                 | both are the same number                |
      | 10        | 1e1                | both are the same number, once a power  |

  @NAME-015 @must
  Scenario Outline: A name with <what> is another name
    Given "ana" of app "travel" remembers "the vault opens with heron"
    Then "ana" of app "travel" finds it by "heron", but "<other>" of app "travel" does not

    Examples:
      | what               | other     |
      | a space after it   | ana\u0020 |
      | a space before it  | \u0020ana |
      | a no-break space   | ana\u00a0 |
      | a line feed        | ana\u000a |
      | an invisible space | ana\u200b |
      | an invisible mark  | \ufeffana |

  @NAME-016 @must
  Scenario Outline: A name that is <what> reads and destroys nothing of others
    The name is written with as well as read with: whatever the store makes of it, what others had stays.

    Given "ana" of app "travel" remembers "the vault opens with heron"
    Then "ana" of app "travel" finds it by "heron", but "<other>" of app "travel" does not
    When "<other>" of app "travel" remembers "the moat is full of pike"
    Then "ana" of app "travel" finds exactly "the vault opens with heron" by "vault"
    And "<other>" of app "travel" finds exactly "the moat is full of pike" by "moat"

    Examples:
      | what                         | other                       |
      | an SQL condition             | x' OR '1'='1                |
      | an SQL comment               | ana' --                     |
      | an SQL command               | x'; DROP TABLE memories; -- |
      | an SQL condition in brackets | x') OR (1=1                 |
      | a condition in double quotes | x\" OR \"\"=\"              |
      | a query operator             | {\"$ne\": \"\"}             |
      | a query for any name         | @user:{*}                   |
      | a template                   | ${user}                     |

  @NAME-017 @must
  Scenario Outline: A name that is <what> does not lead to another user
    Given "ana" of app "travel" remembers "the vault opens with heron"
    Then "ana" of app "travel" finds it by "heron", but "<other>" of app "travel" does not

    Examples:
      | what                          | other        |
      | a slash                       | /            |
      | the owner after a slash       | /ana         |
      | the owner before a slash      | ana/         |
      | an escaped letter             | %61na        |
      | the owner with a query string | ana?x=1      |
      | a second parameter            | ben&user=ana |

  @NAME-029 @must
  Scenario Outline: A user whose name is <what> does not find it, where names hold dots
    Given "<owner>" of app "travel" remembers "the vault opens with heron"
    Then "<owner>" of app "travel" finds it by "heron", but "<other>" of app "travel" does not

    Examples:
      | owner | other      | what                             |
      | ana   | .*         | the expression for anything      |
      | ana   | .          | a dot                            |
      | ana   | ..         | two dots                         |
      | ana   | ./ana      | a path that begins with ./       |
      | ana   | ben/../ana | a path to the owner              |
      | 7     | 7.0        | the owner's number as a fraction |

  @NAME-018 @must
  Scenario Outline: Two names of 300 letters that differ in the last are two names
    A column that holds 255 letters makes one name of both, unless the store refuses.

    Given "<owner>" of app "travel" remembers "the vault opens with heron" in session "monday"
    And "<owner>" of app "travel" finds it by "vault"
    When "<other>" of app "travel" remembers "the vault opens with magpie" in session "monday"
    Then "<owner>" of app "travel" finds exactly "the vault opens with heron" by "vault"
    And "<owner>" of app "travel" finds "the vault opens with heron" by "vault", but not "the vault opens with magpie"
    And "<other>" of app "travel" finds "the vault opens with magpie" by "vault", but not "the vault opens with heron"

    Examples:
      | owner                                                                                                                                                                                                                                                                                                        | other                                                                                                                                                                                                                                                                                                        |
      | ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift.1 | ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift-ana-of-the-night-shift.2 |
