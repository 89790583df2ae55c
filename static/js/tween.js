// Marks go from where they were to where they are now. Where a choice or a link has
// brought another picture of the same data, each point, stem, bump and curve takes
// 600 ms to its new place, and the rows of a matrix, then its columns, to their new
// order. Under a slider nothing does: its pictures follow each other too fast. A new
// hand on the figure ends it, and who prefers less motion sees none.

import { $, $$, calm } from "./course.js";
import { axesOf, bound, overlay, subpaths } from "./frame.js";

const duration = 600; // ms
const ease = (t) => t * t * (3 - 2 * t);
const between = (a, b, t) => a + (b - a) * t;

// ---- what there is ---------------------------------------------------------

// Marks are known by their panel and its size, their kind and the number of their datum. Of graphs of
// functions the corners are as many as the shape wants, so that they are paired by x.
const kinds = [".points", ".stems-heads, .stem-high-heads", ".stems, .stem-high", ".bumps", ".curve"];
const graphs = 3; // and the kinds after it
const orderOf = (el) => el.dataset.index?.split(" ").map(Number);

function look(slot) {
  const paths = [], matrices = new Map();
  for (const svg of $$("svg.plot", slot)) {
    const panel = svg.getAttribute("aria-labelledby") + svg.getAttribute("viewBox"), image = $("image.t-gram", svg);
    kinds.forEach((kind, k) => $$(kind, svg).forEach((path, nth) => {
      const d = path.getAttribute("d"), order = orderOf(path), parts = new Map();
      subpaths(d).forEach((corners, i) => {
        const name = [panel, k, kind === ".curve" ? nth : order ? order[i] : i].join();
        parts.set(name, [...(parts.get(name) ?? []), ...corners]); // a bump may have several
      });
      paths.push({ path, d, parts, graph: k >= graphs });
    }));
    if (image) matrices.set(panel, { svg, image, order: orderOf(image) });
  }
  return { paths, matrices, query: new URLSearchParams($(".panels", slot).dataset.query) };
}

// related says whether two states differ, and datum i of one is datum i of the other.
const choosers = ["data", "n", "seed", "points", "words", "holes", "flights", "centres"]; // of data
const related = (a, b) => `${a}` !== `${b}` && choosers.every((name) => a.get(name) === b.get(name));

// ---- paths -------------------------------------------------------------------

// even lists the places of a graph at even steps in x; null of what is no graph.
const steps = 120;
function even(corners) {
  const xs = corners.map(([x]) => x), places = [];
  if (xs.some((x, i) => x < xs[i - 1])) return null;
  for (let k = 0, i = 1; k <= steps; k++) {
    const x = between(xs[0], xs.at(-1), k / steps);
    while (i < xs.length - 1 && xs[i] < x) i++;
    const [[x0, y0], [x1, y1]] = [corners[i - 1], corners[i] ?? corners[i - 1]];
    places.push([x, x1 > x0 ? between(y0, y1, Math.min(1, (x - x0) / (x1 - x0))) : y1]);
  }
  return places;
}

// way lists from where to where the corners of a mark go: x, y, x, y of each. A mark of
// another shape comes from where the middle of the other was. Null where there is no way.
const middle = (corners, j) => corners.reduce((sum, c) => sum + c[j], 0) / corners.length;
function way(old, now, graph) {
  const [from, to] = graph ? [even(old), even(now)] : [old, now];
  if (!from || !to) return null;
  if (from.length === to.length) return to.map((c, i) => [...from[i], ...c]);
  const [dx, dy] = [0, 1].map((j) => middle(from, j) - middle(to, j));
  return to.map(([x, y]) => [x + dx, y + dy, x, y]);
}

const tenth = (v) => Math.round(v * 10) / 10;
const written = (corners, t, closed) => corners.map(([x0, y0, x1, y1], i) =>
  `${i ? "L" : "M"}${tenth(between(x0, x1, t))} ${tenth(between(y0, y1, t))}`).join("") + closed;

// paths returns, for each path that has another course now, what draws it at a time from 0
// to 1.
function paths(before, now) {
  const from = new Map(before.paths.flatMap(({ parts }) => [...parts])), there = new Set(before.paths.map(({ d }) => d));
  return now.paths.flatMap(({ path, d, parts, graph }) => {
    const names = [...parts.keys()], ways = names.map((name) => way(from.get(name) ?? parts.get(name), parts.get(name), graph));
    if (there.has(d) || ways.includes(null) || !names.some((name) => from.has(name))) return [];
    const all = [path], closed = d.endsWith("z") ? "z" : "";
    while (all.at(-1).previousElementSibling?.getAttribute("d") === d) all.push(all.at(-1).previousElementSibling); // rims lie under their marks
    return (t) => {
      const at = t < 1 ? ways.map((corners) => written(corners, ease(t), closed)).join("") : d;
      for (const el of all) el.setAttribute("d", at);
      path.closest("svg").classList.toggle("flying", t < 1);
      if (t < 1) bound.set(path, d);
      else bound.delete(path);
    };
  });
}

// ---- matrices ----------------------------------------------------------------

const canvas = (width, height = width) => Object.assign(document.createElement("canvas"), { width, height });
const penOf = (c) => Object.assign(c.getContext("2d"), { imageSmoothingEnabled: false });

// sorts returns, for each matrix whose order is another now, what draws it: the rows of
// the picture before go to their new places, and then the columns, over the new picture.
function sorts(slot, before, now) {
  return [...now.matrices].flatMap(([panel, { svg, order }]) => {
    const old = before.matrices.get(panel), [x, y] = axesOf(svg), n = x.hi - x.lo;
    if (!old || `${old.order}` === `${order}` || n !== y.lo - y.hi) return [];
    const placesIn = (list) => Array.from({ length: n }, (_, i) => (list ? list.indexOf(i) : i));
    const from = placesIn(old.order), to = placesIn(order), wide = Math.ceil(400 / n), size = n * wide;
    const first = canvas(n), sorted = canvas(n), shown = canvas(size), pen = penOf(shown);
    penOf(first).drawImage(old.image, 0, 0, n, n);
    from.forEach((row, i) => penOf(sorted).drawImage(first, 0, row, n, 1, 0, to[i], n, 1));
    pen.drawImage(first, 0, 0, size, size);
    shown.className = "sorting";
    overlay(slot, svg).append(shown);
    return (t) => {
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

const left = new WeakMap(); // slot → what a choice takes the place of
const flights = new Map(); // slot → {draws, since}
let ticking = 0;
const chosen = ({ detail }) => (detail?.ctx?.target?.matches?.(".slot") ? detail.ctx.target : null); // a slider's target is a part of it

document.addEventListener("htmx:before:swap", (event) => {
  const slot = chosen(event);
  if (!slot) return;
  if (!calm.matches && $(".panels", slot)) left.set(slot, look(slot)); // where they are, though it be on their way
  end(slot);
});

document.addEventListener("course:moved", ({ target: slot }) => {
  const before = left.get(slot);
  left.delete(slot);
  if (!before || !$(".panels", slot)) return;
  const now = look(slot);
  if (!related(before.query, now.query)) return;
  const draws = [...paths(before, now), ...sorts(slot, before, now)];
  if (!draws.length) return;
  slot.classList.add("flying");
  for (const draw of draws) draw(0);
  flights.set(slot, { draws });
  ticking ||= requestAnimationFrame(frame);
});

function frame(time) {
  for (const [slot, flight] of flights) {
    const t = (time - (flight.since ??= time)) / duration;
    if (t < 1) flight.draws.forEach((draw) => draw(t));
    else end(slot);
  }
  ticking = flights.size && requestAnimationFrame(frame);
}

// end has everything stand where it belongs.
function end(slot) {
  flights.get(slot)?.draws.forEach((draw) => draw(1));
  if (flights.delete(slot)) slot.classList.remove("flying");
}
const endOf = ({ target }) => end(target.closest?.(".slot"));

// A new hand comes before whatever it moves.
for (const type of ["input", "course:begin", "pointerdown"]) addEventListener(type, endOf, true);
addEventListener("htmx:after:request", ({ detail }) => end(detail?.ctx?.target?.closest?.(".slot")), true);
addEventListener("beforeprint", () => [...flights.keys()].forEach(end));
