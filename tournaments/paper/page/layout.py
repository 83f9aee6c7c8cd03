"""The layout as data: what organizers can customise on paper.

`layouts/example.toml` shows every setting.  Only the event's name is required.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from zoneinfo import ZoneInfo

from rulesets.languages import LANGUAGES
from tournaments import toml_text
from tournaments.fault import Faulty
from tournaments.paper.page import colour
from tournaments.paper.page.box import MM, Box
from tournaments.paper.words import words
from tournaments.section import Section

PAPERS = {"A4": (210.0, 297.0), "A3": (210.0, 297.0), "Letter": (215.9, 279.4)}
"""Width and height in millimetres, as laid out."""
ENLARGED = {"A3": 2**0.5}
"""How much larger a sheet is than laid out: an A3 sheet is an A4 sheet for readers farther away."""
PRINTS = {"normal": 1.0, "large": 1.35}
"""The scale of letters and rows."""
FORMAT = 1
OPEN = "____"
"""Stands for a number that is written in by hand."""
Files = Callable[[str], bytes | None]


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of an event's documents.

    ``event``, ``date``, ``sponsor``, ``footer``: by language; ``margin``: millimetres; ``logo``: a PNG or JPEG file;
    ``zone``: the event's time zone, such as `Asia/Tokyo`, empty for the machine's own; ``colour``: the event's, for
    ornaments and the rule below a title.

    Not from the file, but specific to one printing: ``draft``, a note on every page and card while the document is not
    public; ``imprint``, the version and the time of printing; ``printed_at``, the timestamp of the PDF; ``names``, of
    the people whom its sentences are about, cleaned; in the document's language, ``rounds``, the names of rounds by
    number, where they have one, such as the final, and ``classes``, by round and table the class whose final is played
    there.
    """

    event: Mapping[str, str]
    paper: str = "A4"
    print: str = "normal"
    margin: int = 14
    zone: str = ""
    colour: colour.Colour = colour.BLACK
    date: Mapping[str, str] | None = None
    sponsor: Mapping[str, str] | None = None
    footer: Mapping[str, str] | None = None
    logo: bytes | None = None
    draft: str = ""
    imprint: str = ""
    printed_at: datetime | None = None
    names: tuple[str, ...] = ()
    rounds: Mapping[int, str] = field(default_factory=dict)
    classes: Mapping[tuple[int, int], str] = field(default_factory=dict)

    def round(self, number: int, language: str, table: int = 0) -> str:
        """What a round is called, at one ``table`` if given; 0 leaves room for its number, on a blank form."""
        name = self.rounds.get(number) or words(language)["round"].format(round=number or OPEN)
        return of_class(name, self.classes.get((number, table), ""))

    def short_round(self, number: int, language: str, table: int = 0) -> str:
        """The same for narrow columns: by its number in short, unless it has a name."""
        name = self.rounds.get(number) or words(language)["round_short"].format(round=number)
        return of_class(name, self.classes.get((number, table), ""))

    def class_finals(self, places: Iterable[tuple[int, int]], language: str) -> str:
        """At which of the tables on a chart, each by round and number, classes play their finals; empty if at none."""
        found = [
            f"{words(language)['table']} {table}: {self.round(number, language, table)}"
            for number, table in sorted(self.classes.keys() & {*places})
        ]
        return "\u3000".join(found)

    @property
    def enlarged(self) -> float:
        """How much larger the sheet is than laid out."""
        return ENLARGED.get(self.paper, 1)

    @property
    def scale(self) -> float:
        """The scale of letters and rows."""
        return PRINTS[self.print]

    @property
    def sheet(self) -> Box:
        """The whole sheet, portrait."""
        width, height = PAPERS[self.paper]
        return Box(0, 0, width * MM, height * MM)

    @property
    def landscape(self) -> Box:
        """The whole sheet, landscape."""
        return Box(0, 0, self.sheet.height, self.sheet.width)

    @property
    def wide(self) -> Box:
        """The sheet for tables with many columns: landscape in large print, where portrait would be too narrow."""
        return self.sheet if self.print == "normal" else self.landscape


def of_class(name: str, class_title: str) -> str:
    """The name of a round or stage with the class whose it is; as it is for what is about all."""
    return f"{class_title} · {name}" if class_title else name


def parse(text: str, files: Files) -> Layout:
    """Read a layout from TOML.  Raises Faulty.

    ``files``: returns the content of the logo by its name, or None.  It should have been through `logo.prepared`: the
    logo is not decoded here, so a truncated one would only show on paper.
    """
    section = Section(toml_text.parse(text, Decimal))
    section.whole("format", FORMAT, FORMAT)
    layout = Layout(
        event=_by_language(section, "event"),
        paper=section.one_of("paper", list(PAPERS), "A4"),
        print=section.one_of("print", list(PRINTS), "normal"),
        margin=section.whole("margin", 8, 30, 14),
        zone=_zone(section) if section.has("zone") else "",
        colour=_colour(section) if section.has("colour") else colour.BLACK,
        date=_by_language(section, "date") if section.has("date") else None,
        sponsor=_by_language(section, "sponsor") if section.has("sponsor") else None,
        footer=_by_language(section, "footer") if section.has("footer") else None,
        logo=_logo(section, files) if section.has("logo") else None,
    )
    section.done()
    if section.faults:
        raise Faulty(section.faults)
    return layout


def _by_language(section: Section, key: str) -> Mapping[str, str]:
    """One text for all languages, or one per language."""
    if isinstance(section.raw(key), dict):
        return section.words(key)
    return dict.fromkeys(LANGUAGES, section.text(key))


def _zone(section: Section) -> str:
    name = section.text("zone")
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):  # an unknown name; not a valid name; a folder
        section.fault("zone", "paper_zone_unknown", given=name)
    return name


def _colour(section: Section) -> colour.Colour:
    text = section.text("colour")
    found = colour.parsed(text)
    if text and found is None:
        section.fault("colour", "paper_colour_form", given=text)
    elif found is not None and (reached := colour.contrast(found)) < colour.LEAST_CONTRAST:
        section.fault("colour", "paper_colour_pale", given=text, contrast=f"{reached:.1f}", least=colour.LEAST_CONTRAST)
    return found or colour.BLACK


def _logo(section: Section, files: Files) -> bytes | None:
    name = section.text("logo")
    content = files(name) if name else None
    if content is None:
        if name:
            section.fault("logo", "paper_logo_not_there", given=name)
        return None
    from tournaments.paper.page.logo import check  # noqa: PLC0415  # Pillow: few layouts are uploaded

    try:
        check(content)
    except Faulty as wrong:
        section.faults.extend(wrong.faults)
        return None
    return content
