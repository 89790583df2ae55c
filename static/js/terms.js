// A term is one thing in many places: α in a formula, its stems in a picture, the
// word in a sentence, the slider that moves it. All of them carry the class
// t-alpha; to point at one, or to be at its control, lights them all.

// termOf is the term that an element belongs to, the innermost one.
function termOf(el) {
  for (; el?.closest; el = el.parentElement) {
    el = el.closest("[class*='t-']");
    const term = el?.getAttribute("class").match(/(?:^|\s)t-([\w-]+)/)?.[1];
    if (term || !el) return term ?? null;
  }
  return null;
}

let lit = null;
function light(term) {
  if (term !== lit) for (const el of document.querySelectorAll(".lit")) el.classList.remove("lit");
  lit = term;
  if (term) for (const el of document.querySelectorAll(`.t-${CSS.escape(term)}`)) el.classList.add("lit");
}

document.addEventListener("pointerover", (event) => {
  if (event.pointerType !== "touch") light(termOf(event.target) ?? termOf(document.activeElement));
});
document.addEventListener("pointerdown", (event) => {
  if (event.pointerType === "touch") light(termOf(event.target));
});
document.addEventListener("focusin", (event) => light(termOf(event.target)));
document.addEventListener("focusout", () => light(null));
document.addEventListener("course:moved", () => light(lit)); // what is new on the page has the light too
