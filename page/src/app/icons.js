// Small drawings beside words. They are hidden from screen readers.

import { s } from "./dom.js";

const PATHS = {
  undo: "M9 7 4.5 11.5 9 16M5 11.5h9a5 5 0 0 1 0 10h-2",
  redo: "M15 7l4.5 4.5L15 16M19 11.5h-9a5 5 0 0 0 0 10h2",
  first: "M18 6l-7 6 7 6M7 6v12",
  back: "M15 6l-7 6 7 6",
  on: "M9 6l7 6-7 6",
  last: "M6 6l7 6-7 6M17 6v12",
  play: "M8 5.5v13l10.5-6.5z",
  pause: "M9 6v12M15 6v12",
  hint:
    "M9.5 17.5h5M10.5 21h3" +
    "M12 3a6.2 6.2 0 0 0-3.6 11.2c.7.6 1.1 1.3 1.1 2.1h5c0-.8.4-1.5 1.1-2.1A6.2 6.2 0 0 0 12 3z",
  values: "M4 8h7M7.500 4.500v7M13 17h7M13.500 5.500l6 0M13.500 9.500l6 0",
  why: "M9 9.200a3 3 0 1 1 4.600 2.500c-1 .7-1.600 1.300-1.600 2.500M12 18v.2M12 3a9 9 0 1 1 0 18 9 9 0 0 1 0-18z",
  share: "M12 15V3.500M8 7l4-4 4 4M5 12v7.500h14V12",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4.200 4.200 0 0 0-6-6l-1 1M14 10a4 4 0 0 0-6-.4l-3 3a4.200 4.200 0 0 0 6 6l1-1",
  flag: "M6 21V4M6 4.500c4-2.500 7 2 12 0v9c-5 2-8-2.500-12 0",
  again: "M19.500 12a7.500 7.500 0 1 1-2.300-5.400M19.500 3.500v4h-4",
  book: "M12 6.500C10 5 7 4.500 4 5v13c3-.5 6 0 8 1.500 2-1.500 5-2 8-1.500V5c-3-.5-6 0-8 1.500zM12 6.500V19",
  puzzle: "M4.500 8.500h4c-1.500-4 5.500-4 4 0h4v4c4-1.500 4 5.500 0 4v4h-12z",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  save: "M12 4v11M8 11l4 4 4-4M5 16v3.500h14V16",
  picture: "M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4M15.500 9v.1",
  check: "M5 12.500l4.500 4.500L19 7.500",
  close: "M6 6l12 12M18 6 6 18",
  graph: "M4 20V4M4 20h16M8 16v-5M12 16V7M16 16v-3",
  sun:
    "M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8zM12 2.500v2M12 19.500v2M2.500 12h2M19.500 12h2" +
    "M5.300 5.300l1.400 1.400M17.300 17.300l1.400 1.400M5.300 18.700l1.400-1.400M17.300 6.700l1.400-1.400",
  moon: "M19.500 14.500A8 8 0 0 1 9.500 4.500a8 8 0 1 0 10 10z",
  guides: "M4 4h7v7H4zM13 13h7v7h-7zM16.500 4.500v5M14 7h5M5.500 15.500l4 4M9.500 15.500l-4 4",
  sound: "M4 10v4h3.500L12 18V6L7.500 10zM15.500 9.500a4 4 0 0 1 0 5M18 7a7.500 7.500 0 0 1 0 10",
  learn: "M12 4 2.500 8.500 12 13l9.500-4.500zM6.500 10.500v5c3 2.700 8 2.700 11 0v-5M21.500 8.500v6",
  system: "M3.500 5h17v11h-17zM9 20h6M12 16v4",
};

/** @typedef {keyof typeof PATHS} IconName */

/** @param {IconName} name */
export function icon(name) {
  const path = s("path", { d: PATHS[name] });
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" }, path);
}
