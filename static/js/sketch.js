// A sketch: the reader draws where the fit ought to go, while the fit hides, and
// then sees both, with how far they are apart. It is kept in this browser, one for
// each figure and data set.

import { $, $$, slotOf, made, tell, announce, read, write } from "./course.js";
import { insideOf, frameOf, overlay, refreshed, trace } from "./frame.js";
import { heighten } from "./tall.js";

const columns = 100; // a sketch is a height, or nothing, at 0, 1, …, columns hundredths of the width
const panelOf = (slot) => $$("svg.plot[data-frame]", slot).find((svg) =>
  $(".curve", svg) && $(".points", svg) && svg.dataset.x.endsWith("lin") && svg.dataset.y.endsWith("lin"));

// ---- kept ------------------------------------------------------------------

const empty = () => Array(columns + 1).fill(null);
const shelf = "gramophone.sketches";
const nameOf = (slot) => `${slot.dataset.path} ${document.getElementById(`${slot.id}-data`)?.value ?? ""}`;
const sketches = () => read(shelf) ?? {};
function keep(slot) {
  const all = sketches();
  const { name, x, y, first } = slot.sketch;
  if (drawn(slot)) all[name] = { x, y, first };
  else delete all[slot.sketch.name];
  write(shelf, all);
}
// take takes down the sketch of the data now shown, if it was drawn over this axis.
function take(slot, svg) {
  const name = nameOf(slot), f = frameOf(svg), x = `${f.xlo} ${f.xhi}`;
  if (slot.sketch?.name === name && slot.sketch.x === x) return;
  const kept = sketches()[name];
  slot.sketch = { name, x, y: empty(), ...(kept?.x === x && kept.y.length === columns + 1 && { y: kept.y, first: kept.first }) };
}

// ---- shown -------------------------------------------------------------------

const some = (heights) => heights?.some((y) => y !== null);
const drawn = (slot) => some(slot.sketch.y) || some(slot.sketch.first);

function tools(slot) {
  if ($("[data-sketch]", slot)) return;
  const buttons = $(".buttons", slot);
  const draw = made("button", { type: "button", class: "icon", "data-sketch": "draw" });
  draw.innerHTML = '<svg viewBox="0 0 20 20" aria-hidden="true"><path d="M3 17l1-4.2L14 3l3 3L7.2 16zM12 5l3 3"></path></svg><span></span>';
  $(".telling", buttons).after(draw, made("button", { type: "button", "data-sketch": "clear" }, "Clear sketch"));
  buttons.before(made("p", { class: "sketched" }));
}

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
  const draw = $('[data-sketch="draw"]', slot);
  $("span", draw).textContent = draw.title = on ? "Done" : "Sketch";
  $('[data-sketch="clear"]', slot).hidden = !drawn(slot);
  const layer = overlay(slot, svg), f = frameOf(svg);
  let pad = $(".sketchpad", layer);
  if (!on && !drawn(slot)) {
    pad?.remove();
    $(".sketched", slot).textContent = "";
    return;
  }
  if (!pad) {
    pad = made("div", { class: "sketchpad" });
    pad.innerHTML = '<svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true"><path class="sketch first" vector-effect="non-scaling-stroke"></path><path class="sketch last" vector-effect="non-scaling-stroke"></path></svg>';
    pad.append(made("div", { class: "pen", role: "slider", tabindex: 0, "aria-label": "Pen: left and right draw on, up and down change the height", "aria-valuemin": 0, "aria-valuemax": columns }));
    layer.append(pad);
  }
  for (const [name, heights] of [["first", slot.sketch.first ?? []], ["last", slot.sketch.y]]) {
    let d = "", down = false;
    heights.forEach((y, i) => {
      if (y !== null) d += `${down ? "L" : "M"}${i} ${(100 * (f.yhi - y)) / (f.yhi - f.ylo)}`;
      down = y !== null;
    });
    $(`.sketch.${name}`, pad).setAttribute("d", d);
  }
  if (on) pen(slot, pad, f);
  $(".sketched", slot).textContent = on ? `${slot.asks ? "" : "The fit hides. "}Draw, by hand or with the arrow keys, where you think it goes.` : apart(slot, svg, f);
}
function pen(slot, pad, f) {
  const p = (slot.pen ??= { i: 0, y: (f.ylo + f.yhi) / 2 });
  const el = $(".pen", pad);
  el.style.left = `${(100 * p.i) / columns}%`;
  el.style.top = `${Math.min(100, Math.max(0, (100 * (f.yhi - p.y)) / (f.yhi - f.ylo)))}%`;
  el.ariaValueNow = p.i;
  el.ariaValueText = `at ${short(f.xlo + ((f.xhi - f.xlo) * p.i) / columns)}, height ${short(p.y)}`;
}
const short = (v) => String(Number(v.toPrecision(3))).replace("-", "−");

// heights reads the drawn fit at the sketch's columns, with nothing where it has
// left the frame.
function heights(svg, f) {
  const { x0, y0, x1, y1 } = insideOf(svg);
  const out = Array(columns + 1).fill(null), wide = (x1 - x0) / columns;
  let last = null;
  for (const [px, py] of trace($(".curve", svg))) {
    const a = last && (last[0] - x0) / wide, b = (px - x0) / wide;
    if (last && b - a < 2) { // a jump would be a gap
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
function far(curve, sketch = []) {
  const gaps = curve.map((v, i) => Math.abs(v - sketch[i])).filter((_, i) => curve[i] !== null && (sketch[i] ?? null) !== null);
  return gaps.length ? gaps.reduce((a, b) => a + b) / gaps.length : null;
}
const unitOf = (svg) => $(".name-y", svg)?.textContent.match(/\(([^()]*)\)$/)?.[1] ?? "";

// apart says how far the sketches are from the curve.
function apart(slot, svg, f) {
  const curve = heights(svg, f), unit = unitOf(svg), { y, first } = slot.sketch;
  const said = (d) => short(d) + (unit && " " + unit);
  const [now, before] = [far(curve, y), far(curve, first)];
  if (now === null) return "Your sketch and the curve do not meet.";
  return `Your sketch (dashed) is ${said(now)} from the curve, on average.` + (before === null ? "" : ` Your first (dotted) was ${said(before)} from it.`);
}

// ---- a question that a sketch answers: predict.js ---------------------------------

// drawIn has the reader draw in a figure as it is, and calls back when that is done. The
// first sketch stays beside those that come after it.
function drawIn(slot, done) {
  slot.asks = done;
  slot.classList.add("asking");
  begin(slot);
}

// distance is how far the sketch is from the curve that is now shown, to two digits.
function distance(slot) {
  const svg = panelOf(slot), d = svg && far(heights(svg, frameOf(svg)), slot.sketch.y);
  return d === null || d === undefined ? null : Number(d.toPrecision(2));
}

export { drawIn, distance, panelOf };

// ---- drawn by hand --------------------------------------------------------------

// stroke draws from one column and height to another.
function stroke(slot, i, y, j, z) {
  const step = j >= i ? 1 : -1;
  for (let c = i; ; c += step) {
    slot.sketch.y[c] = Number((i === j ? z : y + ((z - y) * (c - i)) / (j - i)).toPrecision(4));
    if (c === j) break;
  }
  slot.pen = { i: j, y: z };
  show(slot);
}

function at(event, slot) {
  const f = frameOf(panelOf(slot)), [x, y] = f.value(event.clientX, event.clientY);
  const column = Math.round((columns * (x - f.xlo)) / (f.xhi - f.xlo));
  return [Math.min(columns, Math.max(0, column)), Math.min(f.yhi, Math.max(f.ylo, y))];
}

let drawing = null; // the pen that is down: {slot, id, i, y}
document.addEventListener("pointerdown", (event) => {
  const pad = event.target.closest?.(".sketchpad"), slot = pad?.closest(".slot");
  if (!slot || drawing || event.button) return;
  event.preventDefault();
  pad.setPointerCapture(event.pointerId);
  const [i, y] = at(event, slot);
  drawing = { slot, id: event.pointerId, i, y };
  stroke(slot, i, y, i, y);
});
document.addEventListener("pointermove", (event) => {
  if (event.pointerId !== drawing?.id) return;
  const [i, y] = at(event, drawing.slot);
  stroke(drawing.slot, drawing.i, drawing.y, i, y);
  Object.assign(drawing, { i, y });
});
for (const type of ["pointerup", "pointercancel"]) {
  addEventListener(type, (event) => {
    if (event.pointerId !== drawing?.id) return;
    keep(drawing.slot);
    drawing = null;
  });
}

document.addEventListener("keydown", (event) => {
  if (!event.target.matches?.(".pen") || event.ctrlKey || event.metaKey || event.altKey) return;
  const slot = slotOf(event.target), f = frameOf(panelOf(slot)), p = slot.pen;
  const by = event.shiftKey ? 10 : 1;
  const [di, dy] = { ArrowLeft: [-by, 0], ArrowRight: [by, 0], ArrowUp: [0, by], ArrowDown: [0, -by] }[event.key] ?? [];
  if (event.key === "Escape" || event.key === "Enter") done(slot, false);
  else if (di === undefined) return;
  else {
    const i = Math.min(columns, Math.max(0, p.i + di));
    const y = Math.min(f.yhi, Math.max(f.ylo, p.y + (dy * (f.yhi - f.ylo)) / 50));
    stroke(slot, dy ? i : p.i, y, i, y);
    keep(slot);
  }
  event.preventDefault();
});

// begin draws anew: the first sketch is kept, one that came after it gives way.
function begin(slot) {
  const { y, first } = slot.sketch;
  if (some(y)) Object.assign(slot.sketch, { first: first ?? y, y: empty() });
  done(slot, true);
}

function done(slot, on) {
  slot.classList.toggle("sketching", on);
  const { asks } = slot;
  if (!on && asks) {
    delete slot.asks;
    slot.classList.remove("asking");
    if (some(slot.sketch.y)) asks();
  }
  show(slot);
  tell(slot, "drawing");
  if (on) {
    $(".pen", slot).focus({ preventScroll: true });
    const svg = panelOf(slot), { top, bottom } = svg.getBoundingClientRect();
    if (top < 0 || bottom > innerHeight) svg.scrollIntoView({ block: "center" });
  } else {
    if (document.activeElement === document.body || document.activeElement?.matches(".pen")) $('[data-sketch="draw"]', slot).focus({ preventScroll: true });
    announce(slot, $(".sketched", slot).textContent);
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-sketch]"), slot = button?.closest(".slot");
  if (!slot) return;
  if (button.dataset.sketch === "draw") return slot.matches(".sketching") ? done(slot, false) : begin(slot);
  slot.sketch.y = empty();
  delete slot.sketch.first;
  delete slot.pen;
  keep(slot);
  show(slot);
  if (slot.matches(".sketching")) $(".pen", slot).focus({ preventScroll: true });
  else $('[data-sketch="draw"]', slot).focus({ preventScroll: true });
});

refreshed(show);
