// A drawing of a page as a file of its own, with its colours in it, to be put elsewhere.

const STYLES = ["fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "font-size", "font-weight", "font-family", "text-anchor", "dominant-baseline"];

/**
 * The drawing as it is seen, as the text of an SVG file.
 * @param {SVGSVGElement} drawing
 */
export function standing(drawing) {
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
 * Give the drawing to whoever reads the page, as a file.
 * @param {SVGSVGElement} drawing
 * @param {string} name
 */
export function picture(drawing, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([standing(drawing)], { type: "image/svg+xml" }));
  link.download = `${name.replace(/[^\p{L}\p{N}]+/gu, "-")}.svg`;
  link.click();
  URL.revokeObjectURL(link.href);
}
