Feature: A key opens the memory of its owner alone
  A service that knows who asks must not go by what the question says of it. Each principal has a key, such as a token, that is for one scope,
  and tries the scopes of all others with it; and somebody tries them all without any key. To be refused, and to be shown nothing, are both
  right. Played by `memory-conformance leaks BACKEND --principals FILE`.

  Background:
    Given each principal remembers a canary of their own, by their own key

  @LEAK-050 @must @needs:principals
  Scenario: With their own key everybody finds what they remember
    Then each of them finds their own canary

  @LEAK-051 @must @needs:principals
  Scenario: With their own key nobody is shown the scope of another
    Then none of them is shown anything in the scope of another, by their own key

  @LEAK-052 @must @needs:principals
  Scenario: With their own key nobody adds to the scope of another
    When each of them tries to add a canary to the scope of another, by their own key
    Then each of them finds their own canary
    And none of them finds the canary of another by searching

  @LEAK-053 @must @needs:principals
  Scenario: With their own key nobody changes or deletes what another remembers
    When each of them tries to change and to delete what another remembers, by their own key
    Then each of them finds their own canary
    And none of them finds the canary of another by searching

  @LEAK-054 @must @needs:principals
  Scenario: Without a key nothing is shown
    Then without a key nobody is shown anything

  @LEAK-055 @must @needs:principals
  Scenario: Without a key nothing is added
    When somebody without a key tries to add a canary to the scope of each of them
    Then each of them finds their own canary
    And none of them finds the canary of another by searching

  @LEAK-056 @must @needs:principals
  Scenario: Without a key nothing is changed or deleted
    When somebody without a key tries to change and to delete what each of them remembers
    Then each of them finds their own canary
    And none of them finds the canary of another by searching
