"""What decides is in sight, and nothing else comes to its place: measured on the tablet's page as it is shown."""

from __future__ import annotations

from typing import NamedTuple

from playwright.sync_api import Page

SIZES = ((390, 844), (768, 1024), (1024, 768))
"""Width and height of the page at which what decides must be in sight."""

OUT_OF_SIGHT = """() => {
    const main = document.querySelector("main#panel");
    const dialog = document.querySelector("dialog[open]");
    const all = (within, mark) => [...(within?.querySelectorAll(mark) ?? [])];
    const foot = dialog ? [] : all(main, '.decide button, .first[data-due="over"] > .actions button');
    const held = dialog ? [] : all(main, '[data-test="held"] button').slice(0, 1);
    const next = dialog ? all(dialog, '[data-test="agree"], .actions > button.go')
        : [all(main, ".first .dice :is([data-pair], [data-die])").filter(each => !each.closest("[hidden]")),
           all(main, ".first [data-card]").slice(0, 1), all(main, ".first [data-place]"),
           all(main, ".bar .actions > button.go")].find(each => each.length) ?? [];
    const buttons = [held, foot, next].find(each => each.length) ?? [];
    const [before, wrong, heard] = [main.scrollTop, [], new CSSStyleSheet()];
    heard.replaceSync("* { pointer-events: auto !important; }"); // whether it is deaf at the moment is not the question
    document.adoptedStyleSheets = [heard];
    for (const top of buttons === foot ? [0, main.scrollHeight] : [before]) {
        main.scrollTop = top;
        for (const button of buttons) {
            const box = button.getBoundingClientRect();
            const across = box.left >= 0 && box.right <= innerWidth;
            const inside = across && box.top >= 0 && box.bottom <= innerHeight;
            const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
            const hit = document.elementsFromPoint(x, y).find(each => !each.matches(".ignored-tap"));
            if (!inside || !hit || !button.contains(hit) || box.height < 44) {
                wrong.push(`${button.textContent.trim()} ${JSON.stringify(box)}`);
            }
        }
    }
    main.scrollTop = before;
    document.adoptedStyleSheets = [];
    const due = dialog ? null : main.querySelector(".due.first");
    if (due && !due.querySelector(".dice :is([data-pair], [data-die])")) {
        const says = each => !each.childElementCount
            || [...each.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.data.trim());
        const shown = all(due, "*").filter(each => says(each) && !each.closest(".decide"));
        const boxes = [...shown.map(each => each.getBoundingClientRect()).filter(box => box.height)];
        let end = due.getBoundingClientRect().top;
        for (const { top, bottom } of boxes.sort((one, other) => one.top - other.top)) {
            if (top - end > 44) wrong.push(`nothing from ${end} to ${top}`);
            end = Math.max(end, bottom);
        }
        const { bottom } = due.getBoundingClientRect();
        if (bottom - end > 44) wrong.push(`nothing from ${end} to ${bottom}`);
    }
    return { buttons: buttons.length, wrong };
}"""
"""How many buttons are the next to be tapped, and which of them are not wholly in sight: why nothing is sent; what
decides, wherever the panel is scrolled to; or else, as it stands, what a sheet asks, the dice, the first card, the
lots, what a tab logs.  And where no dice are thrown, what is due has no room in it for nothing, such as an empty box
for dice.
"""

PLACES = """
Object.assign(window, { places: [], pairs: 0, taken: 0 });
let last = null;
const control = 'button, label.tick, input[type="number"]';
const says = each => `${each.dataset?.test ?? each.dataset?.pair ?? ""} ${each.textContent.trim()}`.trim();
const screen = () => ["judged", "tab"].map(name => document.querySelector("main#panel")?.dataset[name]).join();
const boxOf = (each, main) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const box = { left, right, top, bottom };
    if (!main.contains(each) || each.closest(".decide")) return box;
    const frame = main.getBoundingClientRect();
    return { ...box, top: Math.max(top, frame.top), bottom: Math.min(bottom, frame.bottom) };
};
addEventListener("pointerdown", event => {
    const tapped = event.target.closest?.(control);
    const main = document.querySelector("main#panel");
    if (!tapped || !main || document.querySelector("#tablet.deaf")) return;
    const [foot, die] = [Boolean(tapped.closest(".decide")), Boolean(tapped.closest(".dice"))];
    last = { box: boxOf(tapped, main), foot, die, says: says(tapped), screen: screen(), at: performance.now() };
}, true);
new MutationObserver(() => {
    const main = document.querySelector("main#panel");
    if (!last || !main || document.querySelector("#tablet.deaf") || screen() === last.screen) return;
    const tapped = last;
    const recent = performance.now() - tapped.at < 1500; // as in `deaf.js`: on a busy machine it may come later
    last = null;
    window.pairs += 1;
    for (const each of document.querySelectorAll(`main#panel :is(${control}), .undo button`)) {
        if (each.matches(".shut, :disabled, [aria-expanded]") || each.closest("details:not([open])")) continue;
        const box = boxOf(each, main);
        const across = Math.min(box.right, tapped.box.right) - Math.max(box.left, tapped.box.left);
        const down = Math.min(box.bottom, tapped.box.bottom) - Math.max(box.top, tapped.box.top);
        if (across <= 1 || down <= 1) continue;
        const foot = Boolean(each.closest(".decide"));
        window.taken += 1;
        const what = `${tapped.says} -> ${says(each)}`;
        if (recent && !each.classList.contains("echo")) window.places.push(`at once: ${what}`);
        if (tapped.foot && !foot) window.places.push(`in the place of what decides: ${what}`);
        if (tapped.die && each.matches(".go")) window.places.push(`decides where a die was: ${what}`);
    }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class", "data-judged"] });
"""
"""Compares each screen with the one before it when it begins to hear taps: what changes the game where the finger has
just been must be deaf for a moment longer, nothing but what decides may come to the place of what decides, and nothing
that decides to the place of a die."""


class Sight(NamedTuple):
    """The number of buttons that are next, and those of them that are not wholly in sight."""

    buttons: int
    wrong: list[str]


def sight(page: Page) -> Sight:
    """Look for the buttons that are the next to be tapped."""
    return Sight(**page.evaluate(OUT_OF_SIGHT))
