"""A made-up event on paper: facts for every document, and functions that read the PDFs back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from io import BytesIO

import pikepdf
import pypdfium2
from PIL import Image, ImageDraw

from rulesets import Money, editions, load
from rulesets.kernel.telling.counting import CountingSheet
from tournaments.floor import in_rows
from tournaments.paper.documents.bracket import Slot, StageFacts, StageTable, bracket
from tournaments.paper.documents.case_dossier import CaseDossier, case_dossier
from tournaments.paper.documents.certificate import (
    Certificate,
    Issuer,
    horizontal_certificates,
    vertical_certificates,
)
from tournaments.paper.documents.check_in import CheckIn, check_in
from tournaments.paper.documents.count_sheets import CountSheet, CountSheets, count_sheets
from tournaments.paper.documents.cover import Cover, CoverLine, cover
from tournaments.paper.documents.direction_signs import DirectionSign, direction_signs
from tournaments.paper.documents.event_report import EventReport, ReportLine, ReportPart, TablePart, event_report
from tournaments.paper.documents.fallback_card import FallbackCard, fallback_card
from tournaments.paper.documents.final_board import FinalBoard, FinalLine, final_board
from tournaments.paper.documents.floor_plan import FloorSheet, floor_plan
from tournaments.paper.documents.folded.judges_card import JudgesCard, judges_card
from tournaments.paper.documents.folded.leaflet import Leaflet, leaflet
from tournaments.paper.documents.form_slips import FORMS, Slips, filled_slips, form_slips
from tournaments.paper.documents.game.board import PrintedBoard, PrintedPiece, PrintedSpace, PrintedToken
from tournaments.paper.documents.game.game_record import GameRecord, RecordLine, game_record
from tournaments.paper.documents.game.game_report import DeedLine, GameReport, HeldDeed, PlayerLine, game_report
from tournaments.paper.documents.game.move_log import MoveLogs, move_logs
from tournaments.paper.documents.name_tags import NameTag, name_tags
from tournaments.paper.documents.own_results import OwnGame, OwnResult, own_results
from tournaments.paper.documents.pairing_slips import PairingSlips as SeatingSlips
from tournaments.paper.documents.pairing_slips import pairing_slips
from tournaments.paper.documents.poster import Poster, PosterLine, poster
from tournaments.paper.documents.programme import Programme, ProgrammeLine, ProgrammePart, programme
from tournaments.paper.documents.receipt import KNOWN
from tournaments.paper.documents.round_results import ResultLine, RoundResults, TableResults, round_results
from tournaments.paper.documents.rules_booklet import BookletChapter, BookletClause, RulesBooklet, rules_booklet
from tournaments.paper.documents.score_sheet import score_sheets
from tournaments.paper.documents.score_sheet_parts import ScoreSheets, result_slips
from tournaments.paper.documents.seating_by_name import NameChart, seating_by_name
from tournaments.paper.documents.seating_by_table import SeatingChart, seating_by_table
from tournaments.paper.documents.staff_rota import RotaColumn, RotaLine, StaffRota, rota_slips, staff_rota
from tournaments.paper.documents.standings import StandingLine, StandingsSheet, standings
from tournaments.paper.documents.table_signs import TableSigns, table_signs
from tournaments.paper.documents.table_tents import name_strips, table_tents
from tournaments.paper.facts import PersonalSchedule, PrintedPerson, PrintedPlace, TableSeats
from tournaments.paper.page.flow import FlowTable
from tournaments.paper.page.layout import Layout
from tournaments.paper.page.rows import PrintedColumn
from tournaments.paper.signs import ARROWS, PLACES
from tournaments.paper.words import words

NAMES = (
    ("髙﨑 健一", "たかさき けんいち"),
    ("佐藤 花子", "さとう はなこ"),
    ("𠮷田 翔", "よしだ しょう"),
    ("伊集院 龍之介", "いじゅういん りゅうのすけ"),
    ("Antonín Dvořák", "Dvorak"),
    ("王 伟明", "おう いめい"),
    ("長谷川・ビアンカ・エリザベス", "はせがわ びあんか"),
    ("Christopher Featherstonehaugh-Cholmondeley", "Featherstonehaugh"),
    ("辻\U000e0101 美咲", "つじ みさき"),
    ("Nguyễn Thị Hương", "Nguyen"),
)
BOARDS = {"classic": "atlantic-city", "london": "london", "city": "city-sample"}
CLUBS = ("神戸クラブ", "", "Leeds", "上海桌游社")
EVENT = {"ja": "第12回 われらの杯 全国大会", "en": "12th Our Cup", "zh": "第12届我们的杯赛"}


def counting_of(edition: str, language: str) -> CountingSheet:
    """What the sheets of an edition have."""
    game = load("city" if edition.startswith("city") else "jma-2006")
    return game.assets(edition).counting(game.money(edition), language)


def people(count: int, names: Sequence[tuple[str, str]] = NAMES) -> tuple[PrintedPerson, ...]:
    """This many players, whose names, each with its reading, repeat."""
    chosen = (names[number % len(names)] for number in range(count))
    return tuple(PrintedPerson(name, kana, CLUBS[at % 4], at + 1) for at, (name, kana) in enumerate(chosen))


def tables(count: int, size: int = 4, names: Sequence[tuple[str, str]] = NAMES) -> tuple[TableSeats, ...]:
    """Tables of a size, each with a link."""
    seated = people(count * size, names)
    return tuple(
        TableSeats(number + 1, seated[number * size : (number + 1) * size], f"https://referee.example/t/{number + 1}")
        for number in range(count)
    )


def schedules(count: int, rounds: int = 3, names: Sequence[tuple[str, str]] = NAMES) -> tuple[PersonalSchedule, ...]:
    """The places of this many players; every seventh sits the second round out."""
    return tuple(
        PersonalSchedule(
            person,
            tuple(
                None if at % 7 == 6 and round_ == 1 else PrintedPlace((at + round_ * 5) % 20 + 1, (at + round_) % 4 + 1)
                for round_ in range(rounds)
            ),
        )
        for at, person in enumerate(people(count, names))
    )


@cache
def logo() -> bytes:
    """A picture that serves as a logo."""
    image = Image.new("L", (120, 80), 255)
    ImageDraw.Draw(image).ellipse((4, 4, 116, 76), outline=0, width=8)
    file = BytesIO()
    image.save(file, "PNG")
    return file.getvalue()


def layout(paper: str = "A4", print: str = "normal") -> Layout:
    """A layout with every part set."""
    line = {"ja": "協賛：おもちゃ店", "en": "Sponsored by Toys", "zh": "赞助：玩具店"}
    return Layout(EVENT, paper, print, sponsor=line, footer=dict.fromkeys(EVENT, "2026-11-21"), logo=logo())


def stages_of(everybody: Sequence[PrintedPerson], size: int = 4) -> list[StageFacts]:
    """Stages of up to 32, 8 and one table; the first of each table goes on, and the last stage is not played yet."""
    stages: list[StageFacts] = []
    players = list(everybody[: 32 * size])
    while players:
        tables = [players[start : start + size] for start in range(0, len(players), size)]
        over = len(tables) > 1
        stages.append(
            StageFacts(
                f"{len(tables)}",
                tuple(
                    StageTable(
                        number,
                        tuple(
                            Slot(p.name, p.number, at if over else 0, over and at == 1, at, str(p.number))
                            for at, p in enumerate(table, 1)
                        ),
                    )
                    for number, table in enumerate(tables, 1)
                ),
            )
        )
        players = [table[0] for table in tables] if over else []
    return stages


def documents(
    language: str, count: int = 24, size: int = 4, names: Sequence[tuple[str, str]] = NAMES
) -> dict[str, Callable[[Layout], bytes]]:
    """Every document of an event of this many players, which may be 0."""
    everybody = people(count, names)
    seated = tables(-(-count // size), size, names)
    counted = tuple(CountSheet(table, at) for table in seated for at in range(1, len(table.players) + 1))
    results = tuple(
        TableResults(
            table.number,
            tuple(
                ResultLine(person, 4 - at % 4, at + 1, str(6000 - at), 4321 - at, "" if at else "note", won=not at)
                for at, person in enumerate(table.players)
            ),
        )
        for table in seated
    )
    ranks = tuple(
        StandingLine(at + 1, person, (str(9000 - at), "1", "3/2"), at < 4, ("大会の失格: R1",) * (at == 5))
        for at, person in enumerate(everybody)
    )
    stages = [stages_of(everybody, size)] if count else []
    ceremony = tuple(
        Certificate(p.name, "優勝", "2026年11月21日", "協会", (Issuer("山田 太郎", "会長"),)) for p in everybody[:6]
    )
    sentence = {
        "ja": "競売のコールは$10単位です。$15のコールが報告されましたが、$20以上の10の倍数でなければなりません。",
        "en": "A call of $15 was reported; calls are in whole tens of dollars; $20 or more would be right.",
        "zh": "报告的出价为$15；出价须为10的倍数；应为$20或更高。",
    }[language]

    def told(at: int) -> str:
        """A sentence about two people, whose names stand somewhere in its first line."""
        one, other = (everybody[each % count].name for each in (at, at * 3 + 1))
        return f"{(sentence * 2)[: at * 13 % 99]} {one}（{other}）{sentence}"

    terms = (("x", "60"), ("y", sentence), ("y", sentence), ("z", "4 / 5"))
    figures = (("a", "$1,500: 2 × $500 · 5 × $1"), ("b", "$200"))
    card = JudgesCard("A", "jma-2006", terms, figures, (("rent-wrong", "x"),)) if count else None
    rules = Leaflet("A", "jma-2006", terms, figures) if count else None
    kinds = ("move", "move", "refused", "ruling", "undone", "clock")
    record = tuple(RecordLine(str(at), told(at) * (1 + at % 3), kinds[at % 6]) for at in range(count))
    report = tuple(
        ReportPart(
            ("裁定", "Penalties", "偏差", "備考")[at],
            tuple(ReportLine("10:30", told(at * 7 + number), "A", strong=not at) for number in range(at * 2)),
        )
        for at in (range(4) if count else ())
    )
    heads = (PrintedColumn("#", 20, "centre", size=9), PrintedColumn("A", 0, size=9), PrintedColumn("B", 20, "figure"))
    ranked = FlowTable(heads, tuple((str(at), each.name, f"{at}.5") for at, each in enumerate(everybody, 1)))
    day = EventReport(
        "Cup",
        (("A", sentence), ("B", "24")) if count else (),
        (TablePart("R", (("", ranked), ("R1", ranked))),),
        report,
        ("A: x", "B", "C") if count else (),
    )
    games = tuple(OwnGame(f"R{at}", 10 + at, at, f"{45 - at}", f"${at * 1234:,}") for at in (1, 2, 3))
    own = tuple(OwnResult(p, games, at, (("A", "135"), ("B", "$7,404"))) for at, p in enumerate(everybody, 1))
    chapters = tuple(
        BookletChapter(
            part.title,
            tuple(BookletClause("A-1" if at % 3 else "", "A", sentence * 2) for at in range(len(part.lines))),
        )
        for part in report
    )
    times = tuple(PosterLine(sentence[: 8 + 9 * at], f"{9 + at}:30", "60 min" * (at % 2)) for at in range(6))
    lines = tuple(ProgrammeLine(each.what, each.when if at else "", "60", "6") for at, each in enumerate(times))
    texts = tuple(ProgrammeLine(each.what) for each in times)
    timed = ProgrammePart("A", lines, timed=True, aside="24")
    below = (
        (ProgrammePart("B", texts),),
        (ProgrammePart("C", (ProgrammeLine(sentence * 3), ProgrammeLine(""))),),
    )
    hall = in_rows(-(-len(seated) // 6), min(len(seated), 6)) if seated else ()
    at_tables = {table.number: tuple(p.name for p in table.players) for table in seated}
    columns = (RotaColumn(sentence[:9], "10:00"), RotaColumn("2", "12:00 – 13:15"), RotaColumn("3"))
    doing = (("1–4", sentence[:12], ""), ("", "5, 8", "C"))
    lines_of_rota = tuple(RotaLine(p.name, "A", doing[p.number % 2]) for p in everybody)
    duties = StaffRota(columns if count else (), lines_of_rota, ("2–3", "", "") if count else ())
    parts = (("seating_by_name", "cover_wall", 0), ("table_signs", "cover_cut", -(-len(seated) // 2)))
    lines_of_cover = tuple(CoverLine(*each) for each in (*parts, *((form, "", 1) for form in FORMS)))
    sheet_of = {name: counting_of(board, language) for name, board in BOARDS.items()}
    makers: dict[str, Callable[[Layout], bytes]] = {
        "seating_by_table": lambda on: seating_by_table(SeatingChart(1, seated), on, language),
        "seating_by_name": lambda on: seating_by_name(NameChart((1, 2, 3), schedules(count, 3, names)), on, language),
        "table_signs": lambda on: table_signs(TableSigns(1, seated), on, language),
        "table_tents": lambda on: table_tents([table.number for table in seated], on, language),
        "name_strips": lambda on: name_strips(TableSigns(1, seated), on, language),
        "name_tags": lambda on: name_tags([NameTag(p) for p in everybody], on, language),
        "pairing_slips": lambda on: pairing_slips(
            SeatingSlips((1, 2, 3), schedules(count, 3, names), "https://referee.example/e"), on, language
        ),
        "score_sheet": lambda on: score_sheets(ScoreSheets(1, seated, sheet_of["classic"], 60), on, language),
        "city_score_sheet": lambda on: score_sheets(ScoreSheets(1, seated, sheet_of["city"]), on, language),
        "result_slips": lambda on: result_slips(ScoreSheets(1, seated, sheet_of["classic"], 60), on, language),
        "city_result_slips": lambda on: result_slips(ScoreSheets(1, seated, sheet_of["city"]), on, language),
        "count_sheets": lambda on: count_sheets(CountSheets(1, sheet_of["london"], counted), on, language),
        "city_count_sheets": lambda on: count_sheets(CountSheets(1, sheet_of["city"], counted), on, language),
        **{form: partial(_form, slips_of(form, everybody, sentence), language) for form in FORMS},
        "check_in": lambda on: check_in(CheckIn(everybody, frozenset({1, 3}), ((2, "reserve 1"),)), on, language),
        "own_results": lambda on: own_results(own, on, language),
        "poster": lambda on: poster(
            Poster(times, sentence[:20], sentence[:60], sentence[:12], sentence[:30], "https://referee.example/p/cup"),
            on,
            language,
        ),
        "programme": lambda on: programme(
            Programme(
                timed,
                below,
                ("1", "2", sentence) if count else (),
                ("2",),
                sentence[:20] if count else "",
                sentence[:60],
                (sentence[:30], sentence[:20]),
                "https://referee.example/p/cup" if count else "",
            ),
            on,
            language,
        ),
        "staff_rota": lambda on: staff_rota(duties, on, language),
        "rota_slips": lambda on: rota_slips(duties, on, language),
        "floor_plan": lambda on: floor_plan(FloorSheet(hall), on, language),
        "floor_plan_names": lambda on: floor_plan(FloorSheet(hall, 1, at_tables), on, language),
        "direction_signs": lambda on: direction_signs(signs_of(language)[: 99 if count else 1], on, language),
        "round_results": lambda on: round_results(RoundResults(1, results, Money("$")), on, language),
        "standings": lambda on: standings(StandingsSheet(1, ("A", "B", "C"), ranks), on, language),
        "bracket": lambda on: bracket(stages, on, language),
        "final_board": lambda on: final_board(
            FinalBoard(
                ("A", "B"),
                tuple(FinalLine(at, p, (str(at) * (at < 5), str(9000 - at / 2))) for at, p in enumerate(everybody, 1)),
            ),
            on,
            language,
        ),
        "horizontal_certificate": lambda on: horizontal_certificates(ceremony, on, language),
        "move_log": lambda on: move_logs(MoveLogs(1, seated), on, language),
        "judges_card": lambda on: judges_card(card, on, language),
        "leaflet": lambda on: leaflet(rules, on, language),
        "fallback_card": lambda on: fallback_card(FallbackCard(len(seated), size), on, language),
        "game_record": lambda on: game_record(
            GameRecord(
                1, seated[0] if seated else TableSeats(1, ()), record, Money("$"), results[0].lines if results else ()
            ),
            on,
            language,
        ),
        "case_dossier": lambda on: case_dossier(
            CaseDossier("R-3", report, tuple(p.name for p in everybody[:7])), on, language
        ),
        "rules_booklet": lambda on: rules_booklet(RulesBooklet("Rules", "A", chapters), on, language),
        "cover": lambda on: cover(Cover("round_set", 1, lines_of_cover), on, language),
        "event_report": lambda on: event_report(day, on, language),
        "participation": lambda on: horizontal_certificates(
            [replace(each, title="参加証", text=sentence) for each in ceremony], on, language
        ),
    }
    makers["game_report"] = lambda on: game_report(
        replace(played_game(count, size, names, language), result=results[0].lines if results else ()), on, language
    )
    if language != "en":
        makers["vertical_certificate"] = lambda on: vertical_certificates(ceremony, on, language)
    return makers


@cache
def printed(language: str, name: str, count: int) -> bytes:
    """A document of the event with so many players, drawn once."""
    return documents(language, count)[name](layout())


def signs_of(language: str) -> list[DirectionSign]:
    """A sign with each arrow, some in three languages, and one with a text that somebody typed."""
    others = [each for each in EVENT if each != language]
    signs = [
        DirectionSign(arrow, tuple((each, words(each)[f"sign_{place}"]) for each in [language, *others[: at % 3]]))
        for at, (arrow, place) in enumerate(zip(ARROWS, PLACES, strict=False))
    ]
    return [*signs, DirectionSign("right", ((language, "王 伟明 Featherstonehaugh"),))]


def played_game(count: int, size: int, names: Sequence[tuple[str, str]], language: str) -> GameReport:
    """A game at the first table in which nearly all deeds are bought, and some mortgaged, built on or handed on."""
    seated, edition = people(min(count, size), names), editions.load("atlantic-city")
    letters = [chr(ord("A") + at) for at in range(len(seated))]
    rank = (1 + at * 7 % 5 for at in range(99))
    lines = tuple(
        PlayerLine(each, p.name, next(rank), f"${9000 - at * 777:,}", "$321", "$1,500", "$20")
        for at, (each, p) in enumerate(zip(letters, seated, strict=True))
    )
    owner = {deed.key: (letters * 28)[at] if at % 6 else "" for at, deed in enumerate(edition.deeds)} if letters else {}
    spaces = tuple(
        PrintedSpace(
            each.names[language],
            each.key[:2].upper(),
            owner.get(each.key, ""),
            bool(owner.get(each.key)) and at % 7 == 0,
            (PrintedPiece(("3", "H")[at % 3 - 1]),) if owner.get(each.key) and at % 3 and at % 7 else (),
        )
        for at, each in enumerate(edition.spaces)
    )
    tokens = tuple(PrintedToken(each, 10 if at < 3 else 24, at == 1) for at, each in enumerate(letters))
    moments = tuple(range(0, 300, 3))
    worths = {
        each: tuple(1500 + (n + 7 * at) ** 2 // 9 % (900 * (at + 1)) for n in moments)
        for at, each in enumerate(letters)
    }
    deeds = tuple(
        DeedLine(
            deed.names[language],
            deed.group[:2].upper(),
            (HeldDeed(owner[deed.key], at * 5, 150), HeldDeed(letters[0], 150, None)) if owner.get(deed.key) else (),
            f"${at * 111:,}",
        )
        for at, deed in enumerate(edition.deeds)
    )
    last = 299 if letters else 0
    return GameReport(1, 1, lines, PrintedBoard(spaces, tokens, "M"), moments, worths, deeds, last, True, Money("$"))


TELLING = ("facts", "question", "ruling", "reason")
"""The boxes of slips that hold sentences."""


def slips_of(form: str, everybody: Sequence[PrintedPerson], sentence: str) -> Slips:
    """Up to five slips of a form, every box filled in."""
    labels = [label for _, cells in FORMS[form][2] for label, _ in cells] or KNOWN
    values = [
        {label: each.name if "player" in label or label == "receipt_to" else sentence for label in labels}
        | {label: f"{sentence} {each.name}: {sentence}" for label in labels if label in TELLING}
        for each in everybody[:5]
    ]
    return filled_slips(form, values if form != "call_slips" else [])


def _form(slips: Slips, language: str, on: Layout) -> bytes:
    return form_slips(slips, on, language)


@dataclass(frozen=True, slots=True)
class Word:
    """A word on a page and where it stands, in points from the top left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


def text_of(pdf: bytes) -> str:
    """All text, page by page, each ended by a form feed; words that stand apart are apart."""
    with pypdfium2.PdfDocument(pdf) as file:
        return "".join(page.get_textpage().get_text_range().replace("\r\n", "\n") + "\f" for page in file)


def texts_of_drawings(pdf: bytes) -> list[str]:
    """The texts that are given for what is drawn, such as a letter that no font has."""
    with opened(pdf) as file:
        return [
            str(each.operands[1]["/ActualText"])
            for page in file.pages
            for each in pikepdf.parse_content_stream(page, "BDC")
            if "/ActualText" in each.operands[1]
        ]


def opened(pdf: bytes) -> pikepdf.Pdf:
    return pikepdf.open(BytesIO(pdf))


def page_count(pdf: bytes) -> int:
    with pypdfium2.PdfDocument(pdf) as file:
        return len(file)


def title_of(pdf: bytes) -> str:
    with opened(pdf) as file:
        return str(file.docinfo.get("/Title", ""))


def fonts_of(pdf: bytes) -> list[tuple[str, bool]]:
    """The name of every font, and whether it is embedded."""
    found = []
    with opened(pdf) as file:
        for each in file.objects:
            if not isinstance(each, pikepdf.Dictionary) or each.get("/Type") != "/Font":
                continue
            if "/CIDSystemInfo" in each:  # the part of a composite font that has its letters
                continue
            (inner,) = each.get("/DescendantFonts", [each])
            kept = {"/FontFile2", "/FontFile3"} & set(inner.get("/FontDescriptor", pikepdf.Dictionary()).keys())
            found.append((str(each["/BaseFont"])[1:], bool(kept)))
    return found


def words_of(pdf: bytes) -> list[tuple[float, float, list[Word]]]:
    """The width, height and words of every page."""
    with pypdfium2.PdfDocument(pdf) as file:
        return [(*page.get_size(), words_on(page.get_textpage(), page.get_height())) for page in file]


def words_on(text: pypdfium2.PdfTextPage, height: float) -> list[Word]:
    """The words of a page of that height: letters without a blank or the end of a line between them."""
    found: list[Word] = []
    begun = False
    for at in range(text.count_chars()):
        letter = chr(pypdfium2.raw.FPDFText_GetUnicode(text, at))
        if letter.isspace() or letter == "\0":
            begun = False
            continue
        left, bottom, right, top = text.get_charbox(at)
        box = Word(letter, left, height - top, right, height - bottom)
        if begun:
            word = found.pop()
            box = Word(
                word.text + letter,
                min(word.left, box.left),
                min(word.top, box.top),
                max(word.right, box.right),
                max(word.bottom, box.bottom),
            )
        found.append(box)
        begun = True
    return found


def drawn(pdf: bytes, dots: int = 150) -> Image.Image:
    """The first page in greyscale, at so many dots to the inch."""
    with pypdfium2.PdfDocument(pdf) as file:
        picture: Image.Image = file[0].render(scale=dots / 72, grayscale=True).to_pil().convert("L")
        return picture
