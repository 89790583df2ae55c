// A figure over many samples, and one whose goal hidden samples judge: their answer takes longer
// than a move may, so while a slider moves the picture is asked for alone, and the many when the
// hand rests, as once for a state that a link has opened. A pale curve is a sample, and a click on
// it opens that one.

import { $, $$, the, around, hear, is } from "./dom.js";
import { fieldOf, slotOf } from "./figure.js";
import { set } from "./moves.js";

/** @type {WeakSet<Slot>} */
const owed = new WeakSet(); // figures whose picture was asked for alone
/** @type {WeakSet<Slot>} */
const asking = new WeakSet(); // figures that have come to rest

/** @param {Slot} slot */
const manyOf = (slot) => {
  const field = fieldOf(slot, "many");
  return field instanceof HTMLInputElement && field.checked ? field : null;
};

/** @param {Slot} slot */
const isJudged = (slot) => $(".live > .goal[data-hidden]", slot) !== null;

// alone has a request's parameters ask for the picture without the many, and without a judgement.
/** @type {(slot: Slot, parameters: URLSearchParams | FormData) => void} */
function alone(slot, parameters) {
  const field = manyOf(slot);
  if (field) parameters.delete(field.name);
  if (isJudged(slot)) parameters.set("judge", "0");
}

// whole asks for all that was left out.
/** @param {Slot} slot */
function whole(slot) {
  asking.add(slot);
  htmx.trigger(the(".knobs", slot), "submit");
}

// htmx reads the page in a task of its own; what asks it for something comes after.
setTimeout(() => {
  for (const goal of $$(".live > .goal[data-pending]")) {
    const slot = slotOf(goal);
    if (slot) whole(slot);
  }
});

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  const slot = ctx.target?.matches(".live") ? slotOf(ctx.target) : null;
  if (!slot || !manyOf(slot) && !isJudged(slot) || asking.delete(slot)) return;
  alone(slot, ctx.request.body);
  owed.add(slot);
  counting(slot, manyOf(slot) !== null);
});

/** @type {(slot: Slot, on: boolean) => void} */
function counting(slot, on) {
  $(".many", slot)?.classList.toggle("counting", on);
}

hear("rest", () => {
  for (const slot of document.querySelectorAll(".slot")) {
    if (!is(slot, ".slot") || !owed.delete(slot)) continue;
    counting(slot, false);
    if (manyOf(slot) || isJudged(slot)) whole(slot);
  }
});

// A sample is opened in place: the control that numbers it is set.
document.addEventListener("click", (event) => {
  const link = around(event.target, "a[data-resample]"), curve = around(event.target, ".ghosts [data-seed]");
  const slot = slotOf(event.target);
  const seed = link?.dataset.resample ?? curve?.getAttribute("data-seed") ?? tickOf(event);
  if (!slot || !seed) return;
  const name = the(".among", slot).dataset.seed;
  if (!name || !fieldOf(slot, name)) return;
  event.preventDefault();
  set(slot, name, seed);
});

// tickOf is the number of the sample whose tick of a strip was clicked, or is the nearest on its scale.
/** @param {MouseEvent} event */
function tickOf(event) {
  const strip = around(event.target, ".strip[data-seeds]"), seeds = strip?.getAttribute("data-seeds")?.split(" ");
  if (!strip || !seeds) return undefined;
  const { left, width } = strip.getBoundingClientRect();
  const at = (event.clientX - left) / width, places = strip.getAttribute("data-places")?.split(" ").map(Number);
  if (!places) return seeds[Math.min(Math.floor(at * seeds.length), seeds.length - 1)];
  const away = places.map((place) => Math.abs(place - at));
  return seeds[away.indexOf(Math.min(...away))];
}

// An arrow key opens the sample beside the one in sight, in the order of the strip. The strip comes anew,
// and takes the keyboard again.
let walked = "";
hear("moved", () => {
  const strip = document.getElementById(walked);
  if (strip && document.activeElement === document.body) strip.focus({ preventScroll: true });
});
document.addEventListener("focusin", ({ target }) => {
  if (!is(target, ".strip[data-seeds]")) walked = "";
});
document.addEventListener("keydown", (event) => {
  const strip = around(event.target, ".strip[data-seeds]"), slot = slotOf(event.target);
  const seeds = strip?.getAttribute("data-seeds")?.split(" ");
  if (!strip || !seeds || !slot) return;
  const at = Number(strip.getAttribute("aria-valuenow"));
  /** @type {Record<string, number>} */
  const keys = {
    ArrowLeft: at - 1, ArrowDown: at - 1, ArrowRight: at + 1, ArrowUp: at + 1, Home: 1, End: seeds.length,
  };
  const to = keys[event.key], name = the(".among", slot).dataset.seed;
  if (to === undefined || !name || !fieldOf(slot, name)) return;
  event.preventDefault();
  walked = strip.id;
  set(slot, name, seeds[Math.min(Math.max(to, 1), seeds.length) - 1]);
});

export { alone };
