// The bracket as a tree: a column for each stage, a card for each table, a line for each player who advances. If that were
// unreadable from the back of the hall, the early stages get pages of their own as plain cards, and the late ones are the tree.
import { textWidth } from "../board/lettering.js";
import { escapeXml } from "../board/marks.js";

/** @typedef {{ name: string, key: string, ahead: boolean, place: number }} Entrant */
/** @typedef {{ title: string, players: Entrant[] }} Card */
/** @typedef {{ title: string, open: string, cards: Card[] }} Stage */
/** @typedef {{ stage: Stage, number: number, cards: Card[] }} Column `number`: which stage, from 0. */
/** @typedef {{ card: Card, x: number, y: number, w: number, rows: number[] }} Placed `rows`: the vertical centres of its lines. */

const LINE = 1.4; // height of a line of a card, in font sizes
const CARD_HEAD = 1.5; // of a card's title, and the space below its last line
const TITLE = 2; // of a stage's title
const CARD_SPACING = 0.6; // of the space between two cards
const GAP = 0.16; // between columns, as a share of a column's width
const LETTERS = 10; // full-width letters that a column has room for

/** The height of a card in font sizes: one line at least, which says that nobody is known yet. @param {Card} card */
const linesOf = card => CARD_HEAD + LINE * Math.max(1, card.players.length);

/** The height of cards together, in font sizes. @param {Card[]} cards */
const heightOf = cards => TITLE + cards.reduce((sum, card) => sum + linesOf(card) + CARD_SPACING, 0);

/**
 * The bracket as pictures (SVG text) of a given size, usually one. Letters are from `least` to `most` high.
 * @param {Stage[]} all
 * @param {number} w
 * @param {number} h
 * @param {number} least
 * @param {number} most
 */
export function bracketPictures(all, w, h, least, most) {
  const stages = all.map(stage => (stage.cards.length ? stage : { ...stage, cards: [{ title: "", players: [] }] }));
  let first = 0; // index of the first stage in the tree
  while (first < stages.length - 1 && largest(stages.slice(first), w, h, most).size < least) first += 1;
  const early = stages.slice(0, first).flatMap(stage => stagePages(stage, w, h, least));
  const { columns, size } = largest(stages.slice(first), w, h, most);
  return [...early, tree(columns, w, h, size)];
}

/**
 * The columns of a tree, from one side or from both, whichever allows larger letters.
 * @param {Stage[]} stages
 * @param {number} w
 * @param {number} h
 * @param {number} most
 */
function largest(stages, w, h, most) {
  const [one, both] = [fromOneSide(stages), fromBothSides(stages)].map(columns => ({
    columns,
    size: Math.min(most, columnWidth(columns.length, w) / LETTERS, h / Math.max(...columns.map(each => heightOf(each.cards)))),
  }));
  return both.size > one.size ? both : one;
}

/** @param {Stage[]} stages @returns {Column[]} */
const fromOneSide = stages => stages.map((stage, number) => ({ stage, number, cards: stage.cards }));

/** The last stage in the middle, of every other one half on the left and half on the right. @param {Stage[]} stages */
function fromBothSides(stages) {
  const columns = fromOneSide(stages);
  const outer = columns.slice(0, -1).map(each => ({ ...each, half: Math.ceil(each.cards.length / 2) }));
  const left = outer.map(({ half, ...each }) => ({ ...each, cards: each.cards.slice(0, half) }));
  const right = outer.map(({ half, ...each }) => ({ ...each, cards: each.cards.slice(half) })).reverse();
  return [...left, ...columns.slice(-1), ...right];
}

/**
 * @param {number} count
 * @param {number} w
 */
const columnWidth = (count, w) => w / (count + GAP * (count - 1));

/**
 * A stage by itself, in as many columns and on as many pages as it takes.
 * @param {Stage} stage
 * @param {number} w
 * @param {number} h
 * @param {number} size
 */
function stagePages(stage, w, h, size) {
  const across = Math.max(1, Math.floor(w / (size * (LETTERS + 1))));
  const down = Math.max(1, Math.floor((h / size - TITLE) / (Math.max(...stage.cards.map(linesOf)) + CARD_SPACING)));
  const cw = columnWidth(across, w);
  const sheets = [];
  for (let at = 0; at < stage.cards.length; at += across * down) {
    const cards = stage.cards.slice(at, at + across * down);
    const placed = Array.from({ length: across }, (_, column) =>
      stackCards(cards.slice(column * down, (column + 1) * down), column * cw * (1 + GAP), cw, size, h, false)).flat();
    sheets.push(svg(w, h, titleOf(stage, 0, w, size) + placed.map(each => cardOf(each, stage.open, size)).join("")));
  }
  return sheets;
}

/**
 * @param {Column[]} columns
 * @param {number} w
 * @param {number} h
 * @param {number} size
 */
function tree(columns, w, h, size) {
  const cw = columnWidth(columns.length, w);
  const placed = columns.map((column, nth) => stackCards(column.cards, nth * cw * (1 + GAP), cw, size, h, true));
  const drawn = columns.flatMap((column, nth) => {
    const next = placed.filter((_, other) => columns[other].number === column.number + 1).flat();
    return [connectors(placed[nth], next), titleOf(column.stage, nth * cw * (1 + GAP), cw, size), ...placed[nth].map(each => cardOf(each, column.stage.open, size))];
  });
  return svg(w, h, drawn.join(""));
}

/**
 * Place cards below each other, over the whole height if they are spread.
 * @param {Card[]} cards
 * @param {number} x
 * @param {number} w
 * @param {number} size
 * @param {number} h
 * @param {boolean} spread
 * @returns {Placed[]}
 */
function stackCards(cards, x, w, size, h, spread) {
  const free = h - size * (TITLE + cards.reduce((sum, card) => sum + linesOf(card), 0));
  const between = spread ? free / (cards.length + 1) : size * CARD_SPACING;
  let y = size * TITLE + (spread ? between : 0);
  return cards.map(card => {
    const top = y;
    y += size * linesOf(card) + between;
    return { card, x, y: top, w, rows: card.players.map((_, row) => top + size * (CARD_HEAD - 0.2 + LINE * (row + 0.5))) };
  });
}

/**
 * The lines from those who advance to where they sit next; before that is known, from card to card.
 * @param {Placed[]} from
 * @param {Placed[]} to
 */
function connectors(from, to) {
  const known = new Map(to.flatMap(each => each.card.players.map((player, row) => [player.key, { each, y: each.rows[row] }])));
  return from.flatMap(each => {
    if (!known.size) return to.map(next => connector(each, rowCentre(each), next, rowCentre(next), "later"));
    return each.card.players.flatMap((player, row) => {
      const next = player.ahead && known.get(player.key);
      return next ? [connector(each, each.rows[row], next.each, next.y, "way")] : [];
    });
  }).join("");
}

/** @param {Placed} each */
const rowCentre = each => (each.rows.length ? (each.rows[0] + /** @type {number} */ (each.rows.at(-1))) / 2 : each.y + each.w * 0.1);

/**
 * A line from the edge of a card to the near edge of another.
 * @param {Placed} from
 * @param {number} y
 * @param {Placed} to
 * @param {number} toY
 * @param {string} kind
 */
function connector(from, y, to, toY, kind) {
  const [x, toX] = to.x > from.x ? [from.x + from.w, to.x] : [from.x, to.x + to.w];
  const half = round((x + toX) / 2);
  const dot = kind === "way" ? `<circle class="dot" cx="${round(x)}" cy="${round(y)}" r="${round(from.w * 0.014)}"/>` : "";
  return `<path class="${kind}" d="M${round(x)} ${round(y)}C${half} ${round(y)} ${half} ${round(toY)} ${round(toX)} ${round(toY)}"/>${dot}`;
}

/** @param {number} number */
const round = number => Math.round(number * 10) / 10;

/**
 * @param {Stage} stage
 * @param {number} x
 * @param {number} w
 * @param {number} size
 */
const titleOf = (stage, x, w, size) => text(stage.title, x, size, w, size * 1.1, "stage-title");

/**
 * @param {Placed} placed
 * @param {string} open the text while nobody is known yet
 * @param {number} size
 */
function cardOf({ card, x, y, w, rows }, open, size) {
  const pad = size * 0.5;
  const box = `<rect class="box" x="${round(x)}" y="${round(y)}" width="${round(w)}" height="${round(size * linesOf(card))}" rx="${round(size * 0.3)}"/>`;
  const people = card.players.map((player, row) => {
    const left = player.place ? size * 1.3 : 0;
    const medal = player.place === 1 && player.ahead ? `<circle class="first" cx="${round(x + pad + size * 0.4)}" cy="${round(rows[row])}" r="${round(size * 0.55)}"/>` : "";
    const place = player.place ? `${medal}<text class="nth" x="${round(x + pad + size * 0.4)}" y="${round(rows[row])}" font-size="${round(size * 0.75)}">${player.place}</text>` : "";
    return place + text(player.name, x + pad + left, rows[row], w - 2 * pad - left, size, player.ahead ? "who ahead" : "who");
  });
  const nobody = card.players.length ? "" : text(open, x + pad, y + size * (CARD_HEAD + LINE / 2 - 0.2), w - 2 * pad, size * 0.8, "open");
  return `<g>${box}${text(card.title, x + pad, y + size * 0.75, w - 2 * pad, size * 0.75, "card-title")}${people.join("")}${nobody}</g>`;
}

/**
 * A text within a width: set smaller if it is too long, and truncated if that would be too small to read.
 * @param {string} content
 * @param {number} x
 * @param {number} y
 * @param {number} w
 * @param {number} size
 * @param {string} kind
 */
function text(content, x, y, w, size, kind) {
  const letters = Math.max(size * 0.6, Math.min(size, w / (textWidth(content) * 1.08 || 1)));
  let fits = content;
  while (textWidth(fits) * 1.08 * letters > w + 1 && fits.length > 1) fits = `${[...fits.replace(/…$/, "")].slice(0, -1).join("")}…`;
  return `<text class="${kind}" x="${round(x)}" y="${round(y)}" font-size="${round(letters)}">${escapeXml(fits)}</text>`;
}

/**
 * @param {number} w
 * @param {number} h
 * @param {string} drawn
 */
const svg = (w, h, drawn) => `<svg class="bracket" viewBox="0 0 ${round(w)} ${round(h)}" width="${round(w)}" height="${round(h)}">${drawn}</svg>`;
