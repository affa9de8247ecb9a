// Sentences for screen readers only.

/**
 * Says a sentence without showing it.
 * @param {string} sentence
 */
export function announce(sentence) {
  const region = document.getElementById("announcer");
  if (!region) return;
  // The same words twice are said twice only if the text changes in between.
  region.textContent = "";
  requestAnimationFrame(() => (region.textContent = sentence));
}
