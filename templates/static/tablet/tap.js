// A button that stays where it is while it may not be used: grey then, and a tap on it says why.
import { html } from "./draw.js";

export function Tap({ open, yes, why, kind, test, children }) {
  return html`<button class=${`${kind ?? "big"}${open ? "" : " shut"}`} aria-disabled=${open ? null : "true"} onClick=${open ? yes : why}
    data-test=${test}>${children}</button>`;
}
