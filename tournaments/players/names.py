"""Names: the order of lists, what finds them, and which look alike.

First only the base letters are compared: katakana as hiragana, small kana as large, without voicing marks, a long vowel
mark as the vowel it lengthens; width, case, spaces and punctuation are ignored.

Ties are broken by voicing marks (か が ぱ), then by kind of kana: long, small, repeated, plain, in this
order (that of JIS X 4061).

A Cyrillic а looks like a Latin one, a katakana ニ like the kanji 二, and a zero like an O.  No name is refused for it,
since each may be right; but two in one event are worth a look.

Forms of one kanji (高 and 髙) are alike for searches only: 斉藤 and 斎藤 are two names, and nobody is taken for
somebody else because of this.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path

from tournaments.players.entrant import Entrant, listed
from tournaments.unseen import UNSEEN

TABLE = Path(__file__).with_name("kanji") / "variants.txt"
"""A group of forms a line, in the order of their codes.  `tests/kanji_variants.py` generates it; ``VENDORED.toml`` next
to it says from what."""


@cache
def _first_forms() -> Mapping[int, str]:
    groups = TABLE.read_text("utf-8").split()
    return {ord(each): group[0] for group in groups for each in group[1:]}


@cache
def _groups() -> Mapping[str, str]:
    return {each: group for group in TABLE.read_text("utf-8").split() for each in group}


def first_form(text: str) -> str:
    """A text with every kanji in the first of its forms."""
    return text.translate(_first_forms())


def forms_of(texts: Iterable[str]) -> str:
    """The forms of the kanji in some texts, in pairs: a form, and the first form of its group.

    A page folds with these what is typed into it; the whole table would be larger than the page.
    """
    known = _groups()
    groups = {known[letter] for letter in sorted(set("".join(texts))) if letter in known}
    return "".join(f"{each}{group[0]}" for group in sorted(groups) for each in group[1:])


SMALL_KANA = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
VOWELS = {
    kana: vowel
    for vowel, row in {
        "あ": "あかさたなはまやらわ",
        "い": "いきしちにひみりゐ",
        "う": "うくすつぬふむゆる",
        "え": "えけせてねへめれゑ",
        "お": "おこそとのほもよろを",
    }.items()
    for kana in row
}
LONG, LITTLE, REPEATED, PLAIN = range(4)

ReadingKey = tuple[str, tuple[str, ...], tuple[int, ...]]


def sort_key(entrant: Entrant) -> tuple[ReadingKey, str, int]:
    """The sort key of an entrant: reading (or name if there is none), then name, then number."""
    return reading_key(entrant.reading or entrant.name), entrant.name, entrant.number


def reading_key(reading: str) -> ReadingKey:
    """Base letters, voicing marks and kinds of kana of a reading, compared in this order."""
    letters: list[str] = []
    marks: list[str] = []
    kinds: list[int] = []
    for letter in _hiragana(unicodedata.normalize("NFD", unicodedata.normalize("NFKC", reading).casefold())):
        if unicodedata.combining(letter):
            if marks:
                marks[-1] += letter
        elif letter == "ー" and letters:
            # After ん or a Latin letter there is no vowel to lengthen.
            letters.append(VOWELS.get(letters[-1], ""))
            kinds.append(LONG)
            marks.append("")
        elif letter == "ゝ" and letters:
            letters.append(letters[-1])
            kinds.append(REPEATED)
            marks.append("")
        elif letter.isalnum():
            letters.append(SMALL_KANA.get(letter, letter))
            kinds.append(LITTLE if letter in SMALL_KANA else PLAIN)
            marks.append("")
    return "".join(letters), tuple(marks), tuple(kinds)


def in_kana_or_latin(reading: str) -> bool:
    """Whether a reading is written in kana or Latin letters only, without kanji or hanzi."""
    names = (unicodedata.name(letter, "") for letter in unicodedata.normalize("NFKC", reading) if letter.isalpha())
    return all(name.startswith(("HIRAGANA", "KATAKANA", "LATIN")) for name in names)


def _hiragana(text: str) -> str:
    return "".join(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" or letter in "ヽヾ" else letter for letter in text)


ROWS = {
    "": "あいうえお",
    "k": "かきくけこ",
    "s": "さしすせそ",
    "t": "たちつてと",
    "n": "なにぬねの",
    "h": "はひふへほ",
    "m": "まみむめも",
    "r": "らりるれろ",
    "g": "がぎぐげご",
    "z": "ざじずぜぞ",
    "d": "だぢづでど",
    "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ",
    "x": "ぁぃぅぇぉ",
}
SINGLE = {
    "や": "ya",
    "ゆ": "yu",
    "よ": "yo",
    "わ": "wa",
    "を": "o",
    "ん": "n",
    "ゃ": "xya",
    "ゅ": "xyu",
    "ょ": "xyo",
    "ゔ": "vu",
    "ゐ": "i",
    "ゑ": "e",
    "っ": "q",
    "ー": "-",
}
LATIN = SINGLE | {
    kana: consonant + vowel for consonant, row in ROWS.items() for kana, vowel in zip(row, "aiueo", strict=True)
}
HEPBURN = {
    "sya": "sha",
    "syu": "shu",
    "syo": "sho",
    "tya": "cha",
    "tyu": "chu",
    "tyo": "cho",
    "zya": "ja",
    "zyu": "ju",
    "zyo": "jo",
    "dya": "ja",
    "dyu": "ju",
    "dyo": "jo",
    "sye": "she",
    "tye": "che",
    "zye": "je",
    "si": "shi",
    "ti": "chi",
    "tu": "tsu",
    "hu": "fu",
    "zi": "ji",
    "di": "ji",
    "du": "zu",
}
"""The usual romanisation of syllables, by their spelling in the kana table; longer ones first."""
SMALL = (
    ("exi", "'i"),
    ("hux", "f"),
    ("ixe", "ye"),
    *((f"{vowel}xy", "y") for vowel in "iueo"),
    *((f"{vowel}x", "") for vowel in "iueo"),
)
"""Combinations of a large and a small kana: て + ぃ, ふ + ぁ, ち + ぇ, き + ゃ, and others."""


def search_text(entrant: Entrant) -> str:
    """The search text of a player, folded and separated by spaces: number, name, reading in kana and in Latin letters,
    club and whatever else lists show.
    """
    reading = folded(entrant.reading)
    texts = (str(entrant.number), sought(entrant.name), reading, *romaji(reading), *map(sought, listed(entrant)))
    return " ".join(dict.fromkeys(text for text in texts if text))


def sought(text: str) -> str:
    """A text folded as every search for a name does it: also the forms of a kanji are alike."""
    return first_form(folded(text))


def folded(text: str) -> str:
    """A text folded for searching: width, case, spaces, punctuation and Latin accents removed, katakana as hiragana."""
    wide = unicodedata.normalize("NFKC", text).casefold()
    hiragana = "".join(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" else letter for letter in wide)
    plain = (unicodedata.normalize("NFD", letter)[0] if letter < "\u0300" else letter for letter in hiragana)
    return "".join(letter for letter in plain if letter.isalnum() or letter == "ー")


def romaji(reading: str) -> tuple[str, ...]:
    """The romanisations of a folded reading, empty if it has no kana.

    Long vowels are written as in kana or shortened, and each form is spelled by the kana table and in the usual way.
    """
    if not any(letter in LATIN for letter in reading):
        return ()
    written = "".join(LATIN.get(letter, letter) for letter in reading)
    for large, small in SMALL:
        written = written.replace(large, small)
    for consonant in "kstnhmrgzdbpcjf":
        written = written.replace(f"q{consonant}", consonant * 2)
    by_table = usual = written.replace("x", "").replace("q", "")
    for syllable, other in HEPBURN.items():
        usual = usual.replace(syllable, other)
    plain = (each.replace("'", "") for each in (by_table, usual))
    return tuple(form for each in plain for form in (each.replace("-", ""), _short(each)))


def _short(written: str) -> str:
    """Long vowels as one; the う of いのうえ and おのうえ begins a word of its own."""
    for long, vowel in (("oue", "o'ue"), ("ou", "o"), ("oo", "o"), ("uu", "u"), ("'", ""), ("-", "")):
        written = written.replace(long, vowel)
    return written


def looks(name: str) -> str:
    """What a name looks like: equal for names that the eye cannot tell apart, whatever their width, case and spaces."""
    plain = UNSEEN.sub("", unicodedata.normalize("NFKC", name))
    letters = _prototypes()
    drawn = "".join(letters.get(each, each) for each in unicodedata.normalize("NFD", plain) if not each.isspace())
    return unicodedata.normalize("NFD", drawn).casefold()


@cache
def _prototypes() -> Mapping[str, str]:
    """The character or characters that stand for each that looks like them.

    In the library's table, one that stands for others lists them all, and each of them lists only that one.
    """
    from confusable_homoglyphs.confusables import confusables_data

    def bare(text: str) -> str:  # some entries are wrapped in marks of direction
        return text.strip("\u200e\u200f")

    found = {}
    for given, others in confusables_data.items():
        letter, alike = bare(given), bare(others[0]["c"])
        if len(letter) == 1 and len(others) == 1:
            paired = len(confusables_data[others[0]["c"]]) == 1
            found[letter] = min(letter, alike) if paired and len(alike) == 1 else alike
    return found
