"""Tabu search: mends a schedule swap by swap, which is enough if there is some slack.

A player who causes a cost swaps with the partner that helps most, even if none helps, and is then not moved again for a
while.
"""

from __future__ import annotations

from random import Random

from tournaments.seating.chance import below
from tournaments.seating.room import Room

TRIES = 25_000
"""Swaps examined before the best result so far is taken."""
PARTNERS = 80
"""Once this many partners are found for a player, no further tables are searched."""


def mend(room: Room, random: Random) -> None:
    """Swap in the open rounds until the cost is the least possible or the tries are used up.

    Afterwards only the room's tables are valid, at their best; its other attributes are as the search left them.
    """
    least = room.least()
    open_rounds = range(room.from_round - 1, len(room.tables))
    best, kept = room.cost, room.copy()
    tabu: dict[tuple[int, int], int] = {}
    tries = step = 0
    while room.cost > least and tries < TRIES:
        step += 1
        found = _in_conflict(room, open_rounds, random)
        if found is None:
            break
        number, player = found
        partners = _partners(room, number, player, random)
        tries += max(1, len(partners))
        better: tuple[int, int] | None = None
        for partner in partners:
            change = room.change(number, player, partner)
            if tabu.get((number, partner), 0) > step and room.cost + change >= best:
                continue
            if better is None or change < better[0]:
                better = change, partner
        if better is None:
            continue
        room.swap(number, player, better[1])
        for moved in (player, better[1]):
            tabu[number, moved] = step + 4 + below(random, 8)
        if room.cost < best:
            best, kept = room.cost, room.copy()
    room.tables = kept


def _in_conflict(room: Room, open_rounds: range, random: Random) -> tuple[int, int] | None:
    """A round and a player who causes a cost in it: the first found from a random starting point."""
    places = [(number, table) for number in open_rounds for table in range(len(room.tables[number]))]
    start = below(random, len(places))
    rematch, odd = room.weights["rematches"], room.weights["odd_tables"]
    fairly_odd = max(sum(room.odd) // room.count, min(room.odd) + 1)
    for number, table_number in places[start:] + places[:start]:
        table = room.tables[number][table_number]
        counts_as_odd = odd and room.is_odd(table)
        costly = []
        for player in table:
            row = player * room.count
            own = sum(room.price[row + mate] for mate in table if mate != player) - rematch * (len(table) - 1)
            if (own > 0 or (counts_as_odd and room.odd[player] > fairly_odd)) and player not in room.fixed[number]:
                costly.append(player)
        if costly:
            return number, costly[below(random, len(costly))]
    return None


def _partners(room: Room, number: int, player: int, random: Random) -> list[int]:
    """The players whom a player may swap with; if there are many, some from a random table on."""
    home, fixed = room.where[number][player], room.fixed[number]
    tables = room.tables[number]
    start = below(random, len(tables))
    partners: list[int] = []
    for offset in range(len(tables)):
        table = (start + offset) % len(tables)
        if table != home:
            partners.extend(other for other in tables[table] if other not in fixed)
        if len(partners) >= PARTNERS:
            break
    if partners:
        turn = below(random, len(partners))
        partners = partners[turn:] + partners[:turn]
    return partners
