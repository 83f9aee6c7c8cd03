"""Fuzzing: random games with hostile reports, and the laws that must hold whatever is reported.

``python3 dev.py fuzz law [--minutes N] [--seed S] [--games N] [--ruleset NAME]`` plays games under all rulesets of the
package, with any options and editions, from the set-up or from a rare situation.  `rulesets.kernel.conformance` checks
what every ruleset, including third-party ones, must pass; this goes further: it knows the games, and looks for trouble.

Modules: `opening` (headers: options, editions, starts), `situations` (rare starts of the classic board), `seen` (the
game as a table sees it), `reports` (who reports what next), `building`, `deals`, `debts`, `rulings` (crafted reports by
subject), `hostile` (malformed reports), `step`, `laws` and `rules` (what must hold in every game, and on the classic
board), `play` (a game checked by the laws), `shrink` (minimizes a record that breaks a law), `law` (the command), `bot`
(the command ``fuzz moves``: the player of docs/library.md).
"""
