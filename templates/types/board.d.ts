/** The data that board/*.js draws. Seats are numbered from 1, in the order of the game. */

/** A table to be drawn. `mark`: the letter of a mortgage. */
interface Seen {
  spaces: SeenSpace[];
  tokens: Pawn[];
  mark: string;
}

interface SeenSpace {
  name: string;
  letter: string;
  group: string | null;
  price: number | null;
  deed: Owned | null;
  pot: string;
}

/** `built`: the label for its buildings, "" if there are none; `hotel`: whether they are complete. */
interface Owned {
  seat: number;
  letter: string;
  name: string;
  built: string;
  hotel: boolean;
  mortgaged: boolean;
}

interface Pawn {
  seat: number;
  letter: string;
  name: string;
  space: number;
  jailed: boolean;
  turn: boolean;
}

/** x, y, width, height. */
type Box = [number, number, number, number];

interface Place {
  edge: number;
  corner: boolean;
  x: number;
  y: number;
  w: number;
  h: number;
  spot: [number, number];
}

type Printed = Board["printed"];
