// The pages of rules: as much Markdown as they use, turned into elements. Text stays text.

import { h } from "./dom.js";

/** @import { Child } from "./dom.js" */

/**
 * The blocks of a text: headings, paragraphs, lists, and drawings indented by four spaces.
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function markdown(text) {
  const blocks = text.split(/\n{2,}/).filter((block) => block.trim());
  /** @type {HTMLElement[]} */
  const made = [];
  for (const block of blocks) {
    const lines = block
      .replace(/\n+$/, "")
      .split("\n")
      .filter((line) => line.trim());
    const heading = /^(#{1,3}) (.*)/.exec(lines[0]);
    if (heading) {
      made.push(h(/** @type {"h1" | "h2" | "h3"} */ (`h${heading[1].length}`), {}, heading[2]));
    } else if (lines.every((line) => line.startsWith("    "))) {
      made.push(drawing(lines));
    } else if (lines[0].startsWith("- ")) {
      made.push(h("ul", {}, items(lines, /^- /)));
    } else if (/^\d+\. /.test(lines[0])) {
      made.push(h("ol", {}, items(lines, /^\d+\. /)));
    } else {
      made.push(h("p", {}, inline(lines.join(" "))));
    }
  }
  return made;
}

/** @param {string[]} lines */
function drawing(lines) {
  const indent = Math.min(...lines.map((line) => line.search(/\S/)));
  const text = lines.map((line) => line.slice(indent)).join("\n");
  return h("pre", { tabindex: 0, role: "img", "aria-label": "A drawing of the board, described in the text" }, text);
}

/** Items with the lines that go on below them. @param {string[]} lines @param {RegExp} mark */
function items(lines, mark) {
  /** @type {string[]} */
  const texts = [];
  for (const line of lines) {
    if (mark.test(line)) texts.push(line.replace(mark, ""));
    else texts[texts.length - 1] += ` ${line.trim()}`;
  }
  return texts.map((text) => {
    const ruling = /^([A-Z]\d+)\. (.*)$/.exec(text);
    return ruling ? h("li", {}, h("strong", {}, ruling[1]), " ", inline(ruling[2])) : h("li", {}, inline(text));
  });
}

/** Code and stress inside a line. @param {string} text @returns {Child[]} */
function inline(text) {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part) => {
    if (part.length > 2 && part.startsWith("`")) return h("code", {}, part.slice(1, -1));
    if (part.length > 4 && part.startsWith("**")) return h("strong", {}, part.slice(2, -2));
    return part;
  });
}
