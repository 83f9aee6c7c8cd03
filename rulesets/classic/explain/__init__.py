"""What there is to say about a position on the classic board: debts, wins and rents still open, the end by time, scarce
pieces, and what each player could raise.
"""

from rulesets.classic.explain.debtor import debtors
from rulesets.classic.explain.ending import ending
from rulesets.classic.explain.means import means
from rulesets.classic.explain.rents import rents
from rulesets.classic.explain.shortage import shortage
from rulesets.classic.explain.win import win
from rulesets.kernel.explanation import Explained
from rulesets.kernel.ruleset import Game

__all__ = ["explained"]


def explained(game: Game) -> Explained:
    return Explained(debtors(game), ending(game), shortage(game), rents(game.state), win(game), means(game.state))
