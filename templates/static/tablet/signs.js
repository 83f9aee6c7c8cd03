// The signs that stand for things everywhere on the page: a disc for a person, a square for a deed or a space.
import { letterOf } from "../board/seen.js";
import { html } from "./elements.js";
import { word } from "./page.js";

/**
 * A person: a disc with the seat's letter. The name is beside it, or is read out instead.
 * @param {{ table: Table, seat: Seat, size?: "small" | "large" }} props
 */
export function Disc({ table, seat, size }) {
  return html`<i class=${`disc seat${table.seats.indexOf(seat) + 1} ${size ?? ""}`} aria-hidden="true">${letterOf(seat)}</i>`;
}

/**
 * A space of the board by its letter, in its group's colour.
 * @param {{ space: Space }} props
 */
export function Square({ space }) {
  return html`<i class=${`square ${space.group ?? ""}`} aria-hidden="true">${space.letter}</i>`;
}

/**
 * What stands on a deed, as its letters on the board: hazards and the like in their colours, what is void crossed out.
 * @param {{ table: Table, deed: DeedKey }} props
 */
export function Standing({ table, deed }) {
  return table.standsOn(deed).map((each, number) => html`${number > 0 && " "}${each.isVoid || each.look === "good" || each.look === "bad"
    ? html`<i class=${`sign ${each.look}${each.isVoid ? " void" : ""}`}>${each.mark}</i>` : each.mark}`);
}

/**
 * What stands on a deed, in words.
 * @param {Table} table
 * @param {DeedKey} deed
 */
export const standingText = (table, deed) => table.standsOn(deed).map(each => each.said).join(word("comma"));
