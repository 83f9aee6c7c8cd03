/** The data that board/*.js draws. Seats are numbered from 1, in the order of the game. */

/** A table to be drawn. `mark`: the letter of a mortgage; `many`: whether its game has many kinds of pieces. */
interface Seen {
  spaces: SeenSpace[];
  tokens: Pawn[];
  mark: string;
  many: boolean;
}

interface SeenSpace {
  name: string;
  letter: string;
  group: string | null;
  price: string | null;
  deed: Owned | null;
  pieces: StandingPiece[];
  pot: string;
}

interface Owned {
  seat: number;
  letter: string;
  name: string;
  mortgaged: boolean;
}

/** A kind of piece as its game declares it (`rulesets.kernel.telling.pieces`). */
interface Piece {
  key: string;
  field: string;
  name: string;
  mark: string;
  said: string[];
  level: number;
  to: number;
  counted: boolean;
  look: string;
  void_by: string;
  void: string;
}

/** What stands of one kind on a deed: the letters that are drawn, and its words. */
interface StandingPiece {
  key: string;
  look: string;
  mark: string;
  said: string;
  isVoid: boolean;
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
