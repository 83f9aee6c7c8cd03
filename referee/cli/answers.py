"""A known answer as ``referee rules show`` prints it."""

from __future__ import annotations

from rulesets.answers.answer import Answer, said
from rulesets.kernel.clause import Catalogue

LABELS = {
    "en": {"note": "Note", "standing": "Standing", "clauses": "Rests on", "source": "Source",
           "instead": "{later} (supersedes {earlier})"},
    "ja": {"note": "注", "standing": "確かさ", "clauses": "根拠", "source": "出典",
           "instead": "{later}（{earlier} を改定）"},
    "zh": {"note": "注", "standing": "可靠程度", "clauses": "依据", "source": "出处",
           "instead": "{later}（取代 {earlier}）"},
}  # fmt: skip
STANDINGS = {
    "en": {"settled": "settled", "open": "the source's answer was not seen", "conflict": "sources differ",
           "elsewhere": "others play otherwise"},
    "ja": {"settled": "確定", "open": "出典の回答は未確認", "conflict": "出典により異なる",
           "elsewhere": "ほかの大会では異なる"},
    "zh": {"settled": "已有定论", "open": "出处的答案未能查到", "conflict": "各出处不一致",
           "elsewhere": "别的赛事不同"},
}  # fmt: skip


def printed_answer(answer: Answer, catalogue: Catalogue, language: str) -> list[str]:
    """An answer in a language, line by line; ``catalogue``: of the ruleset that it is asked for in, whose clauses in
    force it names.
    """
    labels, told = LABELS[language], said(language)[answer.id]
    return [
        f"{answer.id}  {told.question}",
        "",
        told.answer,
        *(["", f"{labels['note']}: {told.note}"] if told.note else []),
        "",
        f"{labels['standing']}: {STANDINGS[language][answer.standing]}",
        f"{labels['clauses']}: {', '.join(_named(each, catalogue, labels['instead']) for each in answer.clauses)}",
        *(f"{labels['source']}: {each.names[language]} {each.address}".rstrip() for each in answer.sources),
    ]


def _named(clause: str, catalogue: Catalogue, instead: str) -> str:
    later = catalogue.superseded.get(clause)
    return instead.format(later=later, earlier=clause) if later else clause
