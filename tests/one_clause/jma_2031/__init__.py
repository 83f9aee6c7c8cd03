"""jma-2031, invented: jma-2006 with one clause changed."""

from pathlib import Path

import rulesets
from rulesets.kernel.clause import extended
from rulesets.kernel.layer import layered

from .tax import with_choice

BASE = rulesets.load("jma-2006", "2")

RULESET = layered(
    BASE,
    "jma-2031",
    titles={"en": "Invented rules of 2031", "ja": "架空の2031年ルール", "zh": "虚构的2031年规则"},
    catalogue=extended(BASE.catalogue, "jma2031", Path(__file__).parent),
    figures={"tax_choice": "always"},
    rules={"choose_tax": with_choice(BASE.rules["choose_tax"])},
)
