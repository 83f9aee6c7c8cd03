"""The working state of a schedule: who sits where, by number, and the cost of each pair at one table.

The only mutable thing here: a search tries a hundred thousand swaps a second on it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, pairwise

from tournaments.seating.bound import bound
from tournaments.seating.entrants import TABLE_AIMS, Request
from tournaments.seating.schedule import Schedule
from tournaments.seating.score import repeated, scored

STRICT = 10**5
"""How many times more an aim weighs than the next, so that no swap sacrifices one for the other."""


class Room:
    """The tables of all rounds; those from ``from_round`` on may change.

    ``price[a][b]``: the cost of one more meeting of a and b; ``relief``: what is saved by one less.  ``cost``: the
    weighted sum of the figures that depend on who sits together, where an aim weighs ``step`` times the next.
    """

    def __init__(self, request: Request, from_round: int, step: int = STRICT) -> None:
        self.request = request
        self.from_round = from_round
        self.ids = [entrant.id for entrant in request.entrants]
        self.number = {each: place for place, each in enumerate(self.ids)}
        self.count = len(self.ids)
        self.weights = _weights(request, step)
        most = request.rounds + len(request.before)
        costs = [repeated(times, request.version) for times in range(most + 2)]
        self.steps = [after - before for before, after in pairwise(costs)]
        """What happening once more costs, by how often it has happened already."""
        rematch = self.weights["rematches"]
        self._again = [rematch * (each - self.steps[0]) for each in self.steps]
        self._less = [self._again[max(times - 1, 0)] for times in range(len(self.steps))]
        self._apart = self._prices()
        """The price of each pair without its meetings, to which these add ``_again``, and to the relief ``_less``."""
        self.price = [list(row) for row in self._apart]
        self.relief = [list(row) for row in self._apart]
        self.met = [[0] * self.count for _ in self.ids]
        self.odd = [0] * self.count
        self.tables: list[list[list[int]]] = []
        self.where: list[list[int]] = []
        self.fixed = [
            {self.number[entrant.id] for entrant in request.present(number) if entrant.fixed_at(number) is not None}
            for number in range(1, request.rounds + 1)
        ]
        for met_at in request.before:
            for one, other in (pair for table in met_at for pair in combinations(table, 2)):
                self._meet(self.number[one], self.number[other], 1)
        self.cost = 0

    def _prices(self) -> list[list[int]]:
        price = [[0] * self.count for _ in self.ids]
        members: dict[tuple[str, str], list[int]] = {}
        for place, entrant in enumerate(self.request.entrants):
            for aim, label in (("clubs", entrant.club), ("namesakes", entrant.namesake)):
                if label is not None:
                    members.setdefault((aim, label), []).append(place)
        pairs = [(pair, aim) for (aim, _), places in members.items() for pair in combinations(places, 2)]
        pairs += [((self.number[one], self.number[other]), "forbidden") for one, other in self.request.apart]
        for (one, other), aim in pairs:
            price[one][other] += self.weights[aim]
            price[other][one] += self.weights[aim]
        return price

    def is_odd(self, table: Sequence[int]) -> bool:
        """Whether a table has a size other than the preferred one."""
        return len(table) != self.request.sizes[0]

    def add_round(self, tables: Sequence[Sequence[int]]) -> None:
        self.tables.append([list(table) for table in tables])
        self.where.append([-1] * self.count)
        for table_number, table in enumerate(tables):
            for player in table:
                self.where[-1][player] = table_number
            for one, other in combinations(table, 2):
                self.cost += self.price[one][other]
                self._meet(one, other, 1)
            if self.is_odd(table):
                for player in table:
                    self.cost += self.weights["odd_tables"] * self.steps[self.odd[player]]
                    self.odd[player] += 1

    def _meet(self, one: int, other: int, times: int) -> None:
        for here, there in ((one, other), (other, one)):
            met = self.met[here][there] = self.met[here][there] + times
            self.price[here][there] = self._apart[here][there] + self._again[met]
            self.relief[here][there] = self._apart[here][there] + self._less[met]

    def change(self, number: int, one: int, other: int) -> int:
        """By how much the cost would change if two players at different tables of a round swapped."""
        where, tables = self.where[number], self.tables[number]
        here, there = tables[where[one]], tables[where[other]]
        price_of_one, price_of_other = self.price[one], self.price[other]
        relief_of_one, relief_of_other = self.relief[one], self.relief[other]
        # Both tables are added up whole, without asking at each seat whose it is: so the two themselves come off first.
        change = relief_of_one[one] - price_of_other[one] + relief_of_other[other] - price_of_one[other]
        for mate in here:
            change += price_of_other[mate] - relief_of_one[mate]
        for mate in there:
            change += price_of_one[mate] - relief_of_other[mate]
        if len(here) != len(there) and (odd_here := self.is_odd(here)) != self.is_odd(there):
            up, down = (other, one) if odd_here else (one, other)
            change += self.weights["odd_tables"] * (self.steps[self.odd[up]] - self.steps[self.odd[down] - 1])
        return change

    def swap(self, number: int, one: int, other: int, change: int) -> None:
        """Swap two players at different tables of a round.  ``change``: what `change` says of it."""
        self.cost += change
        where, tables = self.where[number], self.tables[number]
        here, there = tables[where[one]], tables[where[other]]
        if self.weights["rematches"]:
            self._move(here, one, other)
            self._move(there, other, one)
        difference = self.is_odd(there) - self.is_odd(here)
        self.odd[one] += difference
        self.odd[other] -= difference
        here[here.index(one)], there[there.index(other)] = other, one
        where[one], where[other] = where[other], where[one]

    def _move(self, table: Sequence[int], gone: int, come: int) -> None:
        """Count the meetings at a table that one player leaves for another, as `_meet` does for one pair."""
        met, price, relief = self.met, self.price, self.relief
        apart, again, less = self._apart, self._again, self._less
        for player, more in ((gone, -1), (come, 1)):
            met_by, apart_from, price_of, relief_of = met[player], apart[player], price[player], relief[player]
            for mate in table:
                if mate != gone:
                    met_by[mate] = met[mate][player] = times = met_by[mate] + more
                    price_of[mate] = price[mate][player] = apart_from[mate] + again[times]
                    relief_of[mate] = relief[mate][player] = apart_from[mate] + less[times]

    def with_tables(self, tables: Sequence[Sequence[Sequence[int]]], step: int = STRICT) -> Room:
        room = Room(self.request, self.from_round, step)
        for each in tables:
            room.add_round(each)
        return room

    def copy(self) -> list[list[list[int]]]:
        return [[list(table) for table in tables] for tables in self.tables]

    def least(self) -> int:
        """The least possible cost, by the lower bounds."""
        seated = Schedule(self.request, tuple(tuple(map(tuple, tables)) for tables in self.named()))
        return sum(least * self.weights.get(aim, 0) for aim, least in bound(seated).items())

    def named(self) -> list[list[list[str]]]:
        return [[[self.ids[player] for player in table] for table in tables] for tables in self.tables]


def _weights(request: Request, step: int) -> dict[str, int]:
    """The weight of every aim about tables; 0 if it is not wanted.  Namesakes have the least."""
    wanted = [aim for aim in request.aims if aim in TABLE_AIMS]
    wanted += [aim for aim in scored(request) if aim == "namesakes"]
    return {
        "forbidden": step ** max(len(TABLE_AIMS), len(wanted)),
        **dict.fromkeys((*TABLE_AIMS, "namesakes"), 0),
        **{aim: pow(step, len(wanted) - place) for place, aim in enumerate(wanted, 1)},
    }
