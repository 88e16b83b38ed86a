Feature: The same id in two scopes names two things
  Apps number their sessions and events as they like: two users may have a session "monday" each. A service that knows a session or
  an event by its id alone lets the second writer overwrite the first, or shows the one what the other said.

  @SHARE-001 @must
  Scenario: Two users may use the same session id
    Given "ana" of app "travel" remembers "my seat is 14C" in session "monday"
    And "ana" of app "travel" finds it by "seat"
    When "ben" of app "travel" remembers "my seat is 31F" in session "monday"
    Then "ana" of app "travel" finds exactly "my seat is 14C" by "seat"
    And "ana" of app "travel" finds "my seat is 14C" by "seat", but not "my seat is 31F"
    And "ben" of app "travel" finds "my seat is 31F" by "seat", but not "my seat is 14C"

  @SHARE-002 @must @broken:adk-go-vertex-2.2
  Scenario: Two apps may use the same session id for one user
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "ana" of app "travel" remembers "the total is ninety" in session "monday"
    And "ana" of app "travel" finds it by "total"
    When "ana" of app "shop" remembers "the total is twelve" in session "monday"
    Then "ana" of app "travel" finds exactly "the total is ninety" by "total"
    And "ana" of app "travel" finds "the total is ninety" by "total", but not "the total is twelve"
    And "ana" of app "shop" finds "the total is twelve" by "total", but not "the total is ninety"

  @SHARE-003 @must
  Scenario: Session and event of two users may have the same ids
    A service that skips an event whose id it knows already loses the second memory; one that stores under the id loses the first.

    Given "ana" of app "travel" adds the session "monday":
      | id    | text                    |
      | first | the alarm code is heron |
    And "ana" of app "travel" finds "the alarm code is heron" by "alarm"
    When "ben" of app "travel" adds the session "monday":
      | id    | text                     |
      | first | the alarm code is magpie |
    Then "ben" of app "travel" finds exactly "the alarm code is magpie" by "alarm"
    And "ana" of app "travel" finds exactly "the alarm code is heron" by "alarm"
    And "ana" of app "travel" finds "the alarm code is heron" by "alarm", but not "the alarm code is magpie"

  @SHARE-007 @must @broken:adk-go-vertex-2.2
  Scenario: Session and event of two apps may have the same ids
    A service that skips an event whose id it knows already loses the second memory; one that stores under the id loses the first.
    Source (adk-go-vertex-2.2): google.golang.org/adk/v2 v2.2.0 memory/vertexai/vertexai_client.go L116, L137-139

    Given "ana" of app "travel" adds the session "monday":
      | id    | text                    |
      | first | the alarm code is heron |
    And "ana" of app "travel" finds "the alarm code is heron" by "alarm"
    When "ana" of app "office" adds the session "monday":
      | id    | text                     |
      | first | the alarm code is magpie |
    Then "ana" of app "office" finds exactly "the alarm code is magpie" by "alarm"
    And "ana" of app "travel" finds exactly "the alarm code is heron" by "alarm"
    And "ana" of app "travel" finds "the alarm code is heron" by "alarm", but not "the alarm code is magpie"

  @SHARE-004 @must
  Scenario: Adding a session again changes nothing in another scope
    Given "ana" of app "travel" remembers "my seat is 14C" in session "monday"
    And "ana" of app "travel" finds it by "seat"
    When "ben" of app "travel" remembers "my seat is 31F" in session "monday"
    And "ben" of app "travel" adds the session "monday" again:
      | text           |
      | my seat is 22A |
    Then "ana" of app "travel" finds exactly "my seat is 14C" by "seat"
    And "ben" of app "travel" finds exactly "my seat is 22A" by "seat"

  @SHARE-005 @must
  Scenario: Adding a session without events empties nothing of another user
    Where adding a session without events forgets what it held, it forgets that for its own user alone.

    Given "ana" of app "travel" remembers "my seat is 14C" in session "monday"
    And "ana" of app "travel" finds it by "seat"
    When "ben" of app "travel" adds the session "monday" without events
    Then "ana" of app "travel" finds exactly "my seat is 14C" by "seat"

  @SHARE-008 @must
  Scenario: Adding a session without events empties nothing in another app
    Where adding a session without events forgets what it held, it forgets that for its own app alone.

    Given "ana" of app "travel" remembers "my seat is 14C" in session "monday"
    And "ana" of app "travel" finds it by "seat"
    When "ana" of app "shop" adds the session "monday" without events
    Then "ana" of app "travel" finds exactly "my seat is 14C" by "seat"

  @SHARE-006 @must @needs:add_events
  Scenario: Single events of one user do not join a session of another
    Given "ana" of app "travel" remembers "my seat is 14C" in session "monday"
    And "ana" of app "travel" finds it by "seat"
    When "ben" of app "travel" adds to the session "monday":
      | text           |
      | my seat is 31F |
    Then "ben" of app "travel" finds exactly "my seat is 31F" by "seat"
    And "ben" of app "travel" finds "my seat is 31F" by "seat", but not "my seat is 14C"
    And "ana" of app "travel" finds "my seat is 14C" by "seat", but not "my seat is 31F"

  @SHARE-009 @must @needs:add_events
  Scenario: Single events of one app do not join a session of another
    Given "ana" of app "travel" remembers "my seat is 14C" in session "monday"
    And "ana" of app "travel" finds it by "seat"
    When "ana" of app "shop" adds to the session "monday":
      | text           |
      | my seat is 31F |
    Then "ana" of app "shop" finds exactly "my seat is 31F" by "seat"
    And "ana" of app "shop" finds "my seat is 31F" by "seat", but not "my seat is 14C"
    And "ana" of app "travel" finds "my seat is 14C" by "seat", but not "my seat is 31F"
