// Typing a move in the notation of the rules.

import { h } from "../app/dom.js";

export class Typing {
  /** @param {(entry: string) => void} play */
  constructor(play) {
    this.how = h("p", { class: "quiet", id: "how-to-move" });
    const plain = { autocomplete: "off", autocapitalize: "off", spellcheck: "false", enterkeyhint: "go" };
    this.field = h("input", { type: "text", maxlength: 40, ...plain, "aria-describedby": "how-to-move" });
    const send = (/** @type {Event} */ event) => {
      event.preventDefault();
      if (this.field.value.trim()) play(this.field.value.trim());
      this.field.select();
    };
    const label = h("label", { class: "field" }, h("span", {}, "Type a move"), this.field);
    const submit = h("button", { type: "submit", class: "button" }, "Play");
    const form = h("form", { class: "row bottom", onsubmit: send }, label, submit);
    this.element = h("details", { class: "panel fold" }, h("summary", {}, "Type a move"), this.how, form);
  }

  /** @param {string} how @param {boolean} mayMove */
  show(how, mayMove) {
    this.how.textContent = how;
    this.element.hidden = !mayMove;
  }

  /** Empties the field after a move was played. */
  clear() {
    this.field.value = "";
  }
}
