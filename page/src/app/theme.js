// Runs before anything is drawn, so that the page does not flash in another theme.
"use strict";
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("quintet.theme") ?? '"system"');
  } catch {
    // Storage is not available.
  }
  document.documentElement.dataset.theme = theme;
}
