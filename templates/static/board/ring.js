// The clock as the edge of a board: a ring of spaces, lit in proportion to the time left. The last twelfth counts as late.

const LATE = 1 / 12;

/**
 * The ring as SVG text. `left` and `total`: in the same unit; `cells`: spaces in the ring, a multiple of four.
 * @param {number} left
 * @param {number} total
 * @param {number} [cells]
 */
export function ring(left, total, cells = 20) {
  const part = total > 0 ? Math.min(1, Math.max(0, left / total)) : 0;
  const gone = cells - Math.ceil(part * cells);
  const each = cells / 4;
  const size = 100 / each;
  const inset = size / 10;
  const spaces = Array.from({ length: cells }, (_, number) => {
    const step = (number % each) * size;
    const [x, y] = [[100 - step, 100], [0, 100 - step], [step, 0], [100, step]][Math.floor(number / each)];
    return `<rect class="${number < gone ? "gone" : "lit"}" x="${x + inset}" y="${y + inset}" width="${size - 2 * inset}" height="${size - 2 * inset}" rx="${size * 0.15}"/>`;
  });
  return `<svg class="ring${part <= LATE ? " late" : ""}" viewBox="0 0 ${100 + size} ${100 + size}" aria-hidden="true">${spaces.join("")}</svg>`;
}
