// Pointing at a datum: the figure's control "at" says which one it shows all of.
// A mouse that rests near a datum, its stem or its row of the Gram matrix points
// at it until it leaves; a click, a tap or Enter pins it. The keyboard walks from
// one to the next. An entry of the matrix is of two data: where the figure has a control
// "with", that says which is the other.

import { $, $$, slotOf, made, place } from "./course.js";
import { choosable, choose } from "./sequence.js";
import { frameOf, overlay, refreshed, subpaths } from "./frame.js";

const fieldOf = (slot, name = "at") => {
  const field = document.getElementById(`${slot.id}-${name}`);
  return field && !field.readOnly && field.type !== "hidden" ? field : null;
};
const dataOf = (slot) => $$("svg.plot[data-frame]", slot).find((svg) => $("path.points", svg));

// indexOf are the numbers of the data that an element shows, where they are not 0, 1, 2….
const indexOf = (element) => element?.dataset.index?.split(" ").map(Number);

// marksOf lists where a picture shows the data, or their stems, in its own units.
function marksOf(svg, kind = "path.points") {
  return $$(kind, svg).flatMap((path) => {
    const index = indexOf(path);
    return subpaths(path.getAttribute("d")).map(([[x, y]], n) => ({ x, y, i: (index ? index[n] : n) + 1 }));
  });
}

// nearest is the number of the mark that lies nearest by that measure, if
// within reach; else 0.
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
function hit(slot, x, y, reach) {
  const [i, j = 0] = [hitAt(slot, x, y, reach)].flat();
  return [i, fieldOf(slot, "with") ? j : 0];
}
function hitAt(slot, x, y, reach) {
  const data = dataOf(slot);
  const under = $$("svg.plot[data-frame]", slot).find((svg) => { // a box in space has none
    const b = svg.getBoundingClientRect();
    return x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
  });
  if (!data || !under) return 0;
  const f = frameOf(under);
  const off = (m) => f.at(m.x, m.y).map((v, i) => v - [x, y][i]), marks = marksOf(under);
  if (marks.length) return nearest(marks, (m) => Math.hypot(...off(m)), reach); // the data, or where they were taken to
  if (!f.has(x, y)) return 0;
  if (under.dataset.x.startsWith("-0.5 ")) { // a matrix: entry (i, j) at x = j, y = i
    const index = indexOf($(".raster", under)), number = (v) => (index?.[Math.floor(v + 0.5)] ?? Math.floor(v + 0.5)) + 1;
    return f.value(x, y).map(number).reverse();
  }
  return nearest(marksOf(under, ".stems"), (m) => Math.abs(off(m)[0]), reach / 2);
}

// ---- showing one ---------------------------------------------------------

function point(slot, i, j = 0) {
  const field = fieldOf(slot);
  if (!field) return;
  const other = fieldOf(slot, "with");
  if (set(field, i) | (other && set(other, j))) htmx.trigger(field.form, "submit");
}
// set writes a number into a field and its slider, and reports whether it is another.
function set(field, i) {
  if (Number(field.value) === i) return false;
  field.value = i;
  const slide = document.getElementById(field.id + "-slider");
  slide.value = place(slide, i);
  slide.setAttribute("aria-valuetext", i);
  return true;
}
const pin = (slot, i, j = 0) => {
  slot.pin = i;
  slot.pair = j;
  slot.classList.toggle("pinned", i > 0);
};
const pinned = (slot) => point(slot, slot.pin, slot.pair);

// unpin lets go of the datum without asking for a picture: one is on its way.
function unpin(slot) {
  pin(slot, 0);
  for (const name of ["at", "with"]) {
    const field = fieldOf(slot, name);
    if (field) set(field, 0);
  }
}

let over = null, resting; // the figure under the mouse
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
  if (!slot || !fieldOf(slot) || event.buttons || busy(slot)) return;
  over = slot;
  clearTimeout(resting);
  resting = setTimeout(() => slot.pin ? pinned(slot) : point(slot, ...hit(slot, event.clientX, event.clientY, 16)), 40);
});
document.addEventListener("pointerout", (event) => { if (!event.relatedTarget) leave(); });

document.addEventListener("click", (event) => {
  const slot = event.target.closest?.("svg.plot") && slotOf(event.target);
  if (!slot || !fieldOf(slot) || busy(slot)) return;
  if (slot.matches(".editing") && dataOf(slot)?.contains(event.target)) return; // a click puts a point there
  const touched = event.pointerType === "touch";
  const [i, j] = hit(slot, event.clientX, event.clientY, touched ? 24 : 16);
  if (!i) return;
  clearTimeout(resting);
  if (choosable(slot, i) && (!touched || slot.pin === i)) {
    if (slot.pin) unpin(slot);
    return choose(slot, i);
  }
  const again = slot.pin === i && slot.pair === j;
  pin(slot, again ? 0 : i, again ? 0 : j);
  if (again && !touched) point(slot, i, j); // the mouse is still there
  else pinned(slot);
});

// A number typed or slid is pinned.
for (const type of ["input", "change"]) {
  document.addEventListener(type, (event) => {
    const slot = slotOf(event.target), field = slot && fieldOf(slot);
    if (!field) return;
    const other = fieldOf(slot, "with"), of = (el) => el && (event.target === el || event.target.dataset.for === el.id);
    if (of(field) || of(other)) pin(slot, Number(field.value) || 0, Number(other?.value) || 0);
  });
}

// ---- walking ----------------------------------------------------------------

refreshed((slot) => {
  const field = fieldOf(slot), data = field && dataOf(slot);
  say(slot);
  if (!data) {
    $(".hands .walk", slot)?.remove();
    return;
  }
  if (slot.at !== field) {
    slot.at = field; // the controls are new, and say what the link pins
    pin(slot, Number(field.value) || 0, Number(fieldOf(slot, "with")?.value) || 0);
  }
  const layer = overlay(slot, data);
  let walk = $(".walk", layer);
  if (!walk) {
    walk = document.createElement("div");
    walk.className = "walk";
    walk.tabIndex = 0;
    walk.role = "slider";
    walk.ariaLabel = "Data: arrow keys walk from point to point";
    walk.ariaValueMin = 0;
    layer.prepend(walk);
  }
  walk.ariaValueMax = marksOf(data).reduce((most, m) => Math.max(most, m.i), 0);
  told(slot, walk, Number(field.value));
});

// say has what the figure says of a datum stand over the picture, where the eyes are, in
// place of its title or, where it is longer, of its legend too; it is below for all who do
// not see it.
function say(slot) {
  const field = fieldOf(slot), data = field && dataOf(slot), words = Number(field?.value) && $(".datum", slot)?.textContent.trim();
  let line = $(".hands .saying", slot);
  if (!words || !data) return line?.remove();
  if (!line) line = made("p", { class: "saying", "aria-hidden": "true" });
  line.textContent = words;
  const { box, left, top } = frameOf(data);
  Object.assign(line.style, { left: box.left - left + "px", top: box.top - top + "px", width: box.width + "px", minHeight: "" });
  overlay(slot, data).append(line);
  const title = $(".heading", data)?.getBoundingClientRect().bottom - box.top || 0;
  line.style.minHeight = (line.offsetHeight <= title ? title : top - box.top - 14) + "px";
}

document.addEventListener("course:moved", ({ target: slot }) => { // what is said to who walks comes with the picture
  say(slot);
  const walk = document.activeElement;
  if (walk?.matches(".walk") && slotOf(walk) === slot) told(slot, walk, Number(fieldOf(slot).value));
});

// told has the stop say which point it is at: what the figure says of it.
function told(slot, walk, i) {
  const words = $(".datum", slot)?.textContent.trim();
  walk.ariaValueNow = i;
  walk.ariaValueText = i === 0 ? "no point" : words?.startsWith(`Point ${i} `) ? words : `Point ${i}`;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const slot = slotOf(event.target) ?? over;
    if (!slot || !fieldOf(slot) || !slot.pin && !event.target.matches?.(".walk")) return;
    event.preventDefault(); // on the projector it would lead back to the lesson
    pin(slot, 0);
    point(slot, 0);
    return;
  }
  const walk = event.target;
  if (!walk.matches?.(".walk") || event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(walk), all = Number(walk.ariaValueMax), now = Number(fieldOf(slot).value);
  const to = {
    ArrowRight: now + 1, ArrowUp: now + 1, ArrowLeft: now - 1, ArrowDown: now - 1,
    PageUp: now + 10, PageDown: now - 10, Home: 1, End: all,
  }[event.key];
  if (to !== undefined) {
    const i = Math.min(all, Math.max(1, to));
    if (slot.pin) pin(slot, i);
    point(slot, i);
    told(slot, walk, i);
  } else if (event.key === "Enter" || event.key === " ") {
    if (choosable(slot, now)) choose(slot, now);
    else pin(slot, slot.pin ? 0 : now);
  } else return;
  event.preventDefault();
});
document.addEventListener("focusout", (event) => {
  if (event.target.matches?.(".walk")) pinned(slotOf(event.target));
});
