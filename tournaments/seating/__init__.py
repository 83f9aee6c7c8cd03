"""Seating: the whole schedule before round one, its score and the best possible score, and a log of every change.

`entrants` is the request and `draw` answers it; `score` and `bound` say how good the schedule is and how good any could
be; `violations` and `why` explain it; `swap` and `reseat` change it; `file` stores it, and `check` verifies such a file
independently.  Tables that follow standings or the players' own choice are in `ranked` and `rotation`.
"""
