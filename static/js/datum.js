// Pointing at a datum: the figure's control "at" says which one it shows all of.
// A mouse that rests near a datum, its stem or its row of the Gram matrix points
// at it until it leaves; a click, a tap or Enter pins it. The keyboard walks from
// one to the next. An entry of the matrix is of two data: where the figure has a control
// "with", that says which is the other.

import { $, $$, around, hear, is, made, perElement } from "./dom.js";
import { fieldOf, slotOf, slideOf, place, valueOf } from "./figure.js";
import { choosable, choose } from "./sequence.js";
import { frameOf, overlay, refreshed, subpaths } from "./frame.js";

const leastSaid = 320; // px of a picture that has room for a sentence

// freeOf is the field of a control that the reader may set, if the figure has it.
/** @type {(slot: Slot, name?: "at" | "with") => HTMLInputElement | null} */
const freeOf = (slot, name = "at") => {
  const field = fieldOf(slot, name);
  return field instanceof HTMLInputElement && !field.readOnly && field.type !== "hidden" ? field : null;
};
/** @param {Slot} slot */
const dataOf = (slot) => $$("svg.plot[data-frame]", slot).find((svg) => $("path.points", svg));

// indexOf are the numbers of the data that an element shows, where they are not 0, 1, 2….
/** @param {HTMLElement | SVGElement | null} element */
const indexOf = (element) => element?.dataset.index?.split(" ").map(Number);

// marksOf lists where a picture shows the data, or their stems, in its own units.
/** @typedef {{ x: number, y: number, i: number }} Mark */
/** @type {(svg: Plot, kind?: "path.points" | ".stems") => Mark[]} */
function marksOf(svg, kind = "path.points") {
  return $$(kind, svg).flatMap((path) => {
    const index = indexOf(path);
    return subpaths(path.getAttribute("d") ?? "").map(([[x, y]], n) => ({ x, y, i: (index ? index[n] : n) + 1 }));
  });
}

// nearest is the number of the mark that lies nearest by that measure, if
// within reach; else 0.
/** @type {(marks: Mark[], distance: (m: Mark) => number, reach: number) => number} */
function nearest(marks, distance, reach) {
  let best = 0;
  for (const m of marks) {
    const d = distance(m);
    if (d <= reach) [best, reach] = [m.i, d];
  }
  return best;
}

// hit is the number of the datum at a place on the screen, 0 for none, and of the one
// that a matrix has it with there, if the figure asks for that.
/** @type {(slot: Slot, x: number, y: number, reach: number) => [number, number]} */
function hit(slot, x, y, reach) {
  const [i, j = 0] = [hitAt(slot, x, y, reach)].flat();
  return [i, freeOf(slot, "with") ? j : 0];
}
/** @type {(slot: Slot, x: number, y: number, reach: number) => number | number[]} */
function hitAt(slot, x, y, reach) {
  const data = dataOf(slot);
  const under = $$("svg.plot[data-frame]", slot).find((svg) => { // a box in space has no frame
    const b = svg.getBoundingClientRect();
    return x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
  });
  if (!data || !under) return 0;
  const f = frameOf(under);
  const off = (/** @type {Mark} */ m) => f.at(m.x, m.y).map((v, i) => v - [x, y][i]);
  const marks = marksOf(under);
  if (marks.length) return nearest(marks, (m) => Math.hypot(...off(m)), reach); // the data, or their images
  if (!f.has(x, y)) return 0;
  if (under.dataset.x.startsWith("-0.5 ")) { // a matrix: entry (i, j) at x = j, y = i
    const index = indexOf($(".raster", under)), rows = f.value(x, y).map((v) => Math.floor(v + 0.5));
    return rows.map((row) => (index?.[row] ?? row) + 1).reverse();
  }
  return nearest(marksOf(under, ".stems"), (m) => Math.abs(off(m)[0]), reach / 2);
}

// ---- showing one ---------------------------------------------------------

/** @type {(slot: Slot, i: number, j?: number) => void} */
function point(slot, i, j = 0) {
  const field = freeOf(slot), other = freeOf(slot, "with");
  if (!field?.form) return;
  const changed = [set(slot, field, i), other && set(slot, other, j)];
  if (changed.some(Boolean)) htmx.trigger(field.form, "submit");
}
// set writes a number into a field and its slider, and reports whether it is another.
/** @type {(slot: Slot, field: HTMLInputElement, i: number) => boolean} */
function set(slot, field, i) {
  if (Number(field.value) === i) return false;
  field.value = String(i);
  const slide = slideOf(slot, field.id.slice(slot.id.length + 1));
  if (slide) {
    slide.valueAsNumber = place(slide, i);
    slide.setAttribute("aria-valuetext", String(i));
  }
  return true;
}

// What is pinned in a figure, datum i and the one it is shown with, and the field that said
// so first.
const stateOf = perElement((/** @type {Slot} */ _) => ({ i: 0, j: 0, field: /** @type {Element | null} */ (null) }));
/** @type {(slot: Slot, i: number, j?: number) => void} */
function pin(slot, i, j = 0) {
  Object.assign(stateOf(slot), { i, j });
  slot.classList.toggle("pinned", i > 0);
}
/** @param {Slot} slot */
const pinned = (slot) => point(slot, stateOf(slot).i, stateOf(slot).j);

// unpin lets go of the datum without asking for a picture: one is on its way.
/** @param {Slot} slot */
function unpin(slot) {
  pin(slot, 0);
  for (const field of [freeOf(slot), freeOf(slot, "with")]) if (field) set(slot, field, 0);
}

/** @type {Slot | null} */
let over = null; // the figure under the mouse
let resting = 0;
/** @param {Slot} slot */
const busy = (slot) => slot.matches(".sketching") || document.activeElement === $(".walk", slot);
function leave() {
  clearTimeout(resting);
  if (over && !busy(over)) pinned(over);
  over = null;
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  const slot = slotOf(event.target);
  if (over !== slot) leave();
  if (!slot || !freeOf(slot) || event.buttons || busy(slot)) return;
  over = slot;
  clearTimeout(resting);
  resting = setTimeout(() => {
    if (stateOf(slot).i) pinned(slot);
    else point(slot, ...hit(slot, event.clientX, event.clientY, 16));
  }, 40);
});
document.addEventListener("pointerout", (event) => { if (!event.relatedTarget) leave(); });

document.addEventListener("click", (event) => {
  const plot = around(event.target, "svg.plot"), slot = slotOf(plot);
  if (!slot || !freeOf(slot) || busy(slot)) return;
  if (slot.matches(".editing") && plot === dataOf(slot)) return; // a click puts a point there
  const touched = event.pointerType === "touch";
  const [i, j] = hit(slot, event.clientX, event.clientY, touched ? 24 : 16);
  if (!i) return;
  clearTimeout(resting);
  const now = stateOf(slot);
  if (choosable(slot, i) && (!touched || now.i === i)) {
    if (now.i) unpin(slot);
    return choose(slot, i);
  }
  const again = now.i === i && now.j === j;
  pin(slot, again ? 0 : i, again ? 0 : j);
  if (again && !touched) point(slot, i, j); // the mouse is still there
  else pinned(slot);
});

// A number typed or slid is pinned.
for (const type of ["input", "change"]) {
  document.addEventListener(type, ({ target }) => {
    const slot = slotOf(target), field = slot && freeOf(slot);
    if (!field) return;
    const other = freeOf(slot, "with"), by = is(target, ".slide") ? valueOf(target) : target;
    if (by === field || other && by === other) pin(slot, Number(field.value) || 0, Number(other?.value) || 0);
  });
}

// ---- walking ----------------------------------------------------------------

refreshed((slot) => {
  const field = freeOf(slot), data = field && dataOf(slot);
  say(slot);
  if (!data) {
    $(".hands .walk", slot)?.remove();
    return;
  }
  if (stateOf(slot).field !== field) {
    stateOf(slot).field = field; // the controls are new, and say what the link pins
    pin(slot, Number(field.value) || 0, Number(freeOf(slot, "with")?.value) || 0);
  }
  const layer = overlay(slot, data);
  let walk = $(".walk", layer);
  if (!walk) {
    const label = "Data: arrow keys walk from point to point";
    walk = made("div", { class: "walk", tabindex: 0, role: "slider", "aria-label": label, "aria-valuemin": 0 });
    layer.prepend(walk);
  }
  walk.ariaValueMax = String(marksOf(data).reduce((most, m) => Math.max(most, m.i), 0));
  told(slot, walk, Number(field.value));
});

// say has what the figure says of a datum stand over the picture, where the eyes are, in
// place of its title or, where it is longer, of its legend too, or over the main picture
// where that of the data is small; it is below for all who do not see it.
/** @param {Slot} slot */
function say(slot) {
  const field = freeOf(slot), data = field && dataOf(slot);
  const words = Number(field?.value) && $(".datum", slot)?.textContent.trim();
  let line = $(".hands .saying", slot);
  if (!words || !data) return line?.remove();
  if (!line) line = made("p", { class: "saying", "aria-hidden": "true" });
  line.textContent = words;
  const lead = data.clientWidth < leastSaid && $(".leads svg.plot[data-frame]", slot), on = lead || data;
  const { box, left, top } = frameOf(on);
  const at = { left: box.left - left + "px", top: box.top - top + "px", width: box.width + "px", minHeight: "" };
  Object.assign(line.style, at);
  overlay(slot, on).append(line);
  const heading = $(".heading", on), title = heading ? heading.getBoundingClientRect().bottom - box.top : 0;
  line.style.minHeight = (line.offsetHeight <= title ? title : top - box.top - 14) + "px";
}

hear("moved", (slot) => { // what is said to who walks comes with the picture
  say(slot);
  const walk = document.activeElement, field = freeOf(slot);
  if (field && is(walk, ".walk") && slotOf(walk) === slot) told(slot, walk, Number(field.value));
});

// told has the stop say which point it is at: what the figure says of it.
/** @type {(slot: Slot, walk: HTMLElement, i: number) => void} */
function told(slot, walk, i) {
  const words = $(".datum", slot)?.textContent.trim();
  walk.ariaValueNow = String(i);
  walk.ariaValueText = i === 0 ? "no point" : words?.startsWith(`Point ${i} `) ? words : `Point ${i}`;
}

document.addEventListener("keydown", (event) => {
  const walk = is(event.target, ".walk") ? event.target : null;
  if (event.key === "Escape") {
    const slot = slotOf(event.target) ?? over;
    if (!slot || !freeOf(slot) || !stateOf(slot).i && !walk) return;
    event.preventDefault(); // on the projector it would lead back to the lesson
    pin(slot, 0);
    point(slot, 0);
    return;
  }
  const slot = slotOf(walk), field = slot && freeOf(slot);
  if (!walk || !field || event.ctrlKey || event.metaKey || event.altKey) return;
  const all = Number(walk.ariaValueMax), now = Number(field.value), to = stepTo(event.key, now, all);
  if (to !== undefined) {
    const i = Math.min(all, Math.max(1, to));
    if (stateOf(slot).i) pin(slot, i);
    point(slot, i);
    told(slot, walk, i);
  } else if (event.key === "Enter" || event.key === " ") {
    if (choosable(slot, now)) choose(slot, now);
    else pin(slot, stateOf(slot).i ? 0 : now);
  } else return;
  event.preventDefault();
});
// stepTo is where a key leads from datum now, of so many.
/** @type {(key: string, now: number, all: number) => number | undefined} */
const stepTo = (key, now, all) => ({
  ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1,
  PageUp: now + 10, PageDown: now - 10, Home: 1, End: all,
})[key];
document.addEventListener("focusout", ({ target }) => {
  const slot = is(target, ".walk") ? slotOf(target) : null;
  if (slot) pinned(slot);
});
