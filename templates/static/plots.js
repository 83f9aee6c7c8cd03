// The plots of games and events: worth and cash over time, dice, landings, ranks. The page has each of them as a table too.
import { written } from "./board/money.js";
import uPlot from "./vendor/uplot-1.6.32/uPlot.esm.js";

const HEIGHT = 260;
const DASHES = [[], [8, 4], [2, 3], [12, 3, 2, 3], [4, 4], [12, 4], [1, 4], [6, 2, 2, 2]]; // tell seats apart without colour

/** @param {string} name */
const colour = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** @param {HTMLElement} box */
const size = box => ({ width: Math.max(260, box.clientWidth), height: HEIGHT });

/**
 * Keep a plot as wide as its box, and in the current colour scheme.
 * @param {HTMLElement} box
 * @param {() => uPlot} make
 */
function responsivePlot(box, make) {
  let plot = make();
  new ResizeObserver(() => plot.setSize(size(box))).observe(box);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
    plot.destroy();
    plot = make();
  });
}

const axis = () => ({ stroke: colour("--ink"), grid: { stroke: colour("--line"), width: 1 }, ticks: { stroke: colour("--line") }, font: "13px system-ui" });

/**
 * A line for each player over the moments of a game; `step` is called with the moment that is clicked.
 * @param {HTMLElement} box
 * @param {{ money: Money, seats: { key: string, name: string }[], seqs: number[], values: Record<string, number[]>, colours: () => string[] }} facts
 * @param {(step: number) => void} step
 */
export function linePlot(box, { money, seats, seqs, values, colours }, step) {
  responsivePlot(box, () => {
    const inks = colours();
    const plot = new uPlot({
      ...size(box),
      scales: { x: { time: false } },
      axes: [axis(), { ...axis(), size: 64, values: (/** @type {any} */ _, /** @type {number[]} */ marks) => marks.map(mark => written({ ...money, sign: "" }, mark)) }],
      padding: [null, 28, null, null],
      legend: { live: false, markers: { width: 3, dash: (_, number) => ["solid", "dashed", "dotted", "double"][(number - 1) % 4] } },
      cursor: { drag: { x: false, y: false } },
      hooks: { draw: [plot => seats.forEach(({ key }, number) => { // the seat's letter at the end of each line
        const { ctx } = plot;
        const scale = devicePixelRatio;
        ctx.font = `bold ${13 * scale}px system-ui`;
        ctx.fillStyle = inks[number];
        ctx.textAlign = "left";
        ctx.fillText(key.slice(0, 2), plot.valToPos(seqs.at(-1) ?? 0, "x", true) + 5 * scale, plot.valToPos(values[key].at(-1) ?? 0, "y", true) + 4 * scale);
      })] },
      series: [{ label: "" }, ...seats.map(({ key, name }, number) => ({ label: `${key} ${name}`, stroke: inks[number], width: 2, dash: DASHES[number % DASHES.length], points: { show: false } }))],
    }, [seqs, ...seats.map(({ key }) => values[key])], box);
    plot.over.addEventListener("click", () => {
      if (typeof plot.cursor.idx === "number") step(plot.cursor.idx);
    });
    return plot;
  });
}

/** The width that a label under a bar needs, in CSS pixels. */
const LABEL = 20;

/**
 * Bars of actual values, with a line of expected ones.
 * @param {HTMLElement} box
 * @param {{ labels: string[], real: number[], expected: number[], names: [string, string] }} facts
 */
export function barPlot(box, { labels, real, expected, names }) {
  const numbers = labels.map((_, number) => number);
  responsivePlot(box, () => new uPlot({
    ...size(box),
    scales: { x: { time: false, range: [-0.7, labels.length - 0.3] }, y: { range: (_, __, most) => [0, most * 1.1 || 1] } },
    axes: [{ ...axis(), splits: () => numbers, values: (plot, marks) => {
      const every = Math.ceil(labels.length * LABEL / Math.max(1, plot.width)); // all of them would cover each other on a phone
      return marks.map(mark => mark % every ? "" : labels[mark] ?? "");
    } }, { ...axis(), size: 40 }],
    legend: { live: false },
    cursor: { show: false },
    series: [
      { label: "" },
      { label: names[0], fill: colour("--mark"), stroke: colour("--mark"), paths: uPlot.paths.bars?.({ size: [0.7, 60] }), points: { show: false } },
      { label: names[1], stroke: colour("--ink"), width: 2, dash: [6, 4], points: { show: true, size: 6 } },
    ],
  }, [numbers, real, expected], box));
}

/**
 * Ranks over the stops of a tournament, the first at the top; a dashed line below the last place that advances.
 * @param {HTMLElement} box
 * @param {{ stops: string[], players: { number: string, name: string, ranks: (number | null)[], seat: number }[], most: number, line: { places: number, name: string } | null, colours: () => string[] }} facts
 *   `seat`: the seat whose colour and dashes the line has, from 1; 0 for a faint line
 */
export function rankPlot(box, { stops, players, most, line, colours }) {
  const numbers = stops.map((_, number) => number);
  responsivePlot(box, () => {
    const inks = colours();
    const strong = players.filter(player => player.seat);
    const faint = players.filter(player => !player.seat);
    return new uPlot({
      ...size(box),
      height: Math.max(HEIGHT, Math.min(520, 18 * Math.min(most, 24) + 60)),
      scales: { x: { time: false, range: [-0.15, Math.max(1, stops.length - 1) + 0.15] }, y: { dir: -1, range: [0.3, most + 0.7] } },
      axes: [
        { ...axis(), splits: () => numbers, values: (_, marks) => marks.map(mark => stops[mark] ?? "") },
        { ...axis(), size: 44, incrs: [1, 2, 5, 10, 20, 50, 100] },
      ],
      padding: [null, 44, null, null],
      legend: { live: false, markers: { width: 3, dash: (_, number) => ["solid", "dashed", "dotted", "double"][Math.max(0, number - 1 - faint.length - (line ? 1 : 0)) % 4] } },
      cursor: { show: false },
      hooks: { draw: [plot => strong.forEach(({ number, ranks: own, seat }) => { // the player's number at the end of each line
        const { ctx } = plot;
        const scale = devicePixelRatio;
        ctx.font = `bold ${13 * scale}px system-ui`;
        ctx.fillStyle = inks[seat - 1];
        ctx.textAlign = "left";
        ctx.fillText(number, plot.valToPos(stops.length - 1, "x", true) + 8 * scale, plot.valToPos(own.at(-1) ?? 0, "y", true) + 4 * scale);
      })] },
      series: [
        { label: "" },
        ...faint.map(() => ({ label: "", stroke: colour("--line"), width: 1, points: { show: false }, class: "faint-line" })),
        ...(line ? [{ label: line.name, stroke: colour("--ink"), width: 2, dash: [8, 6], points: { show: false } }] : []),
        ...strong.map(({ number, name, seat }) => ({ label: `${number} ${name}`, stroke: inks[seat - 1], width: 3, dash: DASHES[(seat - 1) % DASHES.length], points: { show: true, size: 7, fill: inks[seat - 1] } })),
      ],
    }, [numbers, ...faint.map(player => player.ranks), ...(line ? [numbers.map(() => line.places + 0.5)] : []), ...strong.map(player => player.ranks)], box);
  });
}
