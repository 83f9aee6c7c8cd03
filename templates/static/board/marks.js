// The SVG elements that the board and the strip are drawn with, as text.

/**
 * Escape a text for use in an element or attribute.
 * @param {string | number} text
 */
export const escapeXml = text => String(text).replace(/[&<>"']/g, letter => `&#${letter.charCodeAt(0)};`);

/**
 * @param {Box} box
 * @param {string} kind
 * @param {number} [round]
 */
export const rect = ([x, y, w, h], kind, round = 0) => `<rect class="${kind}" x="${x}" y="${y}" width="${w}" height="${h}"${round ? ` rx="${round}"` : ""}/>`;

/**
 * @param {number} x
 * @param {number} y
 * @param {string} kind
 * @param {string | number} text
 * @param {number} [size] of the letters, if the style sheet sets none
 * @param {number} [wide] into how much room they are squeezed
 */
export const svgText = (x, y, kind, text, size, wide) => `<text class="${kind}" x="${x}" y="${y}"${size ? ` font-size="${size}"` : ""}${wide ? ` textLength="${wide}" lengthAdjust="spacingAndGlyphs"` : ""}>${escapeXml(text)}</text>`;

/**
 * @param {number} x
 * @param {number} y
 * @param {number} r
 * @param {string} kind
 */
export const disc = (x, y, r, kind) => `<circle class="${kind}" cx="${x}" cy="${y}" r="${r}"/>`;

/**
 * The token of a seat: a disc, ringed during its turn, behind bars while in jail.
 * @param {Pawn} token
 * @param {number} x
 * @param {number} y
 * @param {number} r
 */
export function tokenAt(token, x, y, r) {
  const bars = token.jailed ? `<path class="bars" d="${[-0.5, 0, 0.5].map(part => `M${x + part * r} ${y - r}v${2 * r}`).join("")}"/>` : "";
  return `<g class="seat${token.seat}" data-token="${escapeXml(token.letter)}">${token.turn ? disc(x, y, r * 1.42, "turn") : ""}${disc(x, y, r * 1.2, "halo")}${disc(x, y, r, "token")}`
    + `${svgText(x, y, "seat", token.letter, r * (token.letter.length > 1 ? 1 : 1.3))}${bars}</g>`;
}

/**
 * The centre of a box.
 * @param {Box} box
 */
export const middle = ([x, y, w, h]) => [x + w / 2, y + h / 2];
