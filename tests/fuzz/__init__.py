"""Fuzzing: random games with hostile reports, and the laws that must hold whatever is reported.

``python3 dev.py fuzz law [--minutes N] [--seed S] [--games N] [--ruleset NAME]`` plays games under all rulesets of the
package, with any options and editions, from the set-up or from a rare situation.  `rulesets.kernel.conformance` is the
part that anybody's ruleset must pass; this goes beyond it: it knows the games, and looks for trouble.

Modules: `opening` (headers: options, editions, starts), `situations` (rare starts of the classic board), `seen` (what
a table knows), `reports` (who reports what next), `building`, `deals`, `debts`, `rulings` (crafted reports by
subject), `hostile` (reports with something wrong), `step`, `laws` and `rules` (what must hold, whatever the game, and
on the classic board), `play` (a game under the laws), `shrink` (a record cut down to what breaks a law), `law` (the
command).
"""
