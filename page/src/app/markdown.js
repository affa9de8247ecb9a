// Renders the subset of Markdown in the rules. A library would be larger than the rest of the page, and would allow
// HTML in text.

import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * Renders headings, paragraphs, lists, and drawings indented by four spaces.
 * @param {string} text
 * @param {(lines: string[]) => HTMLElement} [drawing]
 * @returns {HTMLElement[]}
 */
export function markdown(text, drawing = (lines) => h("pre", {}, lines.join("\n"))) {
  const blocks = text.split(/\n{2,}/).map((block) => block.split("\n").filter((line) => line.trim()));
  return blocks.filter((lines) => lines.length).map((lines) => blockOf(lines, drawing));
}

/** @param {string[]} lines @param {(lines: string[]) => HTMLElement} drawing @returns {HTMLElement} */
function blockOf(lines, drawing) {
  const heading = /^(#{1,3}) (.*)/.exec(lines[0]);
  if (heading) return h(/** @type {"h1" | "h2" | "h3"} */ (`h${heading[1].length}`), {}, heading[2]);
  if (lines.every((line) => line.startsWith("    "))) return drawing(lines);
  if (lines[0].startsWith("- ")) return h("ul", {}, items(lines, /^- /));
  if (/^\d+\. /.test(lines[0])) return h("ol", {}, items(lines, /^\d+\. /));
  return h("p", {}, inline(lines.join(" ")));
}

/** Renders the items of a list, which may span several lines. @param {string[]} lines @param {RegExp} mark */
function items(lines, mark) {
  /** @type {string[]} */
  const texts = [];
  for (const line of lines) {
    if (mark.test(line)) texts.push(line.replace(mark, ""));
    else texts[texts.length - 1] += ` ${line.trim()}`;
  }
  // The numbers of rulings are for the code and its tests.
  return texts.map((text) => h("li", {}, inline(text.replace(/^[A-Z]\d+\. /, ""))));
}

/** Renders code and bold text inside a line. @param {string} text @returns {Child[]} */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.length > 4 && part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    return part;
  });
}
