// A picture's frame: where its data rectangle lies on the screen, which values
// stand at its edges, what lies over it, and where its curves run. A map of two
// parameters is dragged on in it.

import { $, $$, the, around, hear, is, made, perElement } from "./dom.js";
import { slotOf, slideOf, fieldOf, place, gridOf } from "./figure.js";
import { set } from "./moves.js";

// axisOf reads “min max lin”, “min max log” or “min max symlog linear”.
/** @type {(text: string) => Axis} */
function axisOf(text) {
  const [min, max, kind, linear] = text.split(" ");
  const lo = Number(min), hi = Number(max), unit = Number(linear);
  if (kind === "log") {
    return { lo, hi, log: true, share: (v) => Math.log(v / lo) / Math.log(hi / lo), value: (s) => lo * (hi / lo) ** s };
  }
  if (kind === "symlog") {
    const to = (/** @type {number} */ v) => Math.sign(v) * Math.log1p(Math.abs(v) / unit);
    const from = (/** @type {number} */ t) => Math.sign(t) * unit * Math.expm1(Math.abs(t));
    const [start, size] = [to(lo), to(hi) - to(lo)];
    return { lo, hi, log: false, share: (v) => (to(v) - start) / size, value: (s) => from(start + s * size) };
  }
  return { lo, hi, log: false, share: (v) => (v - lo) / (hi - lo), value: (s) => lo + s * (hi - lo) };
}

/** @type {(svg: Plot) => [Axis, Axis]} */
const axesOf = (svg) => [axisOf(svg.dataset.x), axisOf(svg.dataset.y)];

// insideOf is a picture's data rectangle in its own units.
/** @param {Plot} svg */
function insideOf(svg) {
  const [x0, y0, x1, y1] = svg.dataset.frame.split(" ").map(Number);
  return { x0, y0, x1, y1 };
}

// frameOf tells where a picture's data rectangle lies on the screen, and
// which values stand at its edges. A picture that is not shown has no place there: then it
// is in the picture's own units.
/** @type {(svg: Plot) => Frame} */
function frameOf(svg) {
  const { x0, y0, x1, y1 } = insideOf(svg);
  const [x, y] = axesOf(svg);
  const box = svg.getBoundingClientRect();
  const { a, d, e, f } = svg.getScreenCTM() ?? new DOMMatrix(); // its box may be of another shape than the picture
  const left = e + x0 * a, top = f + y0 * d, width = (x1 - x0) * a, height = (y1 - y0) * d;
  return {
    box, left, top, width, height, at: (px, py) => [e + px * a, f + py * d],
    axes: [x, y], xlo: x.lo, xhi: x.hi, ylo: y.lo, yhi: y.hi,
    text: [x.lo, x.hi, y.lo, y.hi].join(","),
    share: (u, v) => [x.share(u), 1 - y.share(v)],
    value: (px, py) => [x.value((px - left) / width), y.value(1 - (py - top) / height)],
    has: (px, py) => px >= left && px <= left + width && py >= top && py <= top + height,
  };
}

// within is a value, or the end of a stretch that it has left.
/** @type {(v: number, start: number, size: number) => number} */
const within = (v, start, size) => Math.min(start + size, Math.max(start, v));

// overlay is what lies over a panel: made when first wanted, and put where the
// panel's frame is now. A picture is replaced at every move, what lies over it
// is not; over a panel that is gone lies what takes its place.
/** @type {WeakMap<Element, string>} */
const panels = new WeakMap(); // layer → the name of the panel that it lies over
/** @type {(slot: Slot, svg: Plot) => HTMLElement} */
function overlay(slot, svg) {
  const over = svg.getAttribute("aria-labelledby") ?? "", layers = $$(".hands", slot);
  let layer = layers.find((l) => panels.get(l) === over)
    ?? layers.find((l) => !document.getElementById(panels.get(l) ?? ""));
  if (!layer) {
    layer = made("div", { class: "hands" });
    the(".live", slot).before(layer); // in the order of the page, the picture comes before its controls
  }
  panels.set(layer, over);
  layer.hidden = !svg.checkVisibility(); // the projector shows one panel
  const f = frameOf(svg), at = (layer.offsetParent ?? slot).getBoundingClientRect(); // what it is placed in
  const box = { left: f.left - at.left, top: f.top - at.top, width: f.width, height: f.height };
  for (const [name, v] of Object.entries(box)) layer.style.setProperty(name, v + "px");
  return layer;
}

// refreshed calls back now, and whenever a figure's pictures have other frames or another
// size. After any other move it calls back when the hand rests, since to ask a page where
// things lie has it laid out at once.
/** @type {((slot: Slot) => void)[]} */
const listeners = [];
/** @param {(slot: Slot) => void} listener */
function refreshed(listener) {
  listeners.push(listener);
  for (const slot of $$(".slot")) listener(slot);
}
/** @type {WeakMap<Slot, string>} */
const stood = new WeakMap(); // slot → how its pictures stood when that was told last
/** @type {Set<Slot>} */
const behind = new Set();
let count = 0;
const numberOf = perElement((/** @type {Element} */ _) => ++count); // who is who
/** @param {Slot} slot */
const standing = (slot) => $$(".live, .panels, .column, svg.plot", slot).map((el) => {
  const axes = el.dataset.frame && $(".points", el) ? [el.dataset.x, el.dataset.y] : "";
  return [numberOf(el), el.getAttribute("class"), el.dataset.frame, axes];
}).join();
// refresh has whoever is told by refreshed put things anew, as when another panel is shown.
/** @param {Slot} slot */
function refresh(slot) {
  behind.delete(slot);
  listeners.forEach((listener) => listener(slot));
}
hear("moved", (slot) => {
  const now = standing(slot);
  if (stood.get(slot) === now) behind.add(slot);
  else refresh(slot);
  stood.set(slot, now);
});
hear("rest", () => behind.forEach(refresh));
const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) if (is(target, ".slot")) refresh(target);
});
$$(".slot").forEach((slot) => sizes.observe(slot));

// subpaths lists the corners of each subpath as the server writes them: moves and
// straight lines.
/** @type {(d: string) => number[][][]} */
function subpaths(d) {
  /** @type {number[][][]} */
  const all = [];
  let x = 0, y = 0;
  for (const [, command, rest] of d.matchAll(/([MmLlHhVv])([^A-Za-z]*)/g)) {
    const numbers = (rest.match(/-?\d*\.?\d+/g) ?? []).map(Number);
    const kind = command.toLowerCase(), relative = command === kind;
    if (kind === "m") all.push([]);
    for (let i = 0; i < numbers.length; i += kind === "m" || kind === "l" ? 2 : 1) {
      const [x0, y0] = relative ? [x, y] : [0, 0];
      if (kind !== "v") x = numbers[i] + x0;
      if (kind !== "h") y = numbers[kind === "v" ? i : i + 1] + y0;
      all[all.length - 1].push([x, y]);
    }
  }
  return all;
}

// courseOf is the d of a path; while it is animated (tween.js), the d that it will have.
/** @type {WeakMap<Element, string>} */
const bound = new WeakMap(); // path → the course that it is to have
/** @param {Element} path */
const courseOf = (path) => bound.get(path) ?? path.getAttribute("d") ?? "";

// trace lists places a few pixels apart along a path. The browser's own measure takes ten
// times as long.
/** @param {Element} path */
function trace(path) {
  return subpaths(courseOf(path)).flatMap((corners) => corners.flatMap(([x, y], i) => {
    const [x0, y0] = corners[i - 1] ?? [x, y], pieces = Math.ceil(Math.hypot(x - x0, y - y0) / 6) || 1;
    const along = (/** @type {number} */ j) => [x0 + ((x - x0) * j) / pieces, y0 + ((y - y0) * j) / pieces];
    return Array.from({ length: pieces }, (_, j) => along(j + 1));
  }));
}

export { axesOf, insideOf, frameOf, within, overlay, refresh, refreshed, subpaths, bound, courseOf, trace };

// ---- dragging on a map of two parameters ----------------------------------

// A figure with data-drag names the controls that the axes of its first picture
// stand for. A mouse drags on all of it, a tap of a finger puts the place there; what a
// finger drags is the ring (grips.js), which has the focus then, so that a page scrolls past.

// dragged is the figure that is moved on by pointing at its first picture.
/** @type {(target: EventTarget | null) => Slot | null} */
function dragged(target) {
  const plot = around(target, "svg.plot"), slot = slotOf(plot);
  if (!slot?.dataset.drag || plot !== $("svg.plot", slot)) return null;
  const without = (/** @type {string} */ name) => fieldOf(slot, name)?.closest(".control")?.hidden ?? true;
  return slot.dataset.drag.split(" ").every(without) ? null : slot;
}

// lead brings the controls to a place on the screen, as near as they go.
/** @type {(slot: Slot, px: number, py: number) => void} */
function lead(slot, px, py) {
  const svg = $("svg.plot", slot);
  if (!svg) return;
  const f = frameOf(svg);
  const at = f.value(within(px, f.left, f.width), within(py, f.top, f.height));
  slot.dataset.drag?.split(" ").forEach((name, i) => {
    const slide = slideOf(slot, name);
    if (slide) set(slot, name, gridOf(slide)[place(slide, at[i])]);
  });
}

document.addEventListener("pointerdown", (event) => {
  const slot = event.pointerType !== "touch" && !event.button && dragged(event.target);
  if (!slot) return;
  event.preventDefault();
  const move = (/** @type {PointerEvent} */ e) => lead(slot, e.clientX, e.clientY);
  move(event);
  const stop = () => {
    removeEventListener("pointermove", move);
    removeEventListener("pointerup", stop);
    removeEventListener("pointercancel", stop);
  };
  addEventListener("pointermove", move);
  addEventListener("pointerup", stop);
  addEventListener("pointercancel", stop);
});
document.addEventListener("click", (event) => {
  const slot = event.pointerType === "touch" && dragged(event.target);
  if (!slot) return;
  lead(slot, event.clientX, event.clientY);
  $(`.grip[data-sets$=" ${slot.dataset.drag}"]`, slot)?.focus({ preventScroll: true });
});
