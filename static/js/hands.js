// One's own points and a picture's other handles (grips.js), moved on the picture: by
// mouse, by finger, by keyboard. They lie in the overlay, since a picture is replaced at
// every move, and what is dragged must not be.

import { $, $$, around, hear, is, made } from "./dom.js";
import { slotOf } from "./figure.js";
import { frameOf, overlay, within } from "./frame.js";
import * as grips from "./grips.js";
import {
  pointsOf, ownOf, panelOf, textOf, choice, snapped, change, remember, forget, newClass, add, addAnywhere, remove,
} from "./points.js";

/** @type {(slot: Slot) => HTMLElement[]} */
const handlesOf = (slot) => $$(".handles .handle", slot);
/** @type {(p: number[], i: number) => string} */
function tell(p, i) {
  return `Point ${i + 1}: ${p.length > 2 ? `x₁ ${p[0]}, x₂ ${p[1]}, class ${p[2]}` : `x ${p[0]}, y ${p[1]}`}`;
}

/** @param {Slot} slot */
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
    const label = "Your own points: arrow keys move one, Delete removes it, Enter adds one";
    group = made("div", { class: "handles", role: "group", "aria-label": label });
    layer.append(group);
  }
  while (group.childElementCount > points.length) group.lastElementChild?.remove();
  while (group.childElementCount < points.length) group.append(made("button", { type: "button", class: "handle" }));
  const handles = $$(".handle", group);
  points.forEach((p, i) => {
    const handle = handles[i], [sx, sy] = f.share(p[0], p[1]);
    handle.style.left = `${100 * Math.min(1, Math.max(0, sx))}%`;
    handle.style.top = `${100 * Math.min(1, Math.max(0, sy))}%`;
    if (handle.ariaLabel !== tell(p, i)) handle.ariaLabel = tell(p, i);
  });
}
hear("points", show);
$$(".slot").forEach(show);

// The focus goes where the hand is: to the point that was added, or to the one
// that took the place of a removed one.
hear("chosen", (slot) => {
  (handlesOf(slot)[choice(slot).i] ?? $('[data-hand="add"]', slot))?.focus({ preventScroll: true });
});

document.addEventListener("focusin", ({ target }) => {
  const handle = is(target, ".handles .handle") ? target : null, slot = slotOf(handle);
  if (handle && slot) choice(slot).i = handlesOf(slot).indexOf(handle);
});

// ---- mouse and finger ---------------------------------------------------------

// A mouse drags the handle that it presses. A finger, which has to scroll past, drags the one
// that has the focus: a tap gives it, and a touch of anything else takes it.
/** @param {PointerEvent} event */
const finger = ({ pointerType }) => pointerType === "touch" || pointerType === "pen";

// what is at a handle, for whoever moves it; null when it is gone.
/** @type {(handle: HTMLElement) => Held | null} */
function what(handle) {
  if (!handle.isConnected) return null;
  if (handle.matches(".grip")) return grips.held(handle);
  const slot = slotOf(handle), svg = slot && panelOf(slot), points = slot && ownOf(slot) ? pointsOf(slot) : [];
  const i = slot ? handlesOf(slot).indexOf(handle) : -1;
  if (!svg || !points[i]) return null; // other data were chosen, or a point undone, under the hand
  const was = textOf(slot);
  return {
    svg,
    at: points[i],
    move: { begin: () => remember(slot, was), back: () => forget(slot, was) },
    to(p, f) {
      points[i] = snapped([...p, ...points[i].slice(2)], f);
      change(slot, points, true);
    },
    tapped({ timeStamp }) {
      const again = tapped && tapped.slot === slot && tapped.i === i && timeStamp - tapped.at < 400;
      tapped = again ? null : { slot, i, at: timeStamp };
      if (again) remove(slot, i);
    },
    next: (steps, f) => points[i].slice(0, 2).map((v, j) => v + (steps[j] * (f.axes[j].hi - f.axes[j].lo)) / 100),
  };
}

/**
 * The handle in the hand, by which pointer, from where on the screen, how far beside its
 * middle, and whether it has moved.
 * @typedef {{ handle: HTMLElement, id: number, x: number, y: number, off: number[], moved: boolean }} Hand
 */
/** @type {Hand & { move: Held["move"] } | null} */
let held = null;
/** @type {{ slot: Slot, i: number, at: number } | null} */
let tapped = null; // the point that was tapped last, and when

/** @type {(slot: Slot | null, x: number, y: number) => HTMLElement | null} */
function nearest(slot, x, y) {
  let best = null, least = Infinity;
  for (const handle of slot ? $$(".handle", slot) : []) {
    const b = handle.getBoundingClientRect();
    const d = Math.hypot(b.left + b.width / 2 - x, b.top + b.height / 2 - y);
    if (b.width && d < least) [best, least] = [handle, d];
  }
  return best;
}

// choose gives the focus to the handle nearest to a tap. That may be the first of two taps on a
// point of one's own; where a tap on the picture puts the place there (frame.js), so it does here.
/** @param {PointerEvent} event */
function choose(event) {
  const slot = slotOf(event.target), handle = nearest(slot, event.clientX, event.clientY);
  handle?.focus({ preventScroll: true });
  if (handle && (handle.matches(":not(.grip)") || slot?.dataset.drag)) what(handle)?.tapped(event);
}

let free = true; // the last press was on no handle: its click adds a point
let chooses = false; // it was a finger's on a handle without the focus: its click chooses one
document.addEventListener("pointerdown", (event) => {
  const { target } = event, touched = finger(event), now = document.activeElement;
  free = !is(target, ".handle");
  chooses = touched && !free && target !== now;
  if (touched && free && is(now, ".handle")) now.blur();
  if (held || event.button || !is(target, ".handle") || chooses) return;
  const handle = touched ? target : nearest(slotOf(target), event.clientX, event.clientY); // targets overlap
  const thing = handle && what(handle);
  if (!thing) return;
  const f = frameOf(thing.svg), [u, v] = f.axes.map((axis, j) => axis.share(thing.at[j]));
  const off = [f.left + u * f.width - event.clientX, f.top + (1 - v) * f.height - event.clientY]; // px, on any axis
  event.preventDefault();
  handle.focus({ preventScroll: true });
  target.setPointerCapture(event.pointerId);
  held = { handle, id: event.pointerId, x: event.clientX, y: event.clientY, off, moved: false, move: thing.move };
});
document.addEventListener("pointermove", (event) => {
  if (!held || event.pointerId !== held.id) return;
  if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
  const thing = what(held.handle);
  if (!thing) {
    held = null;
    return;
  }
  if (!held.moved) held.move.begin();
  held.moved = true;
  const [dx, dy] = held.off, f = frameOf(thing.svg);
  const px = within(event.clientX + dx, f.left, f.width), py = within(event.clientY + dy, f.top, f.height);
  thing.to(f.value(px, py), f);
});
/** @param {PointerEvent} event */
function drop(event) {
  if (!held || event.pointerId !== held.id) return;
  const { handle, moved, move } = held, thing = what(handle);
  held = null;
  if (!thing) return;
  if (event.type !== "pointercancel") {
    const other = finger(event) && nearest(slotOf(handle), event.clientX, event.clientY) !== handle;
    if (!moved) (other ? choose : thing.tapped)(event);
  } else if (moved) move.back(); // the page scrolls
}
addEventListener("pointerup", drop);
addEventListener("pointercancel", drop);
hear("stopped", () => { held = null; });

document.addEventListener("click", (event) => {
  const { target, clientX, clientY } = event;
  if (chooses && is(target, ".handle")) choose(event);
  const svg = around(target, "svg.plot"), slot = slotOf(svg);
  if (!svg || !slot || !free || svg !== panelOf(slot)) return;
  const f = frameOf(svg), place = f.value(clientX, clientY);
  if (f.has(clientX, clientY)) add(slot, snapped([...place, ...newClass(slot, event.shiftKey)], f));
});

// ---- keyboard -----------------------------------------------------------------

/** @type {Record<string, number[]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
/** @type {{ handle: HTMLElement, at: number } | null} */
let run = null; // of arrows, which is one move: its handle, and when the last came

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && held) {
    event.preventDefault(); // on the projector it would lead back to the lesson
    const { handle, moved, move } = held;
    held = null;
    if (moved && what(handle)) move.back();
    return;
  }
  const handle = event.target;
  if (!is(handle, ".handle") || event.ctrlKey || event.metaKey || event.altKey) return;
  const thing = what(handle);
  if (!thing) return;
  if (arrows[event.key]) {
    const by = event.shiftKey ? 10 : 1, f = frameOf(thing.svg);
    if (run?.handle !== handle || event.timeStamp - run.at >= 1000) thing.move.begin();
    run = { handle, at: event.timeStamp };
    thing.to(thing.next(arrows[event.key].map((d) => d * by), f), f);
  } else if (handle.matches(".grip") || !edited(handle, event.key)) return;
  event.preventDefault();
});

// edited does what a key does to one's own point, and reports whether it does anything.
/** @type {(handle: HTMLElement, key: string) => boolean} */
function edited(handle, key) {
  const slot = slotOf(handle);
  if (!slot) return false;
  const points = pointsOf(slot), i = handlesOf(slot).indexOf(handle), [x, y, label] = points[i];
  if (key === "Delete" || key === "Backspace") remove(slot, i);
  else if (key === "Enter" || key === "+") addAnywhere(slot);
  else if (key === "c" && label !== undefined) {
    points[i] = [x, y, -label];
    change(slot, points);
  } else return false;
  return true;
}
