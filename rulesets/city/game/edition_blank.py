"""A new edition file: what is known about Monopoly City, and marked blanks for what only the printed set shows."""

from __future__ import annotations

from rulesets.city.game import pieces
from rulesets.city.game.board import CARD_KINDS, CARDS, CERTAIN_GROUP, CERTAIN_RENTS, DISTRICTS
from rulesets.city.game.edition_reading import BLANK, COUNTS
from rulesets.city.game.table import Figures
from rulesets.languages import LANGUAGES

GROUP = "group_of_central_quay"


def texts(**known: str) -> str:
    """A table with a text for each language: those known, and blanks for the others."""
    return "{ " + ", ".join(f'{each} = "{known.get(each, BLANK)}"' for each in LANGUAGES) + " }"


HEAD = f"""\
# An edition of Monopoly City, to be filled from a real set. Every "?" is a blank: copy the figure or the name from your
# board or cards. All amounts are thousands: 2M is 2000, 500K is 500, 10K is 10.
# Names and labels: one language is enough; it stands for those that are left blank.
# Card labels are short words of your own, not the printed text.
# See what is still missing:  referee edition check FILE

# A short name of small letters, digits and hyphens; headers of records name the edition by it.
name = "?"
names = {texts()}
# Leave this at false: the figures are those of the printed set.
invented = false
# The income for passing GO, as the GO space shows it. The rules do not tell it.
go_income = "?"

# What the rules print; nothing to fill in. A file that says otherwise is refused.
[rules]
"""
GROUPS = """
# The colour groups: one table each, its size as the number on the group's district cards. Of one group the rules name
# all three districts; its colour is not told. Rename it, and add a table for every other colour.
[groups]
"""
SPACES = """
# The track: one [[spaces]] table for each space, from GO on in the direction of play. PUT THEM IN THE ORDER OF YOUR
# BOARD; below they stand by kind. Add tables where the board has more spaces of a kind, and take out those it has not.
# Keys: small letters, digits and underscores, each used once.
"""
CARDS_HEAD = f"""\
# The {CARDS} Chance cards. Lay the Rent Dodge card aside: it is not among them. kind is one of
# {", ".join(CARD_KINDS[:4])} (these four with an amount), advance (with a space),
# go_to_jail, release (Get Out of Jail Free), other (anything else: the referee enters what it does).
"""


def blank() -> str:
    """Return the text of a new edition file (TOML)."""
    figures = "\n".join(f"{name} = {value}" for name, value in Figures()._asdict().items())
    figures += "\nhazards = { " + ", ".join(f"{piece} = {size}" for piece, size in pieces.HAZARDS.items()) + " }"
    group = f"{GROUP} = {{ size = {len(CERTAIN_GROUP)}, names = {texts()} }}\n"
    districts = "\n".join(known_district(key) for key in CERTAIN_GROUP)
    others = "\n".join(other_district() for _ in range(DISTRICTS - len(CERTAIN_GROUP)))
    cards = "\n".join(card() for _ in range(CARDS))
    return "".join(
        (HEAD, figures, "\n", GROUPS, group, SPACES, special_spaces(), districts, "\n", others, "\n", CARDS_HEAD, cards)
    )


def special_spaces() -> str:
    """The spaces other than districts, with the pairs of the Planning Permission spaces."""
    corners = "".join(space(kind, kind) for kind in ("go", "jail", "free_parking", "go_to_jail"))
    others = "".join(space(f"{kind}_1", kind) for kind in ("chance", "auction", "industry_tax"))
    permits = "".join(
        space(f"planning_permission_{number}", "planning_permission", f'pair = ["{hazard}", "{bonus}"]\n')
        for number, (hazard, bonus) in enumerate(pieces.PAIRS, 1)
    )
    return corners + others + permits


def space(key: str, kind: str, more: str = "") -> str:
    """A space other than a district."""
    return f'\n[[spaces]]\nkey = "{key}"\nkind = "{kind}"\nnames = {texts()}\n{more}'


def known_district(key: str) -> str:
    """A district named in the rules, with what they say about it."""
    question = ""
    if key == "central_quay":
        question = "# The rules show 1.6M beside Central Quay without saying what it is: the price on the space?\n"
    return district(key, CERTAIN_GROUP[key], GROUP, question)


def other_district() -> str:
    """A district about which nothing is known."""
    return district(BLANK, BLANK, BLANK, "")


def district(key: str, name: str, group: str, question: str) -> str:
    """A district with its blanks, and where on the card each figure is printed."""
    figures = [f'"{BLANK}"'] * COUNTS
    if key in CERTAIN_RENTS:
        count, amount = CERTAIN_RENTS[key]
        figures[count - 1] = str(amount)
    return f"""
[[spaces]]
key = "{key}"
kind = "district"
names = {texts(en=name)}
group = "{group}"
{question}price = "{BLANK}"  # on the space
land_rent = "{BLANK}"  # district card, no buildings
rents = [{", ".join(figures)}]  # district card, 1 to {COUNTS} blocks
residential = "{BLANK}"  # district card, one residential block; or a list of the prices of pieces of 1, 2 and 3 blocks
industrial = "{BLANK}"  # district card, one industrial block; or such a list
skyscraper = "{BLANK}"  # at the bottom of the district card
"""


def card() -> str:
    return f"""
[[cards]]
key = "{BLANK}"
labels = {texts()}
kind = "{BLANK}"
"""
