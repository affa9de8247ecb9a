// Runs before anything is drawn, so that a chosen theme does not flash in late.
"use strict";
{
  let theme = "system";
  try {
    theme = JSON.parse(localStorage.getItem("quintet.theme") ?? '"system"');
  } catch {
    // Without storage the system decides.
  }
  document.documentElement.dataset.theme = theme;
}
