"""A game in progress, by the name that programs look for: see `rulesets.kernel.ruleset`."""

from rulesets.kernel.past import Past
from rulesets.kernel.ruleset import Game

__all__ = ["Game", "Past"]
