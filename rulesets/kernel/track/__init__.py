"""What games on a track share: players around a board with a bank, cash, debts and deeds.

A family of games takes from here what it can use; the rest of the kernel does not depend on it.

`table` (what these modules require of a game), `fields` (plain fields and reports), `order` (who is in and next, rules
of play), `ledger` (debts, paying, asking), `drafting` (the next state), `reading` and `position` (positions read and
written), `ranking`, `printing` (spaces and groups), `proposal` (random play).
"""
