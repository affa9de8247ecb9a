// Sharing a game as a link, a record or a picture.

import { button, row } from "../app/controls.js";
import { openDialog } from "../app/dialog.js";
import { announce, h, s } from "../app/dom.js";
import { post, request } from "../app/api.js";
import { hrefOf } from "../app/base.js";
import { qrCode } from "../model/qr.js";
import { address, specOf } from "../model/session.js";
import { download, pngOf, svgOf } from "./picture.js";

/** @import { Board } from "../board/board.js" */
/** @import { Session, View } from "../../types/page.d.ts" */

/**
 * Copies the content of a field, or else selects it.
 * @param {HTMLInputElement | HTMLTextAreaElement} field
 * @param {string} what
 */
export async function copy(field, what) {
  try {
    await navigator.clipboard.writeText(field.value);
    announce(`${what} copied.`);
    return true;
  } catch {
    field.focus();
    field.select();
    return false;
  }
}

/**
 * Returns a link with a button that copies it, and one for the sharing dialog of the system.
 * @param {string} title
 * @param {string} link
 */
export function linkField(title, link) {
  const field = h("input", { type: "text", readonly: true, value: link, onfocus: () => field.select() });
  const shown = h("label", { class: "field" }, h("span", {}, title), field);
  const send = () => void navigator.share({ title: "Quintet", url: link }).catch(() => {});
  const label = `Send the ${title.toLowerCase()}`;
  const canSend = typeof navigator.share === "function";
  const share = canSend && button("Send", send, { icon: "share", kind: "main", label });
  return h("div", { class: "row bottom" }, shown, share, copyButton(field, title));
}

/** Returns a QR code of a link, or nothing if the link is too long. @param {string} link */
export function qrPicture(link) {
  const rows = qrCode(link);
  if (!rows) return null;
  const d = rows.flatMap((cells, y) => cells.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  const box = { class: "qr", viewBox: `-4 -4 ${rows.length + 8} ${rows.length + 8}`, role: "img" };
  return s("svg", { ...box, "aria-label": "QR code of the link" }, s("path", { d }));
}

/** @param {HTMLInputElement | HTMLTextAreaElement} field @param {string} what */
function copyButton(field, what) {
  const act = async () => {
    const words = made.querySelector("span");
    if (!(await copy(field, what)) || !words) return;
    words.textContent = "Copied";
    setTimeout(() => (words.textContent = "Copy"), 2000);
  };
  const made = button("Copy", act, { icon: "copy", label: `Copy the ${what.toLowerCase()}` });
  return made;
}

/** Shares a game on this device. @param {Session} session @param {string} title @param {Board} board */
export function shareSession(session, title, board) {
  const spec = specOf(session);
  const { at, score, ...game } = spec;
  const record = request(post("/replay", { ...game, date: "today" }, {})).then((replay) => replay.record);
  shareGame(title, board, session.view, { link: address(spec), record });
}

/**
 * Opens the sharing dialog.
 * @param {string} title
 * @param {Board} board
 * @param {View} view
 * @param {{link: string, record: Promise<string>}} game
 */
export function shareGame(title, board, { game, size, position }, { link, record: text }) {
  const here = (/** @type {string} */ path) => new URL(hrefOf(path), location.href).href;
  const name = title.toLowerCase().replace(/\s+/g, "-");
  const record = h("textarea", { rows: 6, readonly: true, spellcheck: "false" });
  void text.then((loaded) => (record.value = loaded)).catch(() => (record.value = ""));
  const { element } = board.drawing;
  const saveRecord = () => download(new Blob([record.value], { type: "text/plain" }), `${name}.txt`);
  const saveSvg = () => download(new Blob([svgOf(element).text], { type: "image/svg+xml" }), `${name}.svg`);
  const savePng = () => void pngOf(element).then((blob) => download(blob, `${name}.png`));
  openDialog("Share", [
    linkField("Link to the game", here(link)),
    linkField("Link to this position", here(address({ game, size, start: position }))),
    h("p", { class: "quiet" }, "Picture of the board"),
    row(
      button("PNG", savePng, { icon: "picture", label: "Download a picture as PNG" }),
      button("SVG", saveSvg, { icon: "picture", label: "Download a picture as SVG" }),
    ),
    h("label", { class: "field" }, h("span", {}, "Record"), record),
    row(copyButton(record, "Record"), button("Download", saveRecord, { icon: "save", label: "Download the record" })),
  ]);
}
