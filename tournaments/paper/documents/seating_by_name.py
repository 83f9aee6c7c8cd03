"""The seating chart by name: players look up their name and see where to go in each round."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

from rulesets.languages import language as settings
from tournaments.paper.facts import PersonalSchedule, PrintedPlace, person_key, spelled
from tournaments.paper.page.box import MM, Box
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.press import body, framed
from tournaments.paper.page.rows import LARGEST, PrintedColumn, PrintedRow, filling_row, scaled, table_pages
from tournaments.paper.type.runs import width
from tournaments.paper.words import words
from tournaments.players.names import reading_key

NAME = 33
"""The minimum width of a name in millimetres."""
ROW, LOW = 6.6, 5.2
"""The height of a row in millimetres: normally, and where the chart fills one sheet."""
READING = 26
"""The width of the reading of a name, in millimetres."""
SIZE = 11
"""The font size in points."""
SMALLEST = 4
"""The least font size of a place in points, with many rounds."""
PLACES = 11, 15
"""The width of a place in millimetres, with two blocks and with one; less if there are many rounds."""
BESIDE = 2.2
"""What a cell keeps free beside a place, in millimetres."""
ROWS_OF_KANA = (
    "あいうえお",
    "かきくけこ",
    "さしすせそ",
    "たちつてと",
    "なにぬねの",
    "はひふへほ",
    "まみむめも",
    "やゆよ",
    "らりるれろ",
    "わゐゑをん",
)


@dataclass(frozen=True, slots=True)
class NameChart:
    """The facts of the chart.  ``rounds``: the rounds whose places the schedules list, in that order."""

    rounds: tuple[int, ...]
    players: tuple[PersonalSchedule, ...]


def seating_by_name(chart: NameChart, layout: Layout, language: str) -> bytes:
    """The chart as a PDF, sorted as `spelled`, with index initials; two blocks per page if the names have room."""
    texts = words(language)
    players = sorted(chart.players, key=lambda each: person_key(each.person, language))
    aside, note = _notes(chart, layout, language)
    most = max(len(chart.rounds), 1)
    rooms = [(each, body(layout, each, note)) for each in (layout.sheet, layout.landscape)]
    count, brief = max(len(players), 1), NAME + PLACES[0] * most
    sheet, room = max(rooms, key=lambda each: _filling(count, brief, each[1])[1])
    blocks, scale, row = _filling(count, brief, room) if players else (1, 0, ROW)
    spelling = [spelled(each.person, language) for each in players]
    # In a language without kana the chart says by which spelling it is ordered, where there is room for that.
    half = (room.width / MM / layout.scale - 7) / 2 - 7 - PLACES[0] * most
    read = "kana" not in settings(language).letters and (blocks == 1 or half - READING >= NAME)
    read = read and any(text != each.person.own_name for text, each in zip(spelling, players, strict=True))
    if read:
        blocks, scale, row = _filling(count, NAME + READING + PLACES[blocks == 1] * most, room)
    if scale >= layout.scale and scale * LOW >= ROW:
        row = filling_row(-(-len(players) // blocks), row, scale, room)
    else:
        scale = layout.scale
        blocks = 2 if half - READING * read >= NAME and layout.print == "normal" else 1
        sheets = ceil(count / blocks / (room.height // (ROW * scale * MM) - 1))
        row = filling_row(ceil(count / blocks / sheets), ROW, scale, room)
    across = (room.width / MM / scale - 7 * (blocks - 1) / scale) / blocks - 7 - READING * read
    places = [
        # Most sit out a final: their cells stay empty.
        [place_text(each.places[at], "" if number in layout.rounds else texts["not_playing"]) for each in players]
        for at, number in enumerate(chart.rounds)
    ]
    widest = [max((width(text, language, "regular") for text in own), default=0) or 1 for own in places]
    names = max((width(each.person.name, language, "bold") * SIZE / MM + 4 for each in players), default=NAME)
    free = across - min(names, NAME if blocks == 2 or read else NAME * 1.3)
    size = max(SMALLEST, min(SIZE, int(4 * MM * (free - most * BESIDE / scale) / (sum(widest) or 1)) / 4))
    needed = [each * size / MM + BESIDE / scale for each in widest]
    spare = (free - sum(needed)) / most
    columns = [
        PrintedColumn("", 7, "centre", "bold", 11, once=True),
        PrintedColumn(texts["player"], 0, weight="bold", size=11, name=True),
        *([PrintedColumn(texts["reading"], READING, size=8, name=True)] if read else []),
    ]
    for number, need in zip(chart.rounds, needed, strict=True):
        wide = max(need, min(need + spare, PLACES[1]))
        columns.append(PrintedColumn(layout.short_round(number, language), wide, "centre", size=size))
    rows = [
        PrintedRow(
            (initial_of(reading, texts["other_initial"]), each.person.name, *([reading] if read else []), *shown), at
        )
        for at, (each, reading, *shown) in enumerate(zip(players, spelling, *places, strict=True))
    ]
    pages = scaled(table_pages(columns, rows, room, scale, blocks, row), scale)
    return framed(pages, layout, language, texts["seating_by_name"], aside, sheet, note=note)


def _notes(chart: NameChart, layout: Layout, language: str) -> tuple[str, str]:
    """What stands beside the title, and below it: what the numbers are, and which finals the tables play."""
    texts = words(language)
    known = any(place and place.order for each in chart.players for place in each.places)
    numbers = texts["place_note"] if known or not chart.players else texts["place_note_rolled"]
    sitting = [zip(chart.rounds, each.places, strict=True) for each in chart.players]
    finals = layout.class_finals(((round_, at.table) for own in sitting for round_, at in own if at), language)
    if len(chart.rounds) != 1:
        return numbers, finals
    return layout.round(chart.rounds[0], language), "　".join(filter(None, (numbers, finals)))


def _filling(players: int, columns: float, room: Box) -> tuple[int, float, float]:
    """The number of blocks, the scale and the row height that fill one sheet.  ``columns``: the width of a block behind
    the index.
    """
    fits = []
    for blocks in (1, 2):
        high = room.height / (-(-players // blocks) + 1) / (LOW * MM)
        wide = ((room.width / MM - 7 * (blocks - 1)) / blocks) / (7 + columns)
        fits.append((min(high, wide, LARGEST), blocks))
    scale, blocks = max(fits)
    return blocks, int(scale * 20) / 20, LOW


def initial_of(reading: str, other: str) -> str:
    """The index initial of a reading: its row of kana (あ, か …) or its Latin letter."""
    letter = reading_key(reading)[0][:1]
    kana = next((row[0] for row in ROWS_OF_KANA if letter and letter in row), None)
    return kana or (letter.upper() if letter.isascii() and letter.isalpha() else other)


def place_text(place: PrintedPlace | None, absent: str) -> str:
    """`12 – 3`: table 12, start order 3."""
    if place is None:
        return absent
    return f"{place.table} – {place.order}" if place.order else str(place.table)
