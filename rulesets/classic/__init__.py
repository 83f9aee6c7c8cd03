"""The classic game, chapter by chapter: shared by every ruleset played on the classic board.

A chapter is a module: the reports that belong to it, the checks that they must pass, and what follows from them.  A
ruleset (`rulesets.jma` and its like) puts chapters together and adds what only it has.

    table        what stays the same during a game          state, draft    a position; the next one being written
    pending      what a table still has to do               position        positions as JSON, and their faults
    order        who throws next, what a throw waits for    turn, jail      throws
    movement     where a token comes to                     landing         buying
    cards, tax, rent, debt, raising                         auction, building, shortage, selling, mortgage
    deal, talk, trade, gift                                 bankruptcy, ending, worth, ranking
    due, legal, proposals                                   what is next, what is possible, random play
"""
