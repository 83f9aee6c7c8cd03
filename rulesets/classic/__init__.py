"""The classic game, chapter by chapter: shared by every ruleset played on the classic board.

A chapter is a module: the reports that belong to it, the checks that they must pass, and what follows from them.  A
ruleset (`rulesets.jma` and its like) puts chapters together and adds what only it has.

    game/table                what stays the same during a game
    game/state, draft, pending, order
                              a position; the next one being written; what the table still has to do; who throws next
    game/fields, labels, options, printed
                              how reports are parsed, how facts are printed; what a regulation may set; the board
    position, given_due       positions as JSON, written and read back
    possible/                 what makes a position impossible, one subject per file
    amending                  a position corrected by a referee
    dealing, starting         deeds dealt before the game; throws that order players
    turns/                    throws, movement, landing, cards, tax, jail
    property/                 rent, mortgages and interest, building, the bank's stock, selling, worth
    shortages/                declaring building, closing the building, scarce pieces won at auction
    debts/                    what is owed and paid, and bankruptcy
    auction, deal, talk, offers
                              auctions; what two players hand over, who negotiates, which offers of rescue save
    ending, ranking           the end of the game, who is ahead
    due, legal, explain/      what is next, what is possible, what there is to say about a position
    proposals, mechanics      random play; what the kernel needs to know
"""
