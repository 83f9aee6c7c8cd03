/** What the tablet uses of uqr: QR codes as SVG. */

/** `ecc`: the level of error correction; `border`: in modules. */
export function renderSVG(data: string, options?: { ecc?: "L" | "M" | "Q" | "H"; border?: number; pixelSize?: number }): string;
