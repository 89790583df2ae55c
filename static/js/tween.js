// Marks go from where they were to where they are now. Where a choice or a link has
// brought another picture of the same data, each point, stem, bump and curve takes
// 600 ms to its new place, and the rows of a matrix, then its columns, to their new
// order. After a slider nothing is animated: its pictures follow each other too fast. The
// next change of the figure ends it, and who prefers less motion sees none.

import { $, $$, calm, hear } from "./dom.js";
import { slotOf } from "./figure.js";
import { axesOf, bound, overlay, subpaths } from "./frame.js";

const duration = 600; // ms
/** @param {number} t */
const ease = (t) => t * t * (3 - 2 * t);
/** @type {(a: number, b: number, t: number) => number} */
const between = (a, b, t) => a + (b - a) * t;

// ---- what there is ---------------------------------------------------------

// Marks are known by their panel and its size, their kind and the number of their datum. Of
// graphs of functions the corners are as many as the shape wants, so that they are paired by x.
const kinds = /** @type {const} */ (
  [".points", ".stems-heads, .stem-high-heads", ".stems, .stem-high", ".bumps", ".curve"]);
const graphs = 3; // the kinds from here on are graphs
/** @param {SVGElement} el */
const orderOf = (el) => el.dataset.index?.split(" ").map(Number);

/**
 * Corners are x and y of each; a path has the corners of each mark by its name.
 * @typedef {number[][]} Corners
 * @typedef {{ path: SVGPathElement, d: string, parts: Map<string, Corners>, graph: boolean }} Path
 * @typedef {{ svg: Plot, image: SVGImageElement, order?: number[] }} Matrix
 * @typedef {{ paths: Path[], matrices: Map<string, Matrix>, query: URLSearchParams }} State
 */
/** @type {(slot: Slot, panels: Panels) => State} */
function look(slot, panels) {
  /** @type {Path[]} */
  const drawn = [];
  /** @type {State["matrices"]} */
  const matrices = new Map();
  for (const svg of $$("svg.plot", slot)) {
    const panel = `${svg.getAttribute("aria-labelledby")}${svg.getAttribute("viewBox")}`;
    const image = $("image.t-gram", svg);
    kinds.forEach((kind, k) => $$(kind, svg).forEach((path, nth) => {
      const d = path.getAttribute("d") ?? "", order = orderOf(path), parts = new Map();
      subpaths(d).forEach((corners, i) => {
        const name = [panel, k, kind === ".curve" ? nth : order ? order[i] : i].join();
        parts.set(name, [...(parts.get(name) ?? []), ...corners]); // a bump may have several
      });
      drawn.push({ path, d, parts, graph: k >= graphs });
    }));
    if (image) matrices.set(panel, { svg, image, order: orderOf(image) });
  }
  return { paths: drawn, matrices, query: new URLSearchParams(panels.dataset.query) };
}

// related says whether two states differ, and datum i of one is datum i of the other.
const choosers = ["data", "n", "seed", "points", "words", "holes", "flights", "centres"]; // of data
/** @type {(a: URLSearchParams, b: URLSearchParams) => boolean} */
const related = (a, b) => `${a}` !== `${b}` && choosers.every((name) => a.get(name) === b.get(name));

// ---- paths -------------------------------------------------------------------

// even lists the places of a graph at even steps in x; null of what is no graph.
const steps = 120;
/** @type {(corners: Corners) => Corners | null} */
function even(corners) {
  const xs = corners.map(([x]) => x), places = [];
  if (xs.some((x, i) => x < xs[i - 1])) return null;
  for (let k = 0, i = 1; k <= steps; k++) {
    const x = between(xs[0], xs[xs.length - 1], k / steps);
    while (i < xs.length - 1 && xs[i] < x) i++;
    const [[x0, y0], [x1, y1]] = [corners[i - 1], corners[i] ?? corners[i - 1]];
    places.push([x, x1 > x0 ? between(y0, y1, Math.min(1, (x - x0) / (x1 - x0))) : y1]);
  }
  return places;
}

// way lists from where to where the corners of a mark go: x, y, x, y of each. A mark of
// another shape comes from where the middle of the other was. Null where there is no way.
/** @type {(corners: Corners, j: number) => number} */
const middle = (corners, j) => corners.reduce((sum, c) => sum + c[j], 0) / corners.length;
/** @type {(old: Corners, now: Corners, graph: boolean) => Corners | null} */
function way(old, now, graph) {
  const [from, to] = graph ? [even(old), even(now)] : [old, now];
  if (!from || !to) return null;
  if (from.length === to.length) return to.map((c, i) => [...from[i], ...c]);
  const [dx, dy] = [0, 1].map((j) => middle(from, j) - middle(to, j));
  return to.map(([x, y]) => [x + dx, y + dy, x, y]);
}

/** @param {number} v */
const tenth = (v) => Math.round(v * 10) / 10;
/** @type {(ways: Corners, t: number, closed: string) => string} */
const written = (corners, t, closed) => corners.map(([x0, y0, x1, y1], i) =>
  `${i ? "L" : "M"}${tenth(between(x0, x1, t))} ${tenth(between(y0, y1, t))}`).join("") + closed;

/** @typedef {(t: number) => void} Draw */
// paths returns, for each path that has another course now, what draws it at a time from 0
// to 1.
/** @type {(before: State, now: State) => Draw[]} */
function paths(before, now) {
  const from = new Map(before.paths.flatMap(({ parts }) => [...parts]));
  const there = new Set(before.paths.map(({ d }) => d));
  return now.paths.flatMap(({ path, d, parts, graph }) => {
    const ways = [...parts].map(([name, corners]) => way(from.get(name) ?? corners, corners, graph));
    const known = ways.filter((one) => one !== null);
    if (there.has(d) || known.length < ways.length || ![...parts.keys()].some((name) => from.has(name))) return [];
    const all = likeIt(path, d), closed = d.endsWith("z") ? "z" : "";
    return (/** @type {number} */ t) => {
      const at = t < 1 ? known.map((corners) => written(corners, ease(t), closed)).join("") : d;
      for (const el of all) el.setAttribute("d", at);
      path.closest("svg")?.classList.toggle("flying", t < 1);
      if (t < 1) bound.set(path, d);
      else bound.delete(path);
    };
  });
}
// likeIt are a path and those right before it of the same course: rims lie under their marks.
/** @type {(path: Element, d: string) => Element[]} */
function likeIt(path, d) {
  const under = path.previousElementSibling;
  return under?.getAttribute("d") === d ? [path, ...likeIt(under, d)] : [path];
}

// ---- matrices ----------------------------------------------------------------

/** @param {number} side */
const canvas = (side) => Object.assign(document.createElement("canvas"), { width: side, height: side });
/** @param {HTMLCanvasElement} c */
function penOf(c) {
  const pen = c.getContext("2d");
  if (!pen) throw new Error("no canvas in this browser");
  pen.imageSmoothingEnabled = false;
  return pen;
}

// sorts returns, for each matrix whose order is another now, what draws it: the rows of
// the picture before go to their new places, and then the columns, over the new picture.
/** @type {(slot: Slot, before: State, now: State) => Draw[]} */
function sorts(slot, before, now) {
  return [...now.matrices].flatMap(([panel, { svg, order }]) => {
    const old = before.matrices.get(panel), [x, y] = axesOf(svg), n = x.hi - x.lo;
    if (!old || `${old.order}` === `${order}` || n !== y.lo - y.hi) return [];
    const placesIn = (/** @type {number[] | undefined} */ list) =>
      Array.from({ length: n }, (_, i) => (list ? list.indexOf(i) : i));
    const from = placesIn(old.order), to = placesIn(order), wide = Math.ceil(400 / n), size = n * wide;
    const first = canvas(n), sorted = canvas(n), shown = canvas(size), pen = penOf(shown);
    penOf(first).drawImage(old.image, 0, 0, n, n);
    from.forEach((row, i) => penOf(sorted).drawImage(first, 0, row, n, 1, 0, to[i], n, 1));
    pen.drawImage(first, 0, 0, size, size);
    shown.className = "sorting";
    overlay(slot, svg).append(shown);
    return (/** @type {number} */ t) => {
      if (t === 1) return shown.remove();
      from.forEach((at, i) => {
        const place = wide * between(at, to[i], ease((2 * t) % 1));
        if (t < 0.5) pen.drawImage(first, 0, at, n, 1, 0, place, size, wide);
        else pen.drawImage(sorted, at, 0, 1, n, place, 0, wide, size);
      });
    };
  });
}

// ---- flights -----------------------------------------------------------------

/** @type {WeakMap<Slot, State>} */
const left = new WeakMap(); // slot → what a choice takes the place of
/** @type {Map<Slot, { draws: Draw[], since?: number }>} */
const flights = new Map();
let ticking = 0;

document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const slot = slotOf(ctx.target ?? null);
  if (!slot || slot !== ctx.target) return; // a slider's target is a part of it
  const panels = $(".panels", slot);
  if (!calm.matches && panels) left.set(slot, look(slot, panels)); // while they fly, too
  end(slot);
});

hear("moved", (slot) => {
  const before = left.get(slot), panels = $(".panels", slot);
  left.delete(slot);
  if (!before || !panels) return;
  const now = look(slot, panels);
  if (!related(before.query, now.query)) return;
  const draws = [...paths(before, now), ...sorts(slot, before, now)];
  if (!draws.length) return;
  slot.classList.add("flying");
  for (const draw of draws) draw(0);
  flights.set(slot, { draws });
  ticking ||= requestAnimationFrame(frame);
});

/** @param {number} time */
function frame(time) {
  for (const [slot, flight] of flights) {
    const t = (time - (flight.since ??= time)) / duration;
    if (t < 1) flight.draws.forEach((draw) => draw(t));
    else end(slot);
  }
  ticking = flights.size && requestAnimationFrame(frame);
}

// end has everything stand where it belongs.
/** @param {Slot | null} slot */
function end(slot) {
  const flight = slot && flights.get(slot);
  if (!flight) return;
  flight.draws.forEach((draw) => draw(1));
  flights.delete(slot);
  slot.classList.remove("flying");
}

// A change of the figure ends it before anything else hears of that.
for (const type of ["input", "course:begin", "pointerdown"]) {
  addEventListener(type, ({ target }) => end(slotOf(target)), true);
}
addEventListener("htmx:after:request", ({ detail: { ctx } }) => end(slotOf(ctx.target ?? null)), true);
addEventListener("beforeprint", () => [...flights.keys()].forEach(end));
