// Handles of a picture that are no data: each lies where the server says, and sets the
// controls that its coordinates stand for. Their rings lie in the overlay, as those of
// one's own points do, and are moved by the same hands (hands.js).

import { $, $$, slotOf, made, set, gridOf, place } from "./course.js";
import { axesOf, frameOf, overlay, refreshed } from "./frame.js";
import { rounded } from "./points.js";

const listOf = (slot) => {
  const text = $(".panels", slot)?.dataset.handles;
  if (slot.gripped !== text) Object.assign(slot, { gripped: text, grips: text ? JSON.parse(text) : [] });
  return slot.grips ?? [];
};
// A handle is known by what it sets: others may come and go while it is held.
const nameOf = (grip) => [grip.Panel, grip.X.Sets, grip.Y.Sets].join(" ");
const gripOf = (slot, ring) => listOf(slot).find((grip) => nameOf(grip) === ring.dataset.sets);
const panelOf = (grip) => document.getElementById(`${grip.Panel}-title`)?.closest("svg");
const fieldOf = (slot, side) => document.getElementById(`${slot.id}-${side.Sets}`);
const slideOf = (slot, side) => document.getElementById(`${slot.id}-${side.Sets}-slider`);

// free is whether a coordinate sets a control that the reader may set.
function free(slot, side) {
  const field = side.Sets && fieldOf(slot, side);
  return Boolean(field) && !field.readOnly && field.type !== "hidden" && !field.closest(".control")?.matches("[hidden], .veiled");
}

// where is a coordinate now: as far from where the server saw it as its control has moved.
function where(slot, side) {
  const v = free(slot, side) ? Number(fieldOf(slot, side).value) : NaN;
  return Number.isFinite(v) ? side.At + (v - side.Now) * side.Per : side.At;
}
const placeOf = (slot, grip) => [where(slot, grip.X), where(slot, grip.Y)];

const tell = (slot, grip) => `${grip.Label}: ` + [grip.X, grip.Y].filter((side) => free(slot, side)).map((side) => {
  const field = fieldOf(slot, side);
  return `${field.closest(".control").dataset.label} ${field.value}`;
}).join(", ");

// ---- shown -----------------------------------------------------------------

// put puts a figure's rings where their handles are now; what lies under them need not
// be looked at for that.
function put(slot) {
  for (const ring of $$(".grip", slot)) {
    const grip = gripOf(slot, ring), svg = grip && panelOf(grip);
    if (!svg) continue;
    const [x, y] = axesOf(svg), [u, v] = placeOf(slot, grip);
    ring.hidden = !free(slot, grip.X) && !free(slot, grip.Y);
    const within = (s) => `${100 * Math.min(1, Math.max(0, s))}%`;
    const style = { left: within(x.share(u)), top: within(1 - y.share(v)) }, label = tell(slot, grip);
    for (const [name, value] of Object.entries(style)) if (ring.style[name] !== value) ring.style[name] = value;
    if (ring.ariaLabel !== label) ring.ariaLabel = label;
  }
}

function show(slot) {
  const list = listOf(slot);
  const wanted = new Set();
  list.forEach((grip, i) => {
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
    ring.dataset.grip = i;
    wanted.add(ring);
  });
  for (const ring of $$(".grip", slot)) if (!wanted.has(ring)) ring.remove();
  for (const group of $$(".grips", slot)) if (!group.children.length) group.remove();
  put(slot);
}
refreshed(show);
document.addEventListener("course:moved", ({ target: slot }) => {
  const rings = $$(".grip", slot);
  if (rings.length === listOf(slot).length && rings.every((ring) => gripOf(slot, ring))) put(slot);
  else show(slot);
});
for (const type of ["veiled", "stopped"]) document.addEventListener("course:" + type, ({ target: slot }) => put(slot));
document.addEventListener("input", ({ target }) => {
  const slot = target.matches?.(".slide") && slotOf(target);
  if (slot?.grips?.length) put(slot);
});

// ---- moved ---------------------------------------------------------------------

// bring sets the controls of a handle so that it lies at p, as near as they go.
function bring(slot, grip, p, f) {
  const sides = [[grip.X, p[0], f.axes[0]], [grip.Y, p[1], f.axes[1]]].filter(([side]) => free(slot, side));
  const values = sides.map(([side, at, axis]) => {
    const v = side.Now + (at - side.At) / side.Per;
    if (grip.Snaps) return Number(gridOf(slideOf(slot, side))[place(slideOf(slot, side), v)]);
    if (side.Whole) return Math.round(v);
    return axis.log ? Number(v.toPrecision(3)) : rounded(v, (axis.hi - axis.lo) / Math.abs(side.Per));
  });
  assign(slot, sides.map(([side], i) => [side, values[i]]));
}

// assign sets controls, and asks for the picture once.
function assign(slot, values) {
  const anew = values.map(([side, v]) => {
    const grid = gridOf(slideOf(slot, side));
    return [side, String(Math.min(Number(grid.at(-1)), Math.max(Number(grid[0]), v)))];
  }).filter(([side, v]) => v !== fieldOf(slot, side).value);
  anew.forEach(([side, v], i) => set(slot, side.Sets, v, i < anew.length - 1));
  put(slot);
}

// held is what hands know of a thing that they move: where it is, what it was, how to
// take it elsewhere, and back.
function held(ring) {
  const slot = slotOf(ring), grip = gripOf(slot, ring), svg = grip && panelOf(grip);
  if (!svg || ring.hidden) return null;
  const sides = [grip.X, grip.Y].filter((side) => free(slot, side));
  return {
    svg,
    at: placeOf(slot, grip),
    was: sides.map((side) => [side, Number(fieldOf(slot, side).value)]),
    to: (p, f) => bring(slot, grip, p, f),
    back: (was) => assign(slot, was),
    begin() {},
    tapped({ clientX, clientY }) {
      const f = frameOf(svg);
      if (grip.Snaps) bring(slot, grip, f.value(clientX, clientY), f);
    },
    next: (steps, f) => [grip.X, grip.Y].map((side, j) => stepped(slot, side, steps[j], f.axes[j], grip.Snaps)),
  };
}

// stepped is a coordinate after some steps of a key: hundredths of its axis, places of a
// slider that it snaps to, and of a whole number one by one at least.
function stepped(slot, side, steps, axis, snaps) {
  const at = where(slot, side);
  if (!steps || !free(slot, side)) return at;
  const way = Math.sign(steps * (axis.hi - axis.lo));
  if (snaps) {
    const slide = slideOf(slot, side), grid = gridOf(slide);
    return Number(grid[Math.min(grid.length - 1, Math.max(0, place(slide, at) + way * Math.abs(steps)))]);
  }
  if (axis.log) return axis.value(axis.share(at) + steps / 100);
  const least = side.Whole ? Math.abs(side.Per) : 0;
  return at + way * Math.abs(steps) * Math.max(Math.abs(axis.hi - axis.lo) / 100, least);
}

export { held };
