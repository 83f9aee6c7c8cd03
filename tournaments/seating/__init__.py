"""Who sits where: the whole schedule before round one, its score beside what is possible, and every change on record.

`entrants` is what is asked for, `draw` answers it, `score` and `bound` say how good the answer is and could be at all,
`violations` and `why` explain it, `swap` and `reseat` change it, `file` keeps it, `check` does not believe it.  Tables
that follow standings or the players' own choice are in `ranked` and `rotation`.
"""
