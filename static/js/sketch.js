// A sketch: the reader draws where the fit ought to go, while the fit hides, and
// then sees both, with how far they are apart. It is kept in this browser, one for
// each figure and data set.

import { $, $$, the, around, is, made, perElement, tell, read, write } from "./dom.js";
import { slotOf, fieldOf, announce } from "./figure.js";
import { insideOf, frameOf, overlay, refreshed, trace } from "./frame.js";
import { heighten } from "./tall.js";

const columns = 100; // a sketch is a height, or nothing, at 0, 1, …, columns hundredths of the width
/** @param {Slot} slot */
const panelOf = (slot) => $$("svg.plot[data-frame]", slot).find((svg) =>
  $(".curve", svg) && $(".points", svg) && svg.dataset.x.endsWith("lin") && svg.dataset.y.endsWith("lin"));

// ---- kept ------------------------------------------------------------------

/**
 * A height for each column, and a sketch of the data of that name over an axis x: the last
 * @typedef {(number | null)[]} Heights
 * one, and the first where a question was answered with it. Kept with when it was drawn.
 * @typedef {{ name: string, x: string, y: Heights, first?: Heights }} Sketch
 */
/** @type {() => Heights} */
const empty = () => Array(columns + 1).fill(null);
const shelf = "gramophone.sketches";
/** @param {Slot} slot */
const nameOf = (slot) => `${slot.dataset.path} ${fieldOf(slot, "data")?.value ?? ""}`;
/** @type {() => Record<string, { x: string, y: Heights, first?: Heights, at?: number }>} */
const sketches = () => read(shelf) ?? {};

// What is known of a figure: its sketch, where the pen of the keyboard is, and who waits for
// the sketch.
/** @typedef {{ sketch: Sketch, pen: { i: number, y: number } | null, asks: (() => void) | null }} State */
/** @type {(slot: Slot) => State} */
const stateOf = perElement((_) => ({ sketch: { name: "", x: "", y: empty() }, pen: null, asks: null }));
/** @param {Slot} slot */
const sketchOf = (slot) => stateOf(slot).sketch;

/** @param {Slot} slot */
function keep(slot) {
  const all = sketches();
  const { name, x, y, first } = sketchOf(slot);
  if (drawn(slot)) all[name] = { x, y, first, at: Date.now() };
  else delete all[name];
  write(shelf, all);
}
// take reads what was kept for the data now shown, if it was drawn over this axis.
/** @type {(slot: Slot, svg: Plot) => void} */
function take(slot, svg) {
  const name = nameOf(slot), f = frameOf(svg), x = `${f.xlo} ${f.xhi}`, last = sketchOf(slot);
  if (last.name === name && last.x === x) return;
  const kept = sketches()[name], fits = kept?.x === x && kept.y.length === columns + 1;
  stateOf(slot).sketch = fits ? { name, x, y: kept.y, first: kept.first } : { name, x, y: empty() };
}

// ---- shown -------------------------------------------------------------------

/** @param {Heights} [sketch] */
const some = (sketch) => sketch?.some((y) => y !== null) ?? false;
/** @param {Slot} slot */
const drawn = (slot) => some(sketchOf(slot).y) || some(sketchOf(slot).first);

// What is drawn: the first sketch and the last.
const strokes = '<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">' +
  ["first", "last"].map((which) =>
    `<path class="sketch ${which}" vector-effect="non-scaling-stroke"></path>`).join("") + "</svg>";

/** @param {Slot} slot */
function tools(slot) {
  if ($("[data-sketch]", slot)) return;
  const buttons = the("span.buttons", slot); // not those that propose a site
  const draw = made("button", { type: "button", class: "icon drawing", "data-sketch": "draw" });
  draw.append(made("span", {}));
  the(".telling", buttons).after(draw, made("button", { type: "button", "data-sketch": "clear" }, "Clear sketch"));
  buttons.before(made("p", { class: "sketched" }));
}

/** @param {Slot} slot */
function show(slot) {
  const svg = panelOf(slot), on = slot.matches(".sketching");
  if (!svg) {
    slot.classList.remove("sketching");
    $$("[data-sketch], .sketched, .sketchpad", slot).forEach((el) => el.remove());
    return;
  }
  take(slot, svg);
  tools(slot);
  if (!slot.closest(".stage")) heighten(svg, on); // on the projector it fills the screen as it is
  const draw = the('[data-sketch="draw"]', slot), words = the(".sketched", slot);
  the("span", draw).textContent = draw.title = on ? "Done" : "Sketch";
  the('[data-sketch="clear"]', slot).hidden = !drawn(slot);
  const layer = overlay(slot, svg), f = frameOf(svg);
  if (!on && !drawn(slot)) {
    $(".sketchpad", layer)?.remove();
    words.textContent = "";
    return;
  }
  const pad = padOn(layer), { y, first = [] } = sketchOf(slot);
  the(".sketch.first", pad).setAttribute("d", pathOf(first, f));
  the(".sketch.last", pad).setAttribute("d", pathOf(y, f));
  if (on) pen(slot, pad, f);
  const hides = stateOf(slot).asks ? "" : "The fit hides. ";
  words.textContent = on ? `${hides}Draw, by hand or with the arrow keys, where you think it goes.`
    : apart(slot, svg, f);
}

// padOn is what a hand draws on, over a panel: made when first wanted.
/** @param {HTMLElement} layer */
function padOn(layer) {
  const there = $(".sketchpad", layer);
  if (there) return there;
  const pad = made("div", { class: "sketchpad" });
  pad.innerHTML = strokes;
  pad.append(made("div", {
    class: "pen", role: "slider", tabindex: 0, "aria-valuemin": 0, "aria-valuemax": columns,
    "aria-label": "Pen: left and right draw on, up and down change the height",
  }));
  layer.append(pad);
  return pad;
}
// pathOf is the course of a sketch, in hundredths of the frame.
/** @type {(sketch: Heights, f: Frame) => string} */
function pathOf(sketch, f) {
  let d = "", down = false;
  sketch.forEach((y, i) => {
    if (y !== null) d += `${down ? "L" : "M"}${i} ${(100 * (f.yhi - y)) / (f.yhi - f.ylo)}`;
    down = y !== null;
  });
  return d;
}

// penOf is where the pen of the keyboard is: first in the middle of the left edge.
/** @type {(slot: Slot, f: Frame) => { i: number, y: number }} */
const penOf = (slot, f) => (stateOf(slot).pen ??= { i: 0, y: (f.ylo + f.yhi) / 2 });
/** @type {(slot: Slot, pad: HTMLElement, f: Frame) => void} */
function pen(slot, pad, f) {
  const p = penOf(slot, f), el = the(".pen", pad);
  el.style.left = `${(100 * p.i) / columns}%`;
  el.style.top = `${Math.min(100, Math.max(0, (100 * (f.yhi - p.y)) / (f.yhi - f.ylo)))}%`;
  el.ariaValueNow = String(p.i);
  el.ariaValueText = `at ${short(f.xlo + ((f.xhi - f.xlo) * p.i) / columns)}, height ${short(p.y)}`;
}
/** @param {number} v */
const short = (v) => String(Number(v.toPrecision(3))).replace("-", "−");

// heights reads the drawn fit at the sketch's columns, with nothing where it has
// left the frame.
/** @type {(svg: Plot, f: Frame) => Heights} */
function heights(svg, f) {
  const { x0, y0, x1, y1 } = insideOf(svg);
  const out = empty(), wide = (x1 - x0) / columns;
  let last = null;
  for (const [px, py] of trace(the(".curve", svg))) {
    const a = last && (last[0] - x0) / wide, b = (px - x0) / wide;
    if (last && a !== null && b - a < 2) { // not over a gap
      for (let i = Math.ceil(a - 1e-6); i <= b + 1e-6; i++) {
        const t = b > a ? (i - a) / (b - a) : 1;
        out[i] = f.yhi - ((f.yhi - f.ylo) * (last[1] + t * (py - last[1]) - y0)) / (y1 - y0);
      }
    }
    last = [px, py];
  }
  return out;
}

// far is the mean distance of a sketch from the curve, where both are; null where they
// do not meet.
/** @type {(curve: Heights, sketch?: Heights) => number | null} */
function far(curve, sketch = []) {
  const gaps = curve.flatMap((v, i) => {
    const y = sketch[i] ?? null;
    return v === null || y === null ? [] : [Math.abs(v - y)];
  });
  return gaps.length ? gaps.reduce((a, b) => a + b) / gaps.length : null;
}
/** @param {Plot} svg */
const unitOf = (svg) => $(".name-y", svg)?.textContent.match(/\(([^()]*)\)$/)?.[1] ?? "";

// apart says how far the sketches are from the curve.
/** @type {(slot: Slot, svg: Plot, f: Frame) => string} */
function apart(slot, svg, f) {
  const curve = heights(svg, f), unit = unitOf(svg), { y, first } = sketchOf(slot);
  const said = (/** @type {number} */ d) => short(d) + (unit && " " + unit);
  const now = far(curve, y), before = far(curve, first);
  if (now === null) return "Your sketch and the curve do not meet.";
  return `Your sketch (dashed) is ${said(now)} from the curve, on average.` +
    (before === null ? "" : ` Your first (dotted) was ${said(before)} from it.`);
}

// ---- a question that a sketch answers: predict.js ---------------------------------

// drawIn has the reader draw in a figure as it is, and calls back when that is done. The
// first sketch stays beside those that come after it.
/** @type {(slot: Slot, asks: () => void) => void} */
function drawIn(slot, asks) {
  stateOf(slot).asks = asks;
  slot.classList.add("asking");
  begin(slot);
}

// distance is how far the sketch is from the curve that is now shown, to two digits.
/** @param {Slot} slot */
function distance(slot) {
  const svg = panelOf(slot), d = svg ? far(heights(svg, frameOf(svg)), sketchOf(slot).y) : null;
  return d === null ? null : Number(d.toPrecision(2));
}

// shares are a sketch's heights as shares of its panel's, from below; null while it is not
// across more than half of the panel. What is left out is as high as what is drawn nearest.
/** @type {(slot: Slot) => number[] | null} */
function shares(slot) {
  const svg = panelOf(slot), { y } = sketchOf(slot);
  const there = y.flatMap((v, i) => (v === null ? [] : [i]));
  if (!svg || 2 * there.length <= columns) return null;
  const { ylo, yhi } = frameOf(svg);
  return y.map((_, i) => {
    const near = there.reduce((a, b) => (Math.abs(b - i) < Math.abs(a - i) ? b : a));
    return (Number(y[near]) - ylo) / (yhi - ylo);
  });
}

export { drawIn, distance, panelOf, shares };

// ---- drawn by hand --------------------------------------------------------------

// stroke draws from one column and height to another.
/** @type {(slot: Slot, i: number, y: number, j: number, z: number) => void} */
function stroke(slot, i, y, j, z) {
  const step = j >= i ? 1 : -1;
  for (let c = i; ; c += step) {
    sketchOf(slot).y[c] = Number((i === j ? z : y + ((z - y) * (c - i)) / (j - i)).toPrecision(4));
    if (c === j) break;
  }
  stateOf(slot).pen = { i: j, y: z };
  show(slot);
}

/** @type {(event: PointerEvent, svg: Plot) => [number, number]} */
function at(event, svg) {
  const f = frameOf(svg), [x, y] = f.value(event.clientX, event.clientY);
  const column = Math.round((columns * (x - f.xlo)) / (f.xhi - f.xlo));
  return [Math.min(columns, Math.max(0, column)), Math.min(f.yhi, Math.max(f.ylo, y))];
}

/** @type {{ slot: Slot, id: number, i: number, y: number } | null} */
let drawing = null; // the pen that is down
document.addEventListener("pointerdown", (event) => {
  const pad = around(event.target, ".sketchpad"), slot = slotOf(pad), svg = slot && panelOf(slot);
  if (!pad || !svg || drawing || event.button) return;
  event.preventDefault();
  pad.setPointerCapture(event.pointerId);
  const [i, y] = at(event, svg);
  drawing = { slot, id: event.pointerId, i, y };
  stroke(slot, i, y, i, y);
});
document.addEventListener("pointermove", (event) => {
  const svg = drawing && panelOf(drawing.slot);
  if (!svg || event.pointerId !== drawing?.id) return;
  const [i, y] = at(event, svg);
  stroke(drawing.slot, drawing.i, drawing.y, i, y);
  Object.assign(drawing, { i, y });
});
for (const type of /** @type {const} */ (["pointerup", "pointercancel"])) {
  addEventListener(type, (event) => {
    if (!drawing || event.pointerId !== drawing.id) return;
    keep(drawing.slot);
    tell(drawing.slot, "sketched");
    drawing = null;
  });
}

/** @type {Record<string, number[]>} */
const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
document.addEventListener("keydown", (event) => {
  if (!is(event.target, ".pen") || event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(event.target), svg = slot && panelOf(slot);
  if (!svg) return;
  if (event.key === "Escape" || event.key === "Enter") done(slot, false);
  else if (!arrows[event.key]) return;
  else {
    const f = frameOf(svg), p = penOf(slot, f), [di, dy] = arrows[event.key].map((d) => d * (event.shiftKey ? 10 : 1));
    const i = Math.min(columns, Math.max(0, p.i + di));
    const y = Math.min(f.yhi, Math.max(f.ylo, p.y + (dy * (f.yhi - f.ylo)) / 50));
    stroke(slot, dy ? i : p.i, y, i, y);
    keep(slot);
    tell(slot, "sketched");
  }
  event.preventDefault();
});

// begin draws anew: the first sketch is kept, one that came after it gives way.
/** @param {Slot} slot */
function begin(slot) {
  const { y, first } = sketchOf(slot);
  if (some(y)) Object.assign(sketchOf(slot), { first: first ?? y, y: empty() });
  done(slot, true);
}

/** @type {(slot: Slot, on: boolean) => void} */
function done(slot, on) {
  slot.classList.toggle("sketching", on);
  const state = stateOf(slot), { asks } = state;
  if (!on && asks) {
    state.asks = null;
    slot.classList.remove("asking");
    if (some(state.sketch.y)) asks();
  }
  show(slot);
  tell(slot, "drawing");
  if (on) {
    focusOn(slot, ".pen");
    const svg = panelOf(slot), box = svg?.getBoundingClientRect();
    if (box && (box.top < 0 || box.bottom > innerHeight)) svg?.scrollIntoView({ block: "center" });
  } else {
    const focused = document.activeElement;
    if (focused === document.body || focused?.matches(".pen")) focusOn(slot, '[data-sketch="draw"]');
    announce(slot, $(".sketched", slot)?.textContent ?? "");
  }
}
/** @type {(slot: Slot, selector: string) => void} */
const focusOn = (slot, selector) => $(selector, slot)?.focus({ preventScroll: true });

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-sketch]"), slot = slotOf(button);
  if (!button || !slot) return;
  const on = slot.matches(".sketching");
  if (button.dataset.sketch === "draw") {
    if (on) done(slot, false);
    else begin(slot);
    return;
  }
  const state = stateOf(slot);
  state.sketch.y = empty();
  delete state.sketch.first;
  state.pen = null;
  keep(slot);
  show(slot);
  focusOn(slot, on ? ".pen" : '[data-sketch="draw"]');
});

refreshed(show);
