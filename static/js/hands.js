// One's own points, moved on the picture: by mouse, by finger, by keyboard. Their
// handles lie in the overlay, since a picture is replaced at every move, and a
// point that is dragged must not be.

import { $, $$, slotOf, made } from "./course.js";
import { frameOf, overlay } from "./frame.js";
import { pointsOf, ownOf, panelOf, fieldOf, snapped, change, remember, forget, newClass, add, addAnywhere, remove } from "./points.js";

const handlesOf = (slot) => $$(".handle", slot);
const tell = (p, i) => `Point ${i + 1}: ${p.length > 2 ? `x₁ ${p[0]}, x₂ ${p[1]}, class ${p[2]}` : `x ${p[0]}, y ${p[1]}`}`;

function show(slot) {
  const svg = ownOf(slot) && panelOf(slot);
  slot.classList.toggle("editing", Boolean(svg));
  if (!svg) {
    $(".hands .handles", slot)?.remove();
    return;
  }
  const points = pointsOf(slot), f = frameOf(svg), layer = overlay(slot, svg);
  let group = $(".handles", layer);
  if (!group) {
    group = made("div", { class: "handles", role: "group", "aria-label": "Your own points: arrow keys move one, Delete removes it, Enter adds one" });
    layer.append(group);
  }
  while (group.children.length > points.length) group.lastChild.remove();
  while (group.children.length < points.length) group.append(made("button", { type: "button", class: "handle" }));
  points.forEach((p, i) => {
    const handle = group.children[i], [sx, sy] = f.share(p[0], p[1]);
    handle.style.left = `${100 * Math.min(1, Math.max(0, sx))}%`;
    handle.style.top = `${100 * Math.min(1, Math.max(0, sy))}%`;
    if (handle.ariaLabel !== tell(p, i)) handle.ariaLabel = tell(p, i);
  });
}
document.addEventListener("course:points", ({ target: slot }) => show(slot));
$$(".slot").forEach(show);

// The focus goes where the hand is: to the point that was added, or to the one
// that took the place of a removed one.
document.addEventListener("course:chosen", ({ target: slot }) => {
  (handlesOf(slot)[slot.chosen] ?? $('[data-hand="add"]', slot)).focus({ preventScroll: true });
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(".handle")) slotOf(event.target).chosen = handlesOf(slotOf(event.target)).indexOf(event.target);
});

// ---- mouse and finger ---------------------------------------------------------

let held = null; // the point in the hand: {slot, i, before, …}
let tapped = null; // the point that was tapped last, and when

function nearest(slot, x, y) {
  let best = null, least = Infinity;
  for (const handle of handlesOf(slot)) {
    const b = handle.getBoundingClientRect();
    const d = Math.hypot(b.left + b.width / 2 - x, b.top + b.height / 2 - y);
    if (d < least) [best, least] = [handle, d];
  }
  return best;
}

let free = true; // the press that a click will end began beside the points
document.addEventListener("pointerdown", (event) => {
  free = !event.target.matches?.(".handle");
  if (held || event.button || free) return;
  const slot = slotOf(event.target);
  const handle = nearest(slot, event.clientX, event.clientY); // targets overlap
  const i = handlesOf(slot).indexOf(handle);
  const f = frameOf(panelOf(slot)), p = pointsOf(slot)[i];
  const [x, y] = f.value(event.clientX, event.clientY);
  event.preventDefault();
  handle.focus({ preventScroll: true });
  event.target.setPointerCapture(event.pointerId);
  held = { slot, i, id: event.pointerId, before: fieldOf(slot).value, x: event.clientX, y: event.clientY, off: [p[0] - x, p[1] - y], moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id) return;
  if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
  const { slot, i, off } = held, svg = panelOf(slot), points = pointsOf(slot);
  if (!svg || !points[i]) { // other data were chosen, or a point undone, under the hand
    held = null;
    return;
  }
  if (!held.moved) remember(slot, held.before);
  held.moved = true;
  const f = frameOf(svg);
  const [x, y] = f.value(event.clientX, event.clientY);
  const within = (v, lo, hi) => Math.min(hi, Math.max(lo, v));
  points[i] = snapped([within(x + off[0], f.xlo, f.xhi), within(y + off[1], f.ylo, f.yhi), ...points[i].slice(2)], f);
  change(slot, points, true);
});
function drop(event) {
  if (!held || event.pointerId !== held.id) return;
  const { slot, i, moved, before } = held;
  held = null;
  if (event.type === "pointercancel" && moved) return forget(slot, before);
  if (moved) return;
  const again = tapped && tapped.slot === slot && tapped.i === i && event.timeStamp - tapped.at < 400;
  tapped = again ? null : { slot, i, at: event.timeStamp };
  if (again) remove(slot, i);
}
addEventListener("pointerup", drop);
addEventListener("pointercancel", drop);

document.addEventListener("click", (event) => {
  const svg = event.target.closest?.("svg.plot"), slot = svg && slotOf(svg);
  if (!slot || !free || svg !== panelOf(slot)) return;
  const f = frameOf(svg);
  if (f.has(event.clientX, event.clientY)) add(slot, snapped([...f.value(event.clientX, event.clientY), ...newClass(slot, event.shiftKey)], f));
});

// ---- keyboard -----------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held) {
    event.preventDefault(); // on the projector it would lead back to the lesson
    const { slot, before, moved } = held;
    held = null;
    if (moved) forget(slot, before);
    return;
  }
  if (!event.target.matches?.(".handle") || event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(event.target), i = handlesOf(slot).indexOf(event.target), points = pointsOf(slot), p = points[i];
  const f = frameOf(panelOf(slot));
  const step = event.shiftKey ? 10 : 1;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  if (arrows[event.key]) {
    const [dx, dy] = arrows[event.key];
    points[i] = snapped([p[0] + (dx * step * (f.xhi - f.xlo)) / 100, p[1] + (dy * step * (f.yhi - f.ylo)) / 100, ...p.slice(2)], f);
    // A run of arrows is one move.
    const running = slot.run?.i === i && event.timeStamp - slot.run.at < 1000;
    slot.run = { i, at: event.timeStamp };
    if (!running) remember(slot, fieldOf(slot).value);
    change(slot, points, true);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    remove(slot, i);
  } else if (event.key === "Enter" || event.key === "+") {
    addAnywhere(slot);
  } else if (event.key === "c" && p.length > 2) {
    points[i] = [p[0], p[1], -p[2]];
    change(slot, points);
  } else return;
  event.preventDefault();
});
