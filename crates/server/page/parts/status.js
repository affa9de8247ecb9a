// What has just happened and what is to be done, seen and heard.

import { h, write } from "../app/dom.js";

/** @import { Tone } from "../app/types.js" */

export class Status {
  constructor() {
    this.said = h("p", { class: "said" });
    this.todo = h("p", { class: "todo" });
    this.element = h("div", { class: "status", role: "status" }, this.said, this.todo);
  }

  /**
   * @param {string} said
   * @param {{todo?: string, tone?: Tone}} [more]
   */
  say(said, more = {}) {
    // A refusal is announced again even if its words are the same.
    if (more.tone === "wrong") this.said.textContent = said;
    else write(this.said, said);
    write(this.todo, more.todo ?? "");
    this.element.dataset.tone = more.tone ?? "plain";
  }
}
