"""What a tournament's regulation may set in jma-2006 (JMA/GEN-2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.kernel.options import Option
from rulesets.kernel.refusal import Refusal, malformed, refuse
from rulesets.kernel.report import choice, flag, shown, whole


def _deeds(value: Any, _table: object) -> int:
    if type(value) is int and value in (0, 2):
        return int(value)
    malformed("not_one_of", value=shown(value), values=[0, 2])


def _minutes(value: Any, table: object) -> int | None:
    return None if value is None else int(whole(1, 24 * 60)(value, table))


OPTIONS = (
    Option(
        "starting_cash",
        whole(0),
        1500,
        "JMA/SETUP-1",
        {
            "en": "Cash of each player at the start, in whole dollars.",
            "ja": "開始時の各プレイヤーの現金(ドル、整数)。",
            "zh": "每位选手开局时的现金(美元,整数)。",
        },
        (700, 2500),
    ),
    Option(
        "time_limit_minutes",
        _minutes,
        90,
        "JMA/TIME-1",
        {
            "en": "Length of the game in minutes; null: no end signal.",
            "ja": "ゲーム時間(分)。null のときは終了の合図なし。",
            "zh": "对局时长(分钟);null 表示没有结束信号。",
        },
        (60,),
    ),
    Option(
        "dealt_deeds",
        _deeds,
        0,
        "JMA/GEN-2",
        {
            "en": "Deeds dealt to each player before the game: 0 or 2.",
            "ja": "開始前に各プレイヤーへ配る権利書の枚数: 0 または 2。",
            "zh": "开局前发给每位选手的地契数:0 或 2。",
        },
        (2,),
    ),
    Option(
        "dealt_deeds_are_paid",
        flag,
        True,
        "JMA/GEN-2",
        {
            "en": "Whether dealt deeds are paid for at the printed price.",
            "ja": "配られた権利書の代金(印刷価格)を支払うかどうか。",
            "zh": "所发地契是否按印刷价格付款。",
        },
    ),
    Option(
        "negotiation_from",
        choice("start", "first_go"),
        "start",
        "JMA/GEN-2",
        {
            "en": "When deals may begin: at the start, or once some player has reached GO (debt negotiation always).",
            "ja": "交渉を始められる時期: 最初から、または誰かがGOに到達してから(負債交渉は常に可)。",
            "zh": "何时起可以交涉:从开局起,或有选手到达起点之后(债务交涉始终可以)。",
        },
        ("first_go",),
    ),
    Option(
        "interest_rounding",
        choice("up", "down", "half_up"),
        "up",
        "JMA/MORT-2",
        {
            "en": "How ten per cent is rounded to whole dollars: up, down, or halves up.",
            "ja": "10%の端数処理(ドル単位): 切り上げ、切り捨て、四捨五入。",
            "zh": "百分之十如何取整到美元:进位、舍去或四舍五入。",
        },
        ("down", "half_up"),
    ),
)


def conflict(given: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[Refusal]:
    """Options that do nothing beside another one."""
    if "dealt_deeds_are_paid" in given and not chosen["dealt_deeds"]:
        return [refuse("option_without_effect", option="dealt_deeds_are_paid", other="dealt_deeds", value=0)]
    return []
