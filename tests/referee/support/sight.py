"""What decides is in sight, and nothing else comes to its place: measured on the tablet's page as it is shown."""

from __future__ import annotations

from playwright.sync_api import Page

OUT_OF_SIGHT = """() => {
    const main = document.querySelector('main[data-tab="play"]');
    if (!main || document.querySelector("dialog[open]")) return [];
    const buttons = [...main.querySelectorAll('.decide button, .first[data-due="over"] > .actions button')];
    const [before, wrong, heard] = [main.scrollTop, [], new CSSStyleSheet()];
    heard.replaceSync("* { pointer-events: auto !important; }"); // whether it is deaf at the moment is not the question
    document.adoptedStyleSheets = [heard];
    for (const top of [0, main.scrollHeight]) {
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
    return wrong;
}"""
"""The buttons that decide on the play tab and are not wholly in sight, unscrolled or scrolled to the end."""

PLACES = """
Object.assign(window, { places: [], pairs: 0, taken: 0 });
let last = null;
const control = 'button, label.tick, input[type="number"]';
const says = each => `${each.dataset?.test ?? ""} ${each.dataset?.die ?? ""} ${each.textContent.trim()}`.trim();
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
    const [foot, die] = [Boolean(tapped.closest(".decide")), Boolean(tapped.dataset.die)];
    last = { box: boxOf(tapped, main), foot, die, says: says(tapped), screen: screen() };
}, true);
new MutationObserver(() => {
    const main = document.querySelector("main#panel");
    if (!last || !main || document.querySelector("#tablet.deaf") || screen() === last.screen) return;
    const tapped = last;
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
        if (!each.classList.contains("echo")) window.places.push(`at once: ${what}`);
        if (tapped.foot && !foot) window.places.push(`in the place of what decides: ${what}`);
        if (tapped.die && each.matches(".go")) window.places.push(`decides where a die was: ${what}`);
    }
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["class", "data-judged"] });
"""
"""Compares each screen with the one before it when it begins to hear taps: what changes the game where the finger has
just been must be deaf for a moment longer, nothing but what decides may come to the place of what decides, and nothing
that decides to the place of a die."""


def out_of_sight(page: Page) -> list[str]:
    """The buttons that decide now and are not wholly in sight."""
    found: list[str] = page.evaluate(OUT_OF_SIGHT)
    return found
