// Handles of a picture that are no data: each lies where the server says, and sets the
// controls that its coordinates stand for. Their rings lie in the overlay, as those of
// one's own points do, and are moved by the same hands (hands.js).

import { $, $$, is, hear, made } from "./dom.js";
import { slotOf, fieldOf, slideOf, gridOf, place } from "./figure.js";
import { set } from "./moves.js";
import { axesOf, frameOf, overlay, refreshed } from "./frame.js";
import { rounded } from "./points.js";

/** @type {WeakMap<Slot, { text: string, grips: Grip[] }>} */
const read = new WeakMap();
// listOf are a figure's handles, read anew when the server has listed others.
/** @param {Slot} slot */
function listOf(slot) {
  const text = $(".panels", slot)?.dataset.handles || "null";
  let known = read.get(slot);
  if (known?.text !== text) read.set(slot, known = { text, grips: JSON.parse(text) ?? [] });
  return known.grips;
}
// A handle is known by what it sets: others may come and go while it is held.
/** @param {Grip} grip */
const nameOf = (grip) => [grip.Panel, grip.X.Sets, grip.Y.Sets].join(" ");
/** @type {(slot: Slot, ring: HTMLElement) => Grip | undefined} */
const gripOf = (slot, ring) => listOf(slot).find((grip) => nameOf(grip) === ring.dataset.sets);
/** @param {Grip} grip */
const panelOf = (grip) => document.getElementById(`${grip.Panel}-title`)?.closest("svg.plot");

// freeOf is the field and the slider of the control that a coordinate sets, if the reader
// may set it.
/** @type {(slot: Slot, side: Side) => { field: HTMLInputElement, slide: Slide } | null} */
function freeOf(slot, side) {
  const field = side.Sets ? fieldOf(slot, side.Sets) : null, slide = slideOf(slot, side.Sets);
  if (!(field instanceof HTMLInputElement) || !slide || field.readOnly || field.type === "hidden") return null;
  return field.closest(".control")?.matches("[hidden], .veiled") ? null : { field, slide };
}

// where is a coordinate now: as far from where the server saw it as its control has moved.
/** @type {(slot: Slot, side: Side) => number} */
function where(slot, side) {
  const v = Number(freeOf(slot, side)?.field.value ?? NaN);
  return Number.isFinite(v) ? side.At + (v - side.Now) * side.Per : side.At;
}
/** @type {(slot: Slot, grip: Grip) => [number, number]} */
const placeOf = (slot, grip) => [where(slot, grip.X), where(slot, grip.Y)];

/** @type {(slot: Slot, grip: Grip) => string} */
const tell = (slot, grip) => `${grip.Label}: ` + [grip.X, grip.Y].flatMap((side) => {
  const field = freeOf(slot, side)?.field;
  return field ? `${field.closest(".control")?.dataset.label} ${field.value}` : [];
}).join(", ");

// ---- shown -----------------------------------------------------------------

// put puts a figure's rings where their handles are now, without measuring the page.
/** @param {Slot} slot */
function put(slot) {
  for (const ring of $$(".grip", slot)) {
    const grip = gripOf(slot, ring), svg = grip && panelOf(grip);
    if (!svg) continue;
    const [x, y] = axesOf(svg), [u, v] = placeOf(slot, grip);
    ring.hidden = !freeOf(slot, grip.X) && !freeOf(slot, grip.Y);
    const left = percent(x.share(u)), top = percent(1 - y.share(v)), label = tell(slot, grip);
    if (ring.style.left !== left) ring.style.left = left;
    if (ring.style.top !== top) ring.style.top = top;
    if (ring.ariaLabel !== label) ring.ariaLabel = label;
  }
}

/** @param {number} share */
const percent = (share) => `${100 * Math.min(1, Math.max(0, share))}%`;

/** @param {Slot} slot */
function show(slot) {
  const wanted = new Set();
  listOf(slot).forEach((grip, i) => {
    const svg = panelOf(grip);
    if (!svg) return;
    const layer = overlay(slot, svg);
    let group = $(".grips", layer);
    if (!group) {
      group = made("div", { class: "grips", role: "group", "aria-label": "Handles: arrow keys move one" });
      layer.append(group);
    }
    let ring = $$(".grip", group).find((other) => other.dataset.sets === nameOf(grip));
    if (!ring) {
      ring = made("button", { type: "button", class: "handle grip", "data-sets": nameOf(grip) });
      group.append(ring);
    }
    ring.dataset.grip = String(i);
    wanted.add(ring);
  });
  for (const ring of $$(".grip", slot)) if (!wanted.has(ring)) ring.remove();
  for (const group of $$(".grips", slot)) if (!group.children.length) group.remove();
  put(slot);
}
refreshed(show);
hear("moved", (slot) => {
  const rings = $$(".grip", slot);
  if (rings.length === listOf(slot).length && rings.every((ring) => gripOf(slot, ring))) put(slot);
  else show(slot);
});
hear("veiled", put);
hear("stopped", put);
document.addEventListener("input", ({ target }) => {
  const slot = is(target, ".slide") ? slotOf(target) : null;
  if (slot) put(slot);
});

// ---- moved ---------------------------------------------------------------------

// bring sets the controls of a handle so that it lies at p, as near as they go.
/** @type {(slot: Slot, grip: Grip, p: number[], f: Frame) => void} */
function bring(slot, grip, p, f) {
  assign(slot, [grip.X, grip.Y].flatMap((side, j) => {
    const slide = freeOf(slot, side)?.slide, axis = f.axes[j];
    return slide ? [[side, nearest(grip, side, side.Now + (p[j] - side.At) / side.Per, slide, axis)]] : [];
  }));
}
// nearest is a value that a control may have, as near to v as it goes.
/** @type {(grip: Grip, side: Side, v: number, slide: Slide, axis: Axis) => number} */
function nearest(grip, side, v, slide, axis) {
  if (grip.Snaps) return Number(gridOf(slide)[place(slide, v)]);
  if (side.Whole) return Math.round(v);
  return axis.log ? Number(v.toPrecision(3)) : rounded(v, (axis.hi - axis.lo) / Math.abs(side.Per));
}

// assign sets controls, and asks for the picture once.
/** @type {(slot: Slot, values: [Side, number][]) => void} */
function assign(slot, values) {
  const anew = values.flatMap(([side, v]) => {
    const free = freeOf(slot, side), grid = free && gridOf(free.slide).map(Number);
    if (!grid) return [];
    const value = String(Math.min(grid[grid.length - 1], Math.max(grid[0], v)));
    return value === free.field.value ? [] : [{ name: side.Sets, value }];
  });
  anew.forEach(({ name, value }, i) => set(slot, name, value, i < anew.length - 1));
  put(slot);
}

// held is what hands know of a handle that they move; null when it is gone.
/** @type {(ring: HTMLElement) => Held | null} */
function held(ring) {
  const slot = slotOf(ring), grip = slot && gripOf(slot, ring), svg = grip && panelOf(grip);
  if (!svg || ring.hidden) return null;
  /** @type {[Side, number][]} */
  const was = [grip.X, grip.Y].flatMap((side) => {
    const free = freeOf(slot, side);
    return free ? [[side, Number(free.field.value)]] : [];
  });
  return {
    svg,
    at: placeOf(slot, grip),
    move: { begin() {}, back: () => assign(slot, was) },
    to: (p, f) => bring(slot, grip, p, f),
    tapped({ clientX, clientY }) {
      const f = frameOf(svg);
      if (grip.Snaps) bring(slot, grip, f.value(clientX, clientY), f);
    },
    next: (steps, f) => [grip.X, grip.Y].map((side, j) => stepped(slot, side, steps[j], f.axes[j], grip.Snaps)),
  };
}

// stepped is a coordinate after some steps of a key: hundredths of its axis, places of a
// slider that it snaps to, and of a whole number one by one at least.
/** @type {(slot: Slot, side: Side, steps: number, axis: Axis, snaps: boolean) => number} */
function stepped(slot, side, steps, axis, snaps) {
  const at = where(slot, side), slide = freeOf(slot, side)?.slide;
  if (!steps || !slide) return at;
  const way = Math.sign(steps * (axis.hi - axis.lo));
  if (snaps) {
    const grid = gridOf(slide);
    return Number(grid[Math.min(grid.length - 1, Math.max(0, place(slide, at) + way * Math.abs(steps)))]);
  }
  if (axis.log) return axis.value(axis.share(at) + steps / 100);
  const least = side.Whole ? Math.abs(side.Per) : 0;
  return at + way * Math.abs(steps) * Math.max(Math.abs(axis.hi - axis.lo) / 100, least);
}

export { held };
