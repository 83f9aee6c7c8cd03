"""The search text of a player, which can be found by typing kanji, kana or Latin letters."""

from __future__ import annotations

import unicodedata

from tournaments.players.entrant import Entrant, listed

ROWS = {
    "": "あいうえお", "k": "かきくけこ", "s": "さしすせそ", "t": "たちつてと", "n": "なにぬねの", "h": "はひふへほ",
    "m": "まみむめも", "r": "らりるれろ", "g": "がぎぐげご", "z": "ざじずぜぞ", "d": "だぢづでど", "b": "ばびぶべぼ",
    "p": "ぱぴぷぺぽ", "x": "ぁぃぅぇぉ",
}  # fmt: skip
SINGLE = {
    "や": "ya", "ゆ": "yu", "よ": "yo", "わ": "wa", "を": "o", "ん": "n", "ゃ": "xya", "ゅ": "xyu", "ょ": "xyo",
    "ゔ": "vu", "ゐ": "i", "ゑ": "e", "っ": "q", "ー": "-",
}  # fmt: skip
LATIN = SINGLE | {
    kana: consonant + vowel for consonant, row in ROWS.items() for kana, vowel in zip(row, "aiueo", strict=True)
}
HEPBURN = {
    "sya": "sha", "syu": "shu", "syo": "sho", "tya": "cha", "tyu": "chu", "tyo": "cho", "zya": "ja", "zyu": "ju",
    "zyo": "jo", "dya": "ja", "dyu": "ju", "dyo": "jo", "sye": "she", "tye": "che", "zye": "je",
    "si": "shi", "ti": "chi", "tu": "tsu", "hu": "fu", "zi": "ji", "di": "ji", "du": "zu",
}  # fmt: skip
"""The usual romanisation of syllables, by their spelling in the kana table; longer ones first."""
SMALL = (
    ("exi", "'i"), ("hux", "f"), ("ixe", "ye"),
    *((f"{vowel}xy", "y") for vowel in "iueo"),
    *((f"{vowel}x", "") for vowel in "iueo"),
)  # fmt: skip
"""Combinations of a large and a small kana: て + ぃ, ふ + ぁ, ち + ぇ, き + ゃ, and others."""


def search_text(entrant: Entrant) -> str:
    """The search text of a player, folded and separated by spaces: number, name, reading in kana and in Latin letters,
    club and whatever else lists show.
    """
    reading = folded(entrant.reading)
    texts = (str(entrant.number), folded(entrant.name), reading, *romaji(reading), *map(folded, listed(entrant)))
    return " ".join(dict.fromkeys(text for text in texts if text))


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
    for long, vowel in (("ou", "o"), ("oo", "o"), ("uu", "u"), ("-", "")):
        written = written.replace(long, vowel)
    return written
