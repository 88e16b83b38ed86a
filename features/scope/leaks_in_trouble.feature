Feature: Trouble moves nothing to another
  Messages come twice, late or in another order, answers get lost, and users leave in the middle. Whatever becomes of one of them: nobody
  is shown what is another's, what was acknowledged is there, and nothing is there by halves. Played by `memory-conformance leaks BACKEND
  --faulty-line` and `--load USERS`.

  Rule: Over a line that fails

    Background:
      Given several users write at once, over a line that doubles, delays, reorders and loses messages

    @LEAK-040 @must @needs:faulty_line
    Scenario: A line that fails shows nobody what another wrote
      Then nobody was shown what another wrote

    @LEAK-041 @must @needs:faulty_line
    Scenario: What was acknowledged over a line that fails is there
      Where adding a session again replaces it, it is there once: a message that comes twice is no second session.

      Then what was acknowledged is there, and what was deleted is not

    @LEAK-042 @must @needs:faulty_line
    Scenario: What a line lost is there as a whole or not at all
      Then what was not acknowledged is there as a whole or not at all

  Rule: Under load

    Background:
      Given many users add, search and delete at once, and some leave in the middle

    @LEAK-045 @must @needs:load
    Scenario: However many there are, nobody is shown what another wrote
      Then nobody was shown what another wrote

    @LEAK-046 @must @needs:load
    Scenario: However many there are, what was acknowledged is there
      Then what was acknowledged is there, and what was deleted is not

    @LEAK-047 @must @needs:load
    Scenario: What was left in the middle is there as a whole or not at all
      Then what was not acknowledged is there as a whole or not at all
