"""The classic game, chapter by chapter: shared by every ruleset played on the classic board.

A chapter is a module: the reports that belong to it, the checks that they must pass, and what follows from them.  A
ruleset (`rulesets.jma` and its like) puts chapters together and adds what only it has.

    table                     what stays the same during a game
    state, draft, pending     a position; the next one being written; what the table still has to do
    position, given_due       positions as JSON, written and read back
    possible                  what makes a position impossible, one subject a file
    amending                  a position corrected by a referee
    dealing, order, turn      deeds dealt before the game; who throws next and what a throw waits for; throws
    movement, landing, jail   where a token comes to, buying, getting in and out of jail
    rent, cards, debt         what is owed and paid
    raising, mortgage         who may raise cash, and how
    building, steps, stock    what may stand where, what it cost, and how much of it the bank has
    declaration, lapsing      declaring building; what has become impossible of it
    shortage, placing         closing the building; pieces won at auction
    auction, selling
    deal, talk, offers        what two players hand over, who negotiates, which offers of rescue save
    bankruptcy, ending, worth, ranking
    due, legal                what is next, what is possible
    fields, labels            how reports are read, how facts are printed
    proposals, mechanics      random play; what the kernel needs to know
"""
