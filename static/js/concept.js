// The concept test: a browser keeps the first answers under gramophone.concept, and says so where the test begins.

import { the, read, write } from "./dom.js";

/** @typedef {{ before: string, at: number }} Kept */

const shelf = "gramophone.concept";
const page = the("[data-concept]", document);
const { concept: at = "", before = "", after = "" } = page.dataset;
/** @type {Kept | null} */
const kept = read(shelf);

if (before && !after) {
  if (kept?.before !== before) write(shelf, { before, at: Date.now() });
  const note = page.querySelector("[data-kept]");
  if (note instanceof HTMLElement) note.hidden = read(shelf) === null;
}

const found = page.querySelector("[data-found]");
if (found instanceof HTMLElement && /^[A-H]+$/.test(kept?.before ?? "")) {
  the("[data-when]", found).textContent = new Date(kept?.at ?? 0).toLocaleDateString("en-GB", { dateStyle: "long" });
  const again = /** @type {HTMLAnchorElement} */ (the("[data-again]", found));
  again.href = at + kept?.before;
  the("[data-forget]", found).addEventListener("click", () => {
    write(shelf, null);
    found.hidden = true;
  });
  found.hidden = false;
}
