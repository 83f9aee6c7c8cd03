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

    ``price[a * n + b]``: the cost of one more meeting of a and b; ``relief``: what is saved by one less.  ``cost``: the
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
        self.price = self._prices()
        self.relief = list(self.price)
        self.met = [0] * len(self.price)
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

    def _prices(self) -> list[int]:
        price = [0] * (self.count * self.count)
        members: dict[tuple[str, str], list[int]] = {}
        for place, entrant in enumerate(self.request.entrants):
            for aim, label in (("clubs", entrant.club), ("namesakes", entrant.namesake)):
                if label is not None:
                    members.setdefault((aim, label), []).append(place)
        pairs = [(pair, aim) for (aim, _), places in members.items() for pair in combinations(places, 2)]
        pairs += [((self.number[one], self.number[other]), "forbidden") for one, other in self.request.apart]
        for (one, other), aim in pairs:
            price[one * self.count + other] += self.weights[aim]
            price[other * self.count + one] += self.weights[aim]
        return price

    def is_odd(self, table: Sequence[int]) -> bool:
        """Whether a table has a size other than the preferred one."""
        return len(table) != self.request.sizes[0]

    def add_round(self, tables: Sequence[Sequence[int]]) -> None:
        """Add a round with these tables."""
        self.tables.append([list(table) for table in tables])
        self.where.append([-1] * self.count)
        for table_number, table in enumerate(tables):
            for player in table:
                self.where[-1][player] = table_number
            for one, other in combinations(table, 2):
                self.cost += self.price[one * self.count + other]
                self._meet(one, other, 1)
            if self.is_odd(table):
                for player in table:
                    self.cost += self.weights["odd_tables"] * self.steps[self.odd[player]]
                    self.odd[player] += 1

    def _meet(self, one: int, other: int, times: int) -> None:
        weight = self.weights["rematches"]
        for pair in (one * self.count + other, other * self.count + one):
            before = self.met[pair]
            after = self.met[pair] = before + times
            self.price[pair] += weight * (self.steps[after] - self.steps[before])
            self.relief[pair] += weight * (self.steps[max(after - 1, 0)] - self.steps[max(before - 1, 0)])

    def change(self, number: int, one: int, other: int) -> int:
        """By how much the cost would change if two players at different tables of a round swapped."""
        where, tables, price, relief = self.where[number], self.tables[number], self.price, self.relief
        here, there = tables[where[one]], tables[where[other]]
        row, other_row = one * self.count, other * self.count
        change = 0
        for mate in here:
            if mate != one:
                change += price[other_row + mate] - relief[row + mate]
        for mate in there:
            if mate != other:
                change += price[row + mate] - relief[other_row + mate]
        odd_here, odd_there = self.is_odd(here), self.is_odd(there)
        if odd_here != odd_there:
            up, down = (other, one) if odd_here else (one, other)
            change += self.weights["odd_tables"] * (self.steps[self.odd[up]] - self.steps[self.odd[down] - 1])
        return change

    def swap(self, number: int, one: int, other: int) -> None:
        """Swap two players at different tables of a round."""
        self.cost += self.change(number, one, other)
        where, tables = self.where[number], self.tables[number]
        here, there = tables[where[one]], tables[where[other]]
        for mate in here:
            if mate != one:
                self._meet(one, mate, -1)
                self._meet(other, mate, 1)
        for mate in there:
            if mate != other:
                self._meet(other, mate, -1)
                self._meet(one, mate, 1)
        difference = self.is_odd(there) - self.is_odd(here)
        self.odd[one] += difference
        self.odd[other] -= difference
        here[here.index(one)], there[there.index(other)] = other, one
        where[one], where[other] = where[other], where[one]

    def with_tables(self, tables: Sequence[Sequence[Sequence[int]]], step: int = STRICT) -> Room:
        """Another room for the same request with these tables."""
        room = Room(self.request, self.from_round, step)
        for each in tables:
            room.add_round(each)
        return room

    def copy(self) -> list[list[list[int]]]:
        """A copy of the tables of all rounds."""
        return [[list(table) for table in tables] for tables in self.tables]

    def least(self) -> int:
        """The least possible cost, by the lower bounds."""
        seated = Schedule(self.request, tuple(tuple(map(tuple, tables)) for tables in self.named()))
        return sum(least * self.weights.get(aim, 0) for aim, least in bound(seated).items())

    def named(self) -> list[list[list[str]]]:
        """The tables with ids instead of numbers."""
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
