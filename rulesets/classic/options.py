"""The options that every ruleset of the classic board has: what a tournament's regulation may set.

Each ruleset says which of its clauses an option bends, and what holds without a regulation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.classic.table import AT_ONCE, ENDINGS, EQUAL_TURNS, FINISH_TURN
from rulesets.kernel.options import Option
from rulesets.kernel.refusal import Refusal, malformed, refuse
from rulesets.kernel.report import Parser, choice, flag, shown, whole

DEAREST_TWO = 750
"""Dollars that two dealt deeds can cost at most, on the boards there are."""


def _deeds(value: Any, _table: object) -> int:
    if type(value) is int and value in (0, 2):
        return int(value)
    malformed("not_one_of", value=shown(value), values=[0, 2])


def _minutes(value: Any, table: object) -> int | None:
    return None if value is None else int(whole(1, 24 * 60)(value, table))


def starting_cash(clause: str) -> Option:
    """Cash at the start."""
    return Option(
        "starting_cash",
        whole(0),
        1500,
        clause,
        {
            "en": "Cash of each player at the start, in whole dollars.",
            "ja": "開始時の各プレイヤーの現金(ドル、整数)。",
            "zh": "每位玩家开局时的现金(美元,整数)。",
        },
        (1000, 2500),
        set_up=True,
    )


def time_limit(clause: str, default: int | None = None, *, required: bool = False) -> Option:
    """The length of the game; ``required``: there is no game without it."""
    parse: Parser = whole(1, 24 * 60) if required else _minutes
    return Option(
        "time_limit_minutes",
        parse,
        default,
        clause,
        {
            "en": "Length of the game in minutes; null: no end signal.",
            "ja": "ゲーム時間(分)。null のときは終了の合図なし。",
            "zh": "对局时长(分钟);null 表示没有结束信号。",
        },
        (60,),
    )


def dealt_deeds(clause: str, default: int = 0) -> Option:
    """Deeds dealt before the game."""
    return Option(
        "dealt_deeds",
        _deeds,
        default,
        clause,
        {
            "en": "Deeds dealt to each player before the game: 0 or 2.",
            "ja": "開始前に各プレイヤーへ配る権利書の枚数: 0 または 2。",
            "zh": "开局前发给每位玩家的地契数:0 或 2。",
        },
        (2 - default,),
        set_up=True,
    )


def dealt_deeds_are_paid(clause: str, *, default: bool = True) -> Option:
    """Whether dealt deeds are paid for."""
    return Option(
        "dealt_deeds_are_paid",
        flag,
        default,
        clause,
        {
            "en": "Whether dealt deeds are paid for at the printed price.",
            "ja": "配られた権利書の代金(印刷価格)を支払うかどうか。",
            "zh": "所发地契是否按印刷价格付款。",
        },
        set_up=True,
    )


def negotiation_from(clause: str) -> Option:
    """When deals may begin."""
    return Option(
        "negotiation_from",
        choice("start", "first_go"),
        "start",
        clause,
        {
            "en": "When deals may begin: at the start, or once some player has reached GO (debt negotiation always).",
            "ja": "交渉を始められる時期: 最初から、または誰かがGOに到達してから(負債交渉は常に可)。",
            "zh": "何时起可以协商:从开局起,或有玩家到达起点之后(债务协商始终可以)。",
        },
        ("first_go",),
    )


def interest_rounding(clause: str) -> Option:
    """How ten per cent is rounded."""
    return Option(
        "interest_rounding",
        choice("up", "down", "half_up"),
        "up",
        clause,
        {
            "en": "How ten per cent is rounded to whole dollars: up, down, or halves up.",
            "ja": "10%の端数処理(ドル単位): 切り上げ、切り捨て、四捨五入。",
            "zh": "百分之十如何取整到美元:进位、舍去或四舍五入。",
        },
        ("down", "half_up"),
    )


def least_bid(clause: str, default: int) -> Option:
    """The first call of an auction."""
    return Option(
        "least_bid",
        whole(1, 1000),
        default,
        clause,
        {
            "en": "The lowest first call of an auction, in whole dollars.",
            "ja": "競売の最初のコールの最低額(ドル、整数)。",
            "zh": "拍卖首次出价的最低金额(美元,整数)。",
        },
        (20,),
    )


def bid_step(clause: str, default: int) -> Option:
    """The steps of calls."""
    return Option(
        "bid_step",
        whole(1, 100),
        default,
        clause,
        {
            "en": "Calls of an auction are whole multiples of this sum, in whole dollars.",
            "ja": "競売のコールはこの金額の倍数とする(ドル、整数)。",
            "zh": "拍卖出价须为该金额的整数倍(美元,整数)。",
        },
        (10,),
    )


def ending(clause: str) -> Option:
    """What is still played after the end signal."""
    return Option(
        "ending",
        choice(*ENDINGS),
        AT_ONCE,
        clause,
        {
            "en": "What follows the end signal: the game ends at once, the running turn is finished, or play goes on "
            "until everybody has had as many turns.",
            "ja": "終了の合図のあと: ただちに終了、進行中の手番を終えて終了、または全員の手番の数がそろうまで続行。",
            "zh": "结束信号之后:立即结束、打完当前回合后结束,或继续到每人的回合数相同为止。",
        },
        (FINISH_TURN, EQUAL_TURNS),
    )


def conflict(given: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[Refusal]:
    """Options that do nothing beside another one, or cannot hold together with it."""
    found = []
    if "dealt_deeds_are_paid" in given and not chosen["dealt_deeds"]:
        found.append(refuse("option_without_effect", option="dealt_deeds_are_paid", other="dealt_deeds", value=0))
    if chosen["dealt_deeds"] and chosen["dealt_deeds_are_paid"] and chosen["starting_cash"] < DEAREST_TWO:
        facts = {"option": "starting_cash", "value": chosen["starting_cash"], "other": "dealt_deeds_are_paid"}
        found.append(refuse("options_contradict", **facts, least=DEAREST_TWO))
    least, step = chosen.get("least_bid"), chosen.get("bid_step")
    if least is not None and step is not None and "least_bid" in given and least % step:
        facts = {"option": "least_bid", "value": least, "other": "bid_step"}
        found.append(refuse("options_contradict", **facts, least=-(-least // step) * step))
    return found
