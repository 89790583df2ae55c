// One's own points and a picture's other handles (grips.js), moved on the picture: by
// mouse, by finger, by keyboard. They lie in the overlay, since a picture is replaced at
// every move, and what is dragged must not be.

import { $, $$, slotOf, made } from "./course.js";
import { frameOf, overlay } from "./frame.js";
import * as grips from "./grips.js";
import { pointsOf, ownOf, panelOf, fieldOf, snapped, change, remember, forget, newClass, add, addAnywhere, remove } from "./points.js";

const crowd = 20; // points: of more, a finger moves the one that it has tapped, and scrolls past the others
const handlesOf = (slot) => $$(".handles .handle", slot);
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
  group.classList.toggle("crowded", points.length > crowd);
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
  if (event.target.matches?.(".handles .handle")) slotOf(event.target).chosen = handlesOf(slotOf(event.target)).indexOf(event.target);
});

// ---- mouse and finger ---------------------------------------------------------

// what a handle holds, for whoever moves it: the panel it lies on, where it is, what was,
// how to take it elsewhere and back. Null when it is gone.
function what(handle) {
  if (!handle.isConnected) return null;
  if (handle.matches(".grip")) return grips.held(handle);
  const slot = slotOf(handle), i = handlesOf(slot).indexOf(handle), svg = panelOf(slot), points = ownOf(slot) ? pointsOf(slot) : [];
  if (!svg || !points[i]) return null; // other data were chosen, or a point undone, under the hand
  return {
    svg,
    at: points[i],
    was: fieldOf(slot).value,
    begin: (was) => remember(slot, was),
    to(p, f) {
      points[i] = snapped([...p, ...points[i].slice(2)], f);
      change(slot, points, true);
    },
    back: (was) => forget(slot, was),
    tapped({ timeStamp }) {
      const again = tapped && tapped.slot === slot && tapped.i === i && timeStamp - tapped.at < 400;
      tapped = again ? null : { slot, i, at: timeStamp };
      if (again) remove(slot, i);
    },
    next: (steps, f) => points[i].slice(0, 2).map((v, j) => v + (steps[j] * (f.axes[j].hi - f.axes[j].lo)) / 100),
  };
}

let held = null; // what is in the hand: {handle, was, …}
let tapped = null; // the point that was tapped last, and when

function nearest(slot, x, y) {
  let best = null, least = Infinity;
  for (const handle of $$(".handle", slot)) {
    const b = handle.getBoundingClientRect();
    const d = Math.hypot(b.left + b.width / 2 - x, b.top + b.height / 2 - y);
    if (b.width && d < least) [best, least] = [handle, d];
  }
  return best;
}

let free = true; // the press that a click will end began beside the points
document.addEventListener("pointerdown", (event) => {
  free = !event.target.matches?.(".handle");
  if (held || event.button || free) return;
  const handle = nearest(slotOf(event.target), event.clientX, event.clientY); // targets overlap
  if (event.pointerType === "touch" && handle?.matches(".crowded > :not(:focus)")) return;
  const thing = what(handle);
  if (!thing) return;
  const f = frameOf(thing.svg), [u, v] = f.axes.map((axis, j) => axis.share(thing.at[j]));
  const off = [f.left + u * f.width - event.clientX, f.top + (1 - v) * f.height - event.clientY]; // px, on any axis
  event.preventDefault();
  handle.focus({ preventScroll: true });
  event.target.setPointerCapture(event.pointerId);
  held = { handle, id: event.pointerId, was: thing.was, x: event.clientX, y: event.clientY, off, moved: false };
});
document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id) return;
  if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
  const thing = what(held.handle);
  if (!thing) {
    held = null;
    return;
  }
  if (!held.moved) thing.begin(held.was);
  held.moved = true;
  const { off } = held, f = frameOf(thing.svg);
  const within = (at, start, size) => Math.min(start + size, Math.max(start, at));
  thing.to(f.value(within(event.clientX + off[0], f.left, f.width), within(event.clientY + off[1], f.top, f.height)), f);
});
function drop(event) {
  if (!held || event.pointerId !== held.id) return;
  const { handle, moved, was } = held;
  held = null;
  const thing = what(handle);
  if (event.type === "pointercancel") return moved && thing?.back(was); // the page scrolls
  if (!moved) thing?.tapped(event);
}
addEventListener("pointerup", drop);
addEventListener("pointercancel", drop);
document.addEventListener("course:stopped", () => { held = null; });

document.addEventListener("click", (event) => {
  if (event.pointerType === "touch" && event.target.matches?.(".crowded > .handle")) {
    nearest(slotOf(event.target), event.clientX, event.clientY).focus({ preventScroll: true });
  }
  const svg = event.target.closest?.("svg.plot"), slot = svg && slotOf(svg);
  if (!slot || !free || svg !== panelOf(slot)) return;
  const f = frameOf(svg);
  if (f.has(event.clientX, event.clientY)) add(slot, snapped([...f.value(event.clientX, event.clientY), ...newClass(slot, event.shiftKey)], f));
});

// ---- keyboard -----------------------------------------------------------------

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held) {
    event.preventDefault(); // on the projector it would lead back to the lesson
    const { handle, was, moved } = held;
    held = null;
    if (moved) what(handle)?.back(was);
    return;
  }
  const handle = event.target;
  if (!handle.matches?.(".handle") || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = what(handle);
  if (!thing) return;
  const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
  if (arrows[event.key]) {
    const f = frameOf(thing.svg), by = event.shiftKey ? 10 : 1;
    const [dx, dy] = arrows[event.key].map((d) => d * by);
    // A run of arrows is one move.
    const running = run?.handle === handle && event.timeStamp - run.at < 1000;
    run = { handle, at: event.timeStamp };
    if (!running) thing.begin(thing.was);
    thing.to(thing.next([dx, dy], f), f);
  } else if (handle.matches(".grip")) return;
  else if (event.key === "Delete" || event.key === "Backspace") {
    remove(slotOf(handle), handlesOf(slotOf(handle)).indexOf(handle));
  } else if (event.key === "Enter" || event.key === "+") {
    addAnywhere(slotOf(handle));
  } else if (event.key === "c" && thing.at.length > 2) {
    const slot = slotOf(handle), points = pointsOf(slot), p = thing.at;
    points[handlesOf(slot).indexOf(handle)] = [p[0], p[1], -p[2]];
    change(slot, points);
  } else return;
  event.preventDefault();
});
let run = null; // of arrows: {handle, at}
