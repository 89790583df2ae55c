// A hand moves a figure: sliders set the fields beside them, which send their value (through
// htmx), the figures that are linked follow, and when all have rested, scripts are told.

import { $, $$, is, tell, hear } from "./dom.js";
import {
  slotOf, gridOf, fieldOf, slideNamed, valueOf, say, place, chosen, isBox, isFixed,
} from "./figure.js";

// In the capture phase, so that the field is right before htmx reads the form.
document.addEventListener("input", (event) => {
  const slide = event.target;
  if (is(slide, ".typed")) begin(slotOf(slide));
  if (!is(slide, ".slide")) return;
  begin(slotOf(slide));
  valueOf(slide).value = gridOf(slide)[slide.valueAsNumber];
  say(slide);
  link(slide);
}, true);

document.addEventListener("change", (event) => {
  const el = event.target;
  if (is(el, ".value")) {
    begin(slotOf(el));
    const slide = slideNamed(el.id + "-slider");
    if (slide) {
      el.value = el.value.trim().replace(",", ".").replaceAll("−", "-");
      if (el.value === "" || Number.isNaN(Number(el.value))) return; // the server says what is wrong
      slide.valueAsNumber = place(slide, Number(el.value));
      say(slide);
    }
    link(el);
  } else if (is(el, "[data-choice]")) {
    begin(slotOf(el));
    link(el);
  }
}, true);

document.addEventListener("keydown", (event) => {
  const slide = event.target;
  if (is(slide, ".slide") && (event.key === "PageUp" || event.key === "PageDown")) {
    event.preventDefault();
    slide.valueAsNumber += event.key === "PageUp" ? 10 : -10;
    slide.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// set gives a control of a figure a value, as if the reader had; where another is set
// with it, the picture is asked for with that one.
/** @type {(slot: Slot, name: string, value: string, more?: boolean) => void} */
function set(slot, name, value, more = false) {
  const field = fieldOf(slot, name);
  if (!field || chosen(field) === value || isFixed(field)) return;
  if (field instanceof HTMLSelectElement && ![...field.options].some((o) => o.value === value)) return;
  if (isBox(field)) field.checked = field.value === value;
  else field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: !more })); // htmx hears of it only if it bubbles
}

// Figures of one group share the controls they have in common.
let linking = false;
/** @param {Field} el */
function link(el) {
  const slot = slotOf(el);
  const group = slot?.dataset.linked;
  if (!group || linking) return;
  const field = is(el, ".slide") ? valueOf(el) : el;
  const name = field.id.slice(slot.id.length + 1);
  linking = true;
  for (const other of $$(`.slot[data-linked="${group}"]`)) {
    if (other !== slot) set(other, name, chosen(field));
  }
  linking = false;
}

// A move begins with the first change after a rest. The hand is on one figure; those that
// are linked with it only follow.
const rest = 600; // ms
/** @type {Map<string, number>} */
const moved = new Map(); // slot id → time of the last move
/** @type {Slot | null} */
let hand = null;
/** @param {Slot} slot */
const inHand = (slot) => slot === hand;
const inNoHand = () => hand === null;

/** @type {(slot: Slot | null, leads?: boolean) => void} */
function begin(slot, leads = !linking) {
  if (!slot) return;
  if (leads) hand = slot;
  const now = performance.now();
  if (now - (moved.get(slot.id) ?? -Infinity) > rest) {
    tell(slot, "begin");
    document.body.classList.add("moving");
  }
  moved.set(slot.id, now);
}

// While a hand is at a figure, what is out of sight is left out of every frame
// (course.css). To begin with that lays the page out anew; so it begins when the hand
// comes, and not with its first move.
/** @param {Event} event */
const hold = ({ target }) => { if (slotOf(target)) document.body.classList.add("at-hand"); };
const release = () => { if (!slotOf(document.activeElement)) document.body.classList.remove("at-hand"); };
document.addEventListener("pointerdown", hold, true);
document.addEventListener("focusin", (event) => {
  hold(event);
  release();
});

// A state that a link has opened is not the reader's own until a control is moved.
/** @type {WeakSet<Slot>} */
const arrived = new WeakSet();
/** @param {Slot} slot */
const byLink = (slot) => arrived.has(slot);
/** @param {Slot} slot */
const linked = (slot) => { arrived.add(slot); };
/** @param {Slot} slot */
const unlinked = (slot) => { arrived.delete(slot); };
for (const what of ["input", "change"]) {
  document.addEventListener(what, ({ target }) => {
    const slot = slotOf(target);
    if (slot) arrived.delete(slot);
  }, true);
}

// ---- rest -------------------------------------------------------------------

// A figure that waits long for its answer dims; one that fails says so.
/** @type {Map<Slot, number>} */
const waiting = new Map(); // slot → the timer that dims it
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const slot = ctx.target?.closest(".slot");
  if (!slot || waiting.has(slot)) return;
  waiting.set(slot, setTimeout(() => $(".figure", slot)?.classList.add("busy"), 200));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const slot = ctx.target?.closest(".slot");
  if (!slot) return;
  clearTimeout(waiting.get(slot));
  waiting.delete(slot);
  $(".figure", slot)?.classList.remove("busy");
});
let settling = 0;
// soon has the rest come a while after now.
function soon() {
  clearTimeout(settling);
  settling = setTimeout(settle, 500); // ms
}

// A request that is stopped brings no picture, and ends the move all the same.
hear("stopped", soon);

// settle tells that the hand rests. While an answer is awaited it does not: what
// has changed is told when it is there.
function settle() {
  if (waiting.size) {
    settling = setTimeout(settle, 100);
    return;
  }
  document.body.classList.remove("moving");
  release();
  tell(document, "rest", hand);
  hand = null;
}

export { set, link, begin, inHand, inNoHand, byLink, linked, unlinked, soon, settle };
