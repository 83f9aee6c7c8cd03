"""What a tournament's regulation, or the table's agreement, may set in Monopoly City."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulesets.city.table import Figures
from rulesets.kernel.options import Option
from rulesets.kernel.refusal import Refusal, refuse
from rulesets.kernel.report import flag, whole


def _minutes(value: Any, table: object) -> int | None:
    return None if value is None else int(whole(1, 24 * 60)(value, table))


OPTIONS = (
    Option(
        "starting_cash",
        whole(0),
        Figures().starting_cash,
        "CITY/MONEY-1",
        {
            "en": "Cash of each player at the start, in thousands (K), a multiple of 10.",
            "ja": "開始時の各プレイヤーの現金（単位はK＝千、10の倍数）。",
            "zh": "每位玩家开局时的现金（以千即K为单位，须为10的倍数）。",
        },
        (3000, 12000),
        set_up=True,
    ),
    Option(
        "time_limit_minutes",
        _minutes,
        None,
        "CITY/LENGTH-1",
        {
            "en": "The agreed length of the game in minutes; null: until one player is left.",
            "ja": "決めたプレイ時間（分）。null のときは最後の1人になるまで。",
            "zh": "约定的游戏时间（分钟）；null 表示玩到只剩一人。",
        },
        (60, 120),
    ),
    Option(
        "auction_seconds",
        whole(1, 3600),
        50,
        "CITY/AUCTION-2",
        {
            "en": "Seconds that the timer of auctions and trades runs; looked at only where times are reported.",
            "ja": "オークションと取引のタイマーの長さ（秒）。時刻が報告されたときだけ確かめる。",
            "zh": "拍卖和交易计时器的长度（秒）；只在报告了时刻时检查。",
        },
        (30,),
    ),
    Option(
        "jail_doubles_throw_again",
        flag,
        True,
        "CITY/JAIL-9",
        {
            "en": "Whether a double that frees from jail gives another throw; false follows the classic game.",
            "ja": "刑務所を出たゾロ目でもう一度振れるかどうか。false は通常のモノポリーと同じ。",
            "zh": "掷出对子出狱后是否再掷一次；false 与经典玩法相同。",
        },
        (False,),
    ),
)


def conflict(_given: Mapping[str, Any], chosen: Mapping[str, Any]) -> list[Refusal]:
    """The starting cash is counted out in notes, the smallest of which is 10K (CITY/MONEY-1)."""
    amount = chosen["starting_cash"]
    return [refuse("start_not_in_notes", amount=amount)] if amount % Figures().bid_step else []
