"""Income tax: the printed sum or a tenth of the worth, as the player chooses (JMA31/TAX-1)."""

from rulesets.classic.turns import tax
from rulesets.jma.tax import no_choice
from rulesets.kernel.ruleset import Rule


def with_choice(below: Rule) -> Rule:
    """The rule below refuses every choice; this one takes one that is due, as the game in the box does."""
    checks = (tax.to_be_chosen if check is no_choice else check for check in below.checks)
    return below._replace(checks=tuple(checks), carry_out=tax.choose)
