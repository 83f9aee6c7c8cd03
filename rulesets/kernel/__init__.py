"""The kernel: what every ruleset is built on, whatever the game.

It knows reports, clauses, refusals, answers, games, records and rulesets, but nothing of Monopoly.  The contract,
method by method:

``ruleset.start(seats, edition, options, start)``
    Return an immutable `Game`, or raise `HeaderRefused` with every fault.
``ruleset.judge(game, report)``
    Pure.  Return an `Answer`: accepted with events, or refused with every clause that the report breaks.  Continue from
    ``answer.game``; ``game`` itself is untouched.  There is no other way to change a game, not even for loading one.
``ruleset.due(game)``, ``ruleset.legal(game)``
    What the table must do next; what may be reported now, exact where the set is small, with bounds where it is not.
``ruleset.explanation(game, report)``
    What holds in a position, for somebody who has to decide at a table.
``ruleset.position(game)``, ``ruleset.standing(game)``
    The whole position and the ranking as JSON objects.  ``start`` with a position gives the same state again.
``record.replay(header, reports)``
    A whole record, as far as it can be read, and why it stopped.

Modules, from the ground up: `refusal`, `report` (the form of reports), `rule` (form, checks, consequences), `clause`
(the catalogue), `options`, `mechanics` (what a family of games tells about its states), `fingerprint`, `law` (all of
these put together); `header`, `past` (taking back), `ruling`, and `ruleset` with game and answer, which judges;
`layer`, `registry`, `record`, `rejudge`.  In words: `sentence` (refusals in the reader's language), `narration` (events
and what is due, likewise), `explanation`, `renderer`.  `conformance` is the suite that any ruleset passes.

What games on a track share, and other games may do without, is in a folder of its own: `rulesets.kernel.track`.
"""
