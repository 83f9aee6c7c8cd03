// What stands on lots, counted: steps, evenness, and the pieces that they take from the bank.
import { HOTEL } from "./table.js";

// A level as the even rule sees it: a hotel stands one step above the houses that it needs.
const rank = (level, hotelFrom) => Math.min(level, hotelFrom + 1);

// How many steps the highest lot is ahead of the lowest; more than one is uneven.
export function spread(levels, hotelFrom) {
  const ranks = levels.map(level => rank(level, hotelFrom));
  return Math.max(...ranks) - Math.min(...ranks);
}

// How many steps are paid for from one level up to another.
export const stepsUp = (from, to, hotelFrom) => (to < HOTEL ? to - from : Math.max(hotelFrom - from, 0) + 1);

// The pieces that a lot takes from the bank on its way from one level to another; below zero: that go back.
export function taken(from, to) {
  const houses = level => (level < HOTEL ? level : 0);
  return { houses: houses(to) - houses(from), hotels: (to === HOTEL) - (from === HOTEL) };
}
