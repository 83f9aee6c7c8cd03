"""Clocks: how long a table has played and may still play, and what happens when its time has come.

`timeline` computes a clock from what moved it, `hold` reads it so that nobody moves it meanwhile, `change` moves it,
`deadlines` keeps what is to happen and when, `firing` lets it happen, `ticker` looks twice a second whether it is time,
and `follow` minds what the log says about time-up.
"""
