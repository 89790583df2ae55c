// The lesson's point in a sentence of the reader's own, kept in this browser: one for each
// lesson, with when it was written. Three answers to compare it with open when it is kept.

import { $$, is, the, read, write } from "./dom.js";

/** @typedef {Record<string, { text: string, at: number }>} Explained */

const shelf = "gramophone.explained", lesson = document.body.dataset.lesson ?? "";
/** @returns {Explained} */
const all = () => read(shelf) ?? {};

for (const section of $$(".explain:has(textarea)")) {
  const field = the("textarea", section), status = the("[role=status]", section);
  field.value = all()[lesson]?.text ?? "";
  section.addEventListener("submit", (event) => {
    event.preventDefault();
    const text = field.value.trim();
    if (text) write(shelf, { ...all(), [lesson]: { text, at: Date.now() } });
    status.textContent = text && "Kept in this browser.";
    the("details", section).open = text !== "";
  });
  section.addEventListener("input", ({ target }) => {
    if (is(target, "textarea")) status.textContent = "";
  });
}
