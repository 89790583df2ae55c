// A prediction comes first. The controls that it is about are out of reach until there
// is an answer, or the reader would rather play; on the projector, until the teacher asks
// for the answer, and not at all on a short way without the question. Where the answer is a
// curve, a sketch is judged by how far from it it is.

import { $, $$, the, around, hear, is, made, tell } from "./dom.js";
import { slotOf, slotNamed } from "./figure.js";
import { keep, openLinked } from "./states.js";
import { answered, judge, play } from "./progress.js";
import { drawIn, distance } from "./sketch.js";

const deck = $(".deck");
const asks = $(".lesson.alone") ? [] : $$("[data-veil]");

// ---- what is veiled ------------------------------------------------------------

/** @type {Set<Element>} */
const passed = new Set(); // the questions whose controls were asked for on this page
// leftOut says that a class goes the projector's short way, and the question is not on it. On a step
// of one way alone it goes that way.
/** @param {HTMLElement} ask */
function leftOut(ask) {
  const shown = $(".deck > :not([hidden])");
  if (!deck || !shown) return false;
  const { dataset } = shown;
  return ("all" in deck.dataset ? "short" in dataset : "route" in dataset) && !ask.closest("[data-route]");
}
/** @param {HTMLElement} ask */
const free = (ask) =>
  passed.has(ask) || leftOut(ask) || ask.matches(".released") || $(".said", ask) !== null ||
  (!deck && answered(ask.id));
/** @param {HTMLElement} ask */
const controlsOf = (ask) => ask.dataset.veil?.split(" ").flatMap((id) =>
  document.getElementById(id)?.closest(".control:not(:has(.lock))") ?? []) ?? [];

/** @type {WeakMap<Element, HTMLElement>} */
const askedFor = new WeakMap(); // veiled control → the question that it waits for

// questionOf is the question that words or a button name.
/** @type {(el: HTMLElement) => HTMLElement | null} */
const questionOf = ({ dataset }) => document.getElementById(dataset.after ?? dataset.draw ?? "");

// veils has every control wait for the first open question about it. A figure that is
// replaced whole is veiled anew.
function veils() {
  /** @type {Map<HTMLElement, HTMLElement>} */
  const waits = new Map();
  /** @type {Set<Slot | null>} */
  const changed = new Set();
  for (const ask of asks) {
    if (!free(ask)) for (const control of controlsOf(ask)) if (!waits.has(control)) waits.set(control, ask);
  }
  for (const control of $$(".veiled")) {
    if (askedFor.get(control) === waits.get(control)) continue;
    control.classList.remove("veiled");
    the(".veil", control).remove();
    for (const locked of $$(":scope > [inert]", control)) locked.inert = false;
    changed.add(slotOf(control));
  }
  for (const [control, ask] of waits) {
    if (control.matches(".veiled")) continue;
    cover(control, ask);
    changed.add(slotOf(control));
  }
  for (const slot of changed) if (slot) tell(slot, "veiled");
  for (const words of $$("[data-after]")) {
    const ask = questionOf(words);
    words.classList.toggle("open", !ask || free(ask));
  }
}

// pass leaves a question behind that the reader does not want to answer.
/** @param {HTMLElement} ask */
function pass(ask) {
  passed.add(ask);
  if (!deck) play(ask.id);
  veils();
}

/** @type {(control: HTMLElement, ask: HTMLElement) => void} */
function cover(control, ask) {
  control.classList.add("veiled");
  askedFor.set(control, ask);
  for (const field of $$(":scope > :is(.slide, .film, .field)", control)) field.inert = true;
  const over = made("span", { class: "veil" }), button = made("button",
    { type: "button", title: "Say first what you expect. Or press here, and just play." }, "Locked: answer first");
  const slot = slotOf(control), line = slot && $(`.asked[data-ask="${ask.id}"]:not([hidden])`, slot);
  if (!line) over.append(made("a", { href: `#${ask.id}` }, "The question"));
  over.append(button);
  button.addEventListener("click", () => {
    pass(ask);
    // On the projector the focus stays where it is: arrow keys turn the page there.
    if (!deck) $(".slide, select, .value", control)?.focus({ preventScroll: true });
  });
  control.append(over);
}
// Words that answer a question are asked for like a control; the keyboard goes on there.
document.addEventListener("click", ({ target }) => {
  const words = is(target, ".after > .veil button") ? target.closest("[data-after]") : null;
  const ask = words && questionOf(words);
  if (!ask) return;
  pass(ask);
  if (!deck) { // on the projector the focus stays where it is
    words.tabIndex = -1;
    words.focus({ preventScroll: true });
  }
  tell(words, "bared");
});
veils();
hear("moved", veils);
hear("judged", veils);
hear("released", veils);
hear("counted", veils);

// ---- an answer that is drawn ------------------------------------------------------

// draw has the reader sketch the answer in the figure, in its first state. When the sketch is
// done, the figure goes to the state that shows the curve, and the distance between both is
// the answer.
/** @type {(ask: HTMLElement, slot: Slot, button: HTMLElement) => Promise<void>} */
async function draw(ask, slot, button) {
  const say = (/** @type {string} */ text, /** @type {boolean} */ drawing) => {
    for (const b of $$(`[data-draw="${ask.id}"]`)) {
      b.textContent = text;
      b.ariaPressed = String(drawing);
    }
  };
  keep();
  await openLinked(slot, "", new Map(), true);
  if (!slot.contains(button)) tell(slot, "asked", button);
  say("Done", true);
  drawIn(slot, async () => {
    say("Draw again", false);
    await openLinked(slot, ask.dataset.state ?? "", new Map(), true);
    const far = distance(slot);
    if (far !== null) await judge(ask, `sketch ${far}`);
    veils();
  });
}
document.addEventListener("click", ({ target }) => {
  const button = around(target, "[data-draw]"), ask = button && questionOf(button);
  const slot = slotNamed(ask?.dataset.draws);
  if (!ask || !slot) return;
  if (slot.matches(".sketching")) the("[data-sketch=draw]", slot).click();
  else draw(ask, slot, button);
});
