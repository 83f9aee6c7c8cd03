"""Points: what a game is worth to each of its players, by the ordered rules of a regulation.

`read.read_points` reads the rules, `score.score` applies them, and `coverage.check` finds rules that never apply and
games that no rule covers.  The grammar is in docs/regulations.md.
"""
