// Pointing at a datum: the figure's control "at" says which one it shows all of.
// A mouse that rests near a datum, its stem or its row of the Gram matrix points
// at it until it leaves; a click, a tap or Enter pins it. The keyboard walks from
// one to the next.

import { $, $$, slotOf, place } from "./course.js";
import { choosable, choose } from "./sequence.js";
import { frameOf, overlay, refreshed } from "./frame.js";

const fieldOf = (slot) => {
  const field = document.getElementById(`${slot.id}-at`);
  return field && !field.readOnly && field.type !== "hidden" ? field : null;
};
const dataOf = (slot) => $$("svg.plot", slot).find((svg) => $("path.points", svg));

// marksOf lists the data that a picture shows, in its own units: a path of dots
// moves from one to the next, and says their numbers where they are not 0, 1, 2….
function marksOf(svg) {
  const marks = [];
  for (const path of $$("path.points", svg)) {
    const index = path.dataset.index?.split(" ").map(Number);
    let x = 0, y = 0, n = 0;
    for (const [, command, dx, dy] of path.getAttribute("d").matchAll(/([Mm])(-?\d*\.\d|-?\d+) ?(-?\d*\.\d|-?\d+)/g)) {
      [x, y] = command === "M" ? [Number(dx), Number(dy)] : [x + Number(dx), y + Number(dy)];
      marks.push({ x, y, i: (index ? index[n] : n) + 1 });
      n++;
    }
  }
  return marks;
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

// hit is the number of the datum at a place on the screen; 0 for none.
function hit(slot, x, y, reach) {
  const data = dataOf(slot);
  const under = $$("svg.plot[data-frame]", slot).find((svg) => { // a box in space has none
    const b = svg.getBoundingClientRect();
    return x >= b.left && x <= b.right && y >= b.top && y <= b.bottom;
  });
  if (!data || !under) return 0;
  const f = frameOf(under);
  const px = (m) => f.box.left + m.x * f.scale, py = (m) => f.box.top + m.y * f.scale;
  const marks = marksOf(under);
  if (marks.length) return nearest(marks, (m) => Math.hypot(px(m) - x, py(m) - y), reach); // the data, or where they were taken to
  if (!f.has(x, y)) return 0;
  if (under.dataset.x.startsWith("-0.5 ")) return Math.floor(f.value(x, y)[1] + 0.5) + 1; // a matrix: entry (i, j) at x = j, y = i
  if ($(".stems, .stem-high", under)) return nearest(marksOf(data), (m) => Math.abs(px(m) - x), reach / 2); // drawn over the same x
  return 0;
}

// ---- showing one ---------------------------------------------------------

function point(slot, i) {
  const field = fieldOf(slot);
  if (!field || Number(field.value) === i) return;
  field.value = i;
  const slide = document.getElementById(field.id + "-slider");
  slide.value = place(slide, i);
  slide.setAttribute("aria-valuetext", i);
  htmx.trigger(field.form, "submit");
}
const pin = (slot, i) => {
  slot.pin = i;
  slot.classList.toggle("pinned", i > 0);
};

// unpin lets go of the datum without asking for a picture: one is on its way.
function unpin(slot) {
  pin(slot, 0);
  const field = fieldOf(slot), slide = document.getElementById(field.id + "-slider");
  field.value = 0;
  slide.value = place(slide, 0);
}

let over = null, resting; // the figure under the mouse
const busy = (slot) => slot.matches(".sketching") || document.activeElement === $(".walk", slot);
function leave() {
  clearTimeout(resting);
  if (over && !busy(over)) point(over, over.pin);
  over = null;
}

document.addEventListener("pointermove", (event) => {
  if (event.pointerType !== "mouse") return;
  const slot = slotOf(event.target);
  if (over !== slot) leave();
  if (!slot || !fieldOf(slot) || event.buttons || busy(slot)) return;
  over = slot;
  clearTimeout(resting);
  resting = setTimeout(() => point(slot, slot.pin || hit(slot, event.clientX, event.clientY, 16)), 40);
});
document.addEventListener("pointerout", (event) => { if (!event.relatedTarget) leave(); });

document.addEventListener("click", (event) => {
  const slot = event.target.closest?.("svg.plot") && slotOf(event.target);
  if (!slot || !fieldOf(slot) || busy(slot)) return;
  if (slot.matches(".editing") && dataOf(slot)?.contains(event.target)) return; // a click puts a point there
  const touched = event.pointerType === "touch";
  const i = hit(slot, event.clientX, event.clientY, touched ? 24 : 16);
  if (!i) return;
  clearTimeout(resting);
  if (choosable(slot, i) && (!touched || slot.pin === i)) {
    if (slot.pin) unpin(slot);
    return choose(slot, i);
  }
  pin(slot, slot.pin === i ? 0 : i);
  point(slot, slot.pin || (touched ? 0 : i));
});

// A number typed or slid is pinned.
for (const type of ["input", "change"]) {
  document.addEventListener(type, (event) => {
    const slot = slotOf(event.target), field = slot && fieldOf(slot);
    if (field && (event.target === field || event.target.dataset.for === field.id)) pin(slot, Number(field.value) || 0);
  });
}

// ---- walking ----------------------------------------------------------------

refreshed((slot) => {
  const field = fieldOf(slot), data = field && dataOf(slot);
  if (!data) {
    $(".hands .walk", slot)?.remove();
    return;
  }
  if (slot.at !== field) {
    slot.at = field; // the controls are new, and say what the link pins
    pin(slot, Number(field.value) || 0);
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

document.addEventListener("course:moved", ({ target: slot }) => { // what is said to who walks comes with the picture
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
  if (event.target.matches?.(".walk")) point(slotOf(event.target), slotOf(event.target).pin);
});
