// Pictures of a board as files, with all styles inlined.

import { h, s } from "../app/dom.js";

/** The properties that the style sheet sets. */
const STYLES = [
  ...["fill", "stroke", "stroke-width", "stroke-linecap", "stroke-dasharray", "opacity"],
  ...["font-family", "font-size", "font-weight", "text-anchor", "dominant-baseline"],
];

const MARGIN = 24;

/**
 * Returns a drawing as an SVG document.
 * @param {SVGSVGElement} drawing
 * @returns {{text: string, width: number, height: number}}
 */
export function svgOf(drawing) {
  const copy = /** @type {SVGSVGElement} */ (drawing.cloneNode(true));
  const [originals, copies] = [drawing, copy].map((root) => [...root.querySelectorAll("*")]);
  originals.forEach((original, n) => {
    const style = getComputedStyle(original);
    const same = copies[n];
    if (original.matches(".ghost, .target, .hint, .order") || style.display === "none") {
      same.remove();
      return;
    }
    for (const name of STYLES) same.setAttribute(name, style.getPropertyValue(name));
    same.removeAttribute("class");
  });
  const box = drawing.viewBox.baseVal;
  const [width, height] = [box.width + 2 * MARGIN, box.height + 2 * MARGIN];
  const fill = getComputedStyle(document.documentElement).backgroundColor;
  copy.prepend(s("rect", { x: -MARGIN, y: -MARGIN, width, height, fill }));
  for (const name of ["class", "aria-hidden", "focusable"]) copy.removeAttribute(name);
  copy.setAttribute("viewBox", `${-MARGIN} ${-MARGIN} ${width} ${height}`);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** Returns a drawing as a PNG with two pixels per unit. @param {SVGSVGElement} drawing @returns {Promise<Blob>} */
export async function pngOf(drawing) {
  const { text, width, height } = svgOf(drawing);
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = h("canvas", { width: 2 * width, height: 2 * height });
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    /** @type {Blob | null} */
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
    if (!blob) throw new Error("the browser created no picture");
    return blob;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Downloads a file. @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
