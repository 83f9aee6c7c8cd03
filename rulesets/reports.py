"""The types of the reports, for whoever writes them in a program: a type checker and an editor then know their fields.

A report is a JSON object (record format, Reports), so these are `TypedDict`s: annotate a dictionary with one of them,
or with `Report` for any of them.  `Ruleset.judge` takes a `Report`, so what is wrong in a report that is written out is
found before it is judged; `as_report` is the door for all others, such as what was read from JSON.  What the values
mean is documented in the record format, and tests hold the fields to the forms that are judged.
"""

from typing import Any, Literal, NotRequired, TypedDict, cast

Levels = dict[str, int]
"""Deeds with building levels: 1 to 4 houses, 5 the hotel."""


class ReportedAnywhere(TypedDict):
    """What every report may carry: seconds since the game began, and a remark for the reader."""

    at: NotRequired[float]
    note: NotRequired[str]


class ReportedClaim(TypedDict):
    """A part of an unpaid debt that passes in a deal."""

    debtor: str
    creditor: str
    amount: int


class ReportedSide(TypedDict):
    """What one side of a deal hands over; absent parts are empty.  ``sell_buildings``: jma-2006 only."""

    cash: NotRequired[int]
    deeds: NotRequired[list[str]]
    cards: NotRequired[list[str]]
    claims: NotRequired[list[ReportedClaim]]
    sell_buildings: NotRequired[bool]


class DealReport(ReportedAnywhere):
    type: Literal["deal"]
    deeds: dict[str, list[str]]


class RollOffReport(ReportedAnywhere):
    type: Literal["roll_off"]
    dice: dict[str, list[int]]


class RollReport(ReportedAnywhere):
    type: Literal["roll"]
    player: str
    dice: list[int]
    off_board: NotRequired[bool]


class PlayerReport(ReportedAnywhere):
    """A report that names nobody and nothing but its player."""

    type: Literal["pay_bail", "buy", "decline", "default", "declare_bankruptcy", "take_over", "use_dodge"]
    player: str


class TableReport(ReportedAnywhere):
    """A report on the table as a whole."""

    type: Literal["close_auction", "close_building", "time_up", "start_auction"]


class UseCardReport(ReportedAnywhere):
    type: Literal["use_card"]
    player: str
    deck: NotRequired[str]


class BidReport(ReportedAnywhere):
    """``players``, instead of ``player``: those who called the same amount at the same moment."""

    type: Literal["bid"]
    player: NotRequired[str]
    players: NotRequired[list[str]]
    amount: int


class DeedReport(ReportedAnywhere):
    """A report of a player about one deed."""

    type: Literal["place", "put_up", "build_railroad", "build_stadium", "build_skyscraper", "build_tower"]
    player: str
    deed: str


class DrawReport(ReportedAnywhere):
    type: Literal["draw"]
    player: str
    card: str


class ChooseTaxReport(ReportedAnywhere):
    type: Literal["choose_tax"]
    player: str
    option: Literal["flat", "percent"]


ClaimRentReport = TypedDict(
    "ClaimRentReport",
    {
        "type": Literal["claim_rent"],
        "player": str,
        "from": str,
        "deed": NotRequired[str],
        "at": NotRequired[float],
        "note": NotRequired[str],
    },
)


class PayReport(ReportedAnywhere):
    type: Literal["pay"]
    player: str
    to: NotRequired[str]
    deed: NotRequired[str]


class LevelsReport(ReportedAnywhere):
    """Building or selling, up or down to levels (all rulesets but City)."""

    type: Literal["build", "withdraw_build", "sell"]
    player: str
    to: Levels


class DeedsReport(ReportedAnywhere):
    type: Literal["mortgage", "lift_mortgage"]
    player: str
    deeds: list[str]


TalkReport = TypedDict(
    "TalkReport",
    {
        "type": Literal["open_talk", "close_talk", "start_trade"],
        "player": str,
        "with": str,
        "at": NotRequired[float],
        "note": NotRequired[str],
    },
)
TradeReport = TypedDict(
    "TradeReport",
    {
        "type": Literal["trade"],
        "player": str,
        "with": str,
        "give": ReportedSide,
        "take": ReportedSide,
        "at": NotRequired[float],
        "note": NotRequired[str],
    },
)
OfferRescueReport = TypedDict(
    "OfferRescueReport",
    {
        "type": Literal["offer_rescue"],
        "player": str,
        "to": str,
        "give": ReportedSide,
        "take": ReportedSide,
        "with": NotRequired[list[str]],
        "at": NotRequired[float],
        "note": NotRequired[str],
    },
)


class WithdrawOfferReport(ReportedAnywhere):
    type: Literal["withdraw_offer"]
    player: str
    to: str


AcceptRescueReport = TypedDict(
    "AcceptRescueReport",
    {
        "type": Literal["accept_rescue"],
        "player": str,
        "from": list[str],
        "at": NotRequired[float],
        "note": NotRequired[str],
    },
)


class BuildBlocksReport(ReportedAnywhere):
    """Monopoly City: the sizes of the block pieces put on a district."""

    type: Literal["build"]
    player: str
    deed: str
    residential: NotRequired[list[int]]
    industrial: NotRequired[list[int]]


class RideReport(ReportedAnywhere):
    """Monopoly City: a ride from one railroad to another."""

    type: Literal["ride"]
    player: str
    to: str


class PieceReport(ReportedAnywhere):
    """Monopoly City: a bonus building or a hazard is put on a district, or a hazard is removed."""

    type: Literal["permit", "remove_hazard"]
    player: str
    deed: str
    piece: str


class PressReport(ReportedAnywhere):
    """Monopoly City: what the build button showed, a number of blocks or ``"railroad"``."""

    type: Literal["press"]
    player: str
    result: int | str


class SwapReport(ReportedAnywhere):
    """Monopoly City: blocks exchanged for the same number of blocks."""

    type: Literal["swap"]
    player: str
    deed: str
    give: dict[str, list[int]]
    take: dict[str, list[int]]


class RulingReport(ReportedAnywhere):
    """A referee lets a refused report stand (``apply``) or corrects the position (``set``): one of the two."""

    type: Literal["ruling"]
    by: str
    reason: str
    clauses: NotRequired[list[str]]
    apply: NotRequired[Any]
    set: NotRequired[dict[str, Any]]


class RetractReport(ReportedAnywhere):
    type: Literal["retract"]
    seq: int


Report = (
    DealReport
    | RollOffReport
    | RollReport
    | PlayerReport
    | TableReport
    | UseCardReport
    | BidReport
    | DeedReport
    | DrawReport
    | ChooseTaxReport
    | ClaimRentReport
    | PayReport
    | LevelsReport
    | DeedsReport
    | TalkReport
    | TradeReport
    | OfferRescueReport
    | WithdrawOfferReport
    | AcceptRescueReport
    | BuildBlocksReport
    | RideReport
    | PieceReport
    | PressReport
    | SwapReport
    | RulingReport
    | RetractReport
)
"""Any report."""


def as_report(value: object) -> Report:
    """Take a value for a report: read from JSON, put together by a program, or of a game whose types are not here.

    It only tells the type checker; `Ruleset.judge` refuses whatever is malformed (RECORD/FORM), of any type.
    """
    return cast(Report, value)
