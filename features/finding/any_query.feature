Feature: Any text may be searched for
  Queries come from people and from models: they hold quotes, signs, bits of code. None of that may make a search fail, show
  what others remember, nor change what is remembered.

  Background:
    Given "ben" of app "shop" remembers "the wallet is in the drawer"

  @QUERY-001 @must
  Scenario Outline: A search for <kind> is answered
    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    Then "ana" of app "shop" may search for "<query>"
    And "ana" of app "shop" finds it by "parcel"

    Examples:
      | kind                            | query                                  |
      | an apostrophe                   | it's ana's parcel                      |
      | an open double quote            | \"the parcel                           |
      | a question mark                 | where is my parcel?                    |
      | a piece of SQL                  | '; DROP TABLE memories; --             |
      | SQL's wildcards                 | 100% par_el                            |
      | an open bracket                 | parcel [a-                             |
      | an open parenthesis             | (parcel                                |
      | a star, a plus and a brace      | *parcel+ a{1,                          |
      | a backslash                     | parcel\u005c                           |
      | operators of a full-text search | NEAR( parcel OR NOT * AND              |
      | a field and a colon             | text:parcel^2~ -author:ana             |
      | a piece of JSON                 | {\"$ne\": null}                        |
      | placeholders                    | %s %d {0} ${HOME} {{parcel}}           |
      | a path                          | ../../etc/passwd                       |
      | the null character              | par\u0000cel                           |
      | line ends and a tab             | my\u000d\u000aparcel\tplease           |
      | an emoji                        | 🎉 parcel 📦                           |
      | Chinese                         | 我的包裹在哪里                         |
      | a change of writing direction   | \u202eparcel\u202c                     |
      | a byte order mark               | \ufeffparcel                           |
      | Arabic                          | أين الطرد                              |
      | digits only                     | 4521                                   |
      | one letter                      | a                                      |
      | capitals only                   | PARCEL                                 |
      | a leading hyphen                | -parcel                                |
      | punctuation only                | ?!                                     |

  @QUERY-002 @must
  Scenario: A search for two thousand words is answered
    Models hand over whole pages.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    Then "ana" of app "shop" may search for 2000 words, the last of them "parcel"
    And "ana" of app "shop" finds it by "parcel"

  @QUERY-003 @should
  Scenario Outline: A search for <what> is answered
    Some services refuse it; an agent that asks for nothing is better told that nothing was found.

    Given "ana" of app "shop" remembers "the parcel was shipped on monday"
    Then "ana" of app "shop" may search for "<query>"
    And "ana" of app "shop" finds it by "parcel"

    Examples:
      | what           | query  |
      | the empty text |        |
      | a space        | \u0020 |
      | a line end     | \u000a |

  @QUERY-004 @must
  Scenario Outline: A search for <what> shows nothing of others
    A service may refuse it, but not take it for a search of everything.

    Then "ben" of app "shop" finds it by "wallet"
    And a search of "ana" of app "shop" for "<query>" shows nothing of others

    Examples:
      | what             | query  |
      | the empty text   |        |
      | a space          | \u0020 |
      | a line end       | \u000a |
      | a star           | *      |
      | a percent sign   | %      |
      | a dot            | .      |
      | an SQL condition | OR 1=1 |
