// The signs that stand for things everywhere on the page: a disc for a person, a square for a deed or a space.
import { letterOf } from "../board/seen.js";
import { html } from "./elements.js";

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
