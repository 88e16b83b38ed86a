Feature: Texts and names pass through unharmed
  JSON can say every text. A harness that cuts lines, guesses an encoding or builds messages by hand cannot.

  @PROTOCOL-040 @must
  Scenario Outline: A text with <what> comes back as it was
    Given a session is added that says "<text>"
    Then a search for "heron" gives "<text>" back

    Examples:
      | what                        | text                                                  |
      | quotes and a backslash      | the heron says \u0022hm\u0022 and \u005cn             |
      | a line break                | the heron says \u000a on two lines                    |
      | a carriage return and a tab | the heron says \u000d\u000a\u0009 more                |
      | an emoji of several signs   | the heron says \ud83d\udc69\u200d\ud83d\udc67         |
      | Chinese                     | the heron says 请用摄氏度报告天气                              |
      | one letter in two ways      | the heron says cafe\u0301 and caf\u00e9               |
      | a line separator            | the heron says \u2028 and \u2029 and \u0085           |
      | the sign of number zero     | the heron says \u0000 and \u0007                      |
      | what looks like a message   | the heron says {\u0022jsonrpc\u0022: \u00222.0\u0022} |

  @PROTOCOL-041 @must
  Scenario: A text of a million letters comes back as it was
    A message has at most 8 MiB. Readers that stop at 64 KiB are the rule, where nobody told them otherwise.

    Given a session is added that says "the heron says" and is 1000000 letters long
    Then a search for "heron" gives it back

  @PROTOCOL-042 @must
  Scenario Outline: <what> is taken as a name, or refused as an argument
    When add_session is asked with {"scope": {"app": "shop", "user": "<user>"}, "session": {"id": "monday"}}
    Then the answer is as the protocol says or the error "invalid_argument"
    When search is asked with {"scope": {"app": "shop", "user": "<user>"}, "query": "heron"}
    Then the answer is as the protocol says or the error "invalid_argument"

    Examples:
      | what                    | user                    |
      | An empty text           |                         |
      | A text with slashes     | sales/ana/../ben        |
      | A text with quotes      | o'brien \u0022ana\u0022 |
      | An emoji                | \ud83d\ude80            |
      | A line break            | ana\u000a               |
      | A word of a language    | __proto__               |
      | The sign of number zero | ana\u0000               |
