// A term is one thing in many places: α in a formula, its stems in a picture, the
// word in a sentence, the slider that moves it. All of them carry the class
// t-alpha; to point at one, or to be at its control, lights them all.

import { $$, around, hear } from "./dom.js";

// termOf is the term that an element belongs to, the innermost one.
/** @type {(target: EventTarget | null) => string | null} */
function termOf(target) {
  for (let el = around(target, "[class*='t-']"); el; el = around(el.parentElement, "[class*='t-']")) {
    const term = el.getAttribute("class")?.match(/(?:^|\s)t-([\w-]+)/)?.[1];
    if (term) return term;
  }
  return null;
}

/** @type {string | null} */
let lit = null;
/** @param {string | null} term */
function light(term) {
  if (term !== lit) for (const el of $$(".lit")) el.classList.remove("lit");
  lit = term;
  if (term) for (const el of $$(`.t-${CSS.escape(term)}`)) el.classList.add("lit");
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch") light(termOf(event.target) ?? termOf(document.activeElement));
});
document.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch") light(termOf(event.target));
});
document.addEventListener("focusin", (event) => light(termOf(event.target)));
document.addEventListener("focusout", () => light(null));
hear("moved", () => light(lit)); // what the move has put in is lit too
