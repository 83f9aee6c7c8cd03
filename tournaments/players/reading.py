"""Sort order of lists and charts: by reading, as in Japanese dictionaries, Latin readings before kana ones.

First only the base letters are compared: katakana as hiragana, small kana as large, without voicing marks, a long vowel
mark as the vowel it lengthens; width, case, spaces and punctuation are ignored.

Ties are broken by voicing marks (か が ぱ), then by kind of kana: long, small, repeated, plain, in this
order (that of JIS X 4061).
"""

from __future__ import annotations

import unicodedata

from tournaments.players.entrant import Entrant

SMALL = dict(zip("ぁぃぅぇぉっゃゅょゎゕゖ", "あいうえおつやゆよわかけ", strict=True))
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
            letters.append(SMALL.get(letter, letter))
            kinds.append(LITTLE if letter in SMALL else PLAIN)
            marks.append("")
    return "".join(letters), tuple(marks), tuple(kinds)


def in_kana_or_latin(reading: str) -> bool:
    """Whether a reading is written in kana or Latin letters only, without kanji or hanzi."""
    names = (unicodedata.name(letter, "") for letter in unicodedata.normalize("NFKC", reading) if letter.isalpha())
    return all(name.startswith(("HIRAGANA", "KATAKANA", "LATIN")) for name in names)


def _hiragana(text: str) -> str:
    return "".join(chr(ord(letter) - 0x60) if "ァ" <= letter <= "ヶ" or letter in "ヽヾ" else letter for letter in text)
