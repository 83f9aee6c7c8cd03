// Save a drawing of a page as an SVG file of its own, with its styles included.

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];

/**
 * The drawing as it is shown, as the text of an SVG file.
 * @param {SVGSVGElement} drawing
 */
export function drawingAsSvg(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [from, to] = [drawing, copy].map(each => [each, ...each.querySelectorAll("*")]);
  const hidden = new Set();
  from.forEach((each, number) => {
    const style = getComputedStyle(each);
    if (style.display === "none") hidden.add(to[number]);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value && !value.startsWith("url(\"http")) to[number].setAttribute(name, value.replace(/url\("[^"]*(#[^"]+)"\)/, "url($1)"));
    }
  });
  for (const each of hidden) each.remove();
  const [, , width, height] = (drawing.getAttribute("viewBox") ?? "").split(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("width", width);
  copy.setAttribute("height", height);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * Download the drawing as a file.
 * @param {SVGSVGElement} drawing
 * @param {string} name
 */
export function downloadPicture(drawing, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([drawingAsSvg(drawing)], { type: "image/svg+xml" }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}
