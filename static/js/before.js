// What was before: the curve a move began from stays behind as a ghost, and when
// the hand rests one sentence says, to those who cannot see it, what has changed.

import { $, $$, announce } from "./course.js";
import { courseOf, insideOf, trace } from "./frame.js";

const words = (el) => (el?.textContent ?? "").trim().replace(/\s+/g, " ");

// ---- a figure's state as a reader sees it ------------------------------------

// controlsOf lists the controls that a figure shows, by their labels.
function controlsOf(slot) {
  const controls = new Map();
  for (const c of $$(".control[data-label]:not([hidden])", slot)) {
    const field = $("select, .value, [type=checkbox]", c);
    if (!field) continue;
    const unit = words($(".unit", c));
    const value = field.matches("select") ? words(field.selectedOptions[0]) : field.type === "checkbox" ? (field.checked ? "yes" : "no") : field.value;
    controls.set(c.dataset.label, { value, unit });
  }
  return controls;
}

// look lists the controls and numbers that a figure shows, by their labels.
function look(slot) {
  const numbers = new Map();
  for (const n of $$(".numbers > div", slot)) {
    const dd = $("dd", n), unit = words($(".unit", dd));
    const text = words(dd);
    numbers.set(words($("dt", n)), { text: unit ? text.slice(0, -unit.length).trim() : text, unit, aside: "aside" in n.dataset });
  }
  const chip = $(".live > .goal", slot);
  const goal = chip && { aim: words($(".aim", chip)), now: words($(".now b", chip)), reached: chip.matches("[data-reached]"), said: words($(".reached", slot)) };
  return { controls: controlsOf(slot), numbers, goal, trouble: words($(".message", slot)).split(/(?<=\.) /)[0] };
}

const withUnit = (n) => (n.unit ? `${n.text} ${n.unit}` : n.text);

// number reads “−1.1 × 10³” as it is shown; NaN where there is none.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function number(text) {
  const [, mantissa, power] = text.match(/^([−-]?[\d.]+)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/) ?? [];
  const exponent = [...(power ?? "⁰")].map((c) => (c === "⁻" ? "-" : raised.indexOf(c))).join("");
  return Number(mantissa?.replace("−", "-") ?? NaN) * 10 ** exponent;
}

// change is how far a number went, relative to the larger of both; next to
// nothing for one that is told of only when no other has changed.
function change(before, now) {
  if (before.text === now.text && before.unit === now.unit) return 0;
  if (now.aside) return Number.MIN_VALUE;
  const a = number(before.text), b = number(now.text);
  if (Number.isNaN(a) || Number.isNaN(b)) return 1;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

// moves lists the controls that have another value now.
function moves(before, now) {
  const list = [];
  for (const [label, c] of now) {
    const old = before.get(label);
    if (old && old.value !== c.value) list.push({ label, from: old.value, to: c.value, unit: c.unit });
  }
  return list;
}

// sentence says what a move has changed: the control, and what stands of the goal;
// where that is as it was, the number that went furthest. It is empty where no number
// changed.
function sentence(before, now) {
  let most = null;
  for (const [label, n] of now.numbers) {
    const old = before.numbers.get(label);
    const far = old ? change(old, n) : 0;
    if (far > (most?.far ?? 0)) most = { label, old, n, far };
  }
  let what = "";
  const { goal } = now;
  if (now.trouble && now.trouble !== before.trouble) what = now.trouble;
  else if (goal?.reached && !before.goal?.reached) what = goal.said || `Goal reached: ${goal.now}.`;
  else if (goal && before.goal && goal.now !== before.goal.now) what = `${goal.now} now, ${before.goal.now} before; the goal is ${goal.aim}.`;
  else if (most) {
    const { label, old, n } = most; // of one or of many: no verb has to agree with it
    what = `${label}: ${withUnit(n)} now, ${old.unit === n.unit ? old.text : withUnit(old)} before.`;
  }
  if (!what) return "";
  const moved = moves(before.controls, now.controls).map((m) =>
    m.from.length + m.to.length > 60 ? m.label : `${m.label} ${m.from} → ${m.to}${m.unit ? " " + m.unit : ""}`);
  return moved.length === 0 ? what : `${moved.length < 3 ? moved.join(", ") : "Another state"}: ${what}`;
}

const settled = new Map(); // slot id → what it showed when the hand last rested
function settle(hand) {
  for (const slot of $$(".slot")) {
    const now = look(slot), before = settled.get(slot.id);
    settled.set(slot.id, now);
    if (slot !== hand || !before) continue;
    const said = sentence(before, now);
    if (said) announce(slot, said);
  }
}

// ---- the ghost ---------------------------------------------------------------

const ghosts = new Map(); // slot id → {d, frame, before; what is in the picture, by which name}
const axesOf = (plot) => [plot.dataset.frame, plot.dataset.x, plot.dataset.y].join("|");

function part(name, attributes, text) {
  const el = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
  if (text) el.textContent = text;
  return el;
}
const dashed = { fill: "none", stroke: "var(--ghost)", "stroke-width": "1.6", "stroke-dasharray": "5 4" };

document.addEventListener("course:begin", ({ target: slot }) => {
  const curve = $(".plot[data-frame] .curve", slot);
  if (!curve) return;
  ghosts.set(slot.id, { d: courseOf(curve), frame: axesOf(curve.closest("svg")), before: settled.get(slot.id) });
});

document.addEventListener("course:moved", ({ target: slot }) => {
  const ghost = ghosts.get(slot.id);
  const curve = $(".plot[data-frame] .curve", slot);
  const plot = curve?.closest("svg");
  const shows = ghost && curve && axesOf(plot) === ghost.frame && courseOf(curve) !== ghost.d;
  const name = shows && nameOf(ghost.before ? moves(ghost.before.controls, controlsOf(slot)) : []);
  const there = $(".plot .before", slot);
  if (shows && there && there === ghost.group && there.nextSibling === curve && ghost.name === name) return;
  there?.remove();
  if (!shows) return;
  const group = ghost.group = part("g", { class: "before", "font-size": "12", "aria-hidden": "true" });
  group.append(part("path", { ...dashed, class: "ghost", d: ghost.d }));
  curve.before(group);
  label(plot, group, ghost, name);
});

function nameOf(moved) {
  const one = moved.length === 1 && moved[0].from.length < 12 && moved[0];
  const symbol = one && one.label.split(" ").pop();
  return one ? `before: ${symbol} = ${one.from}${one.unit ? " " + one.unit : ""}` : "before";
}

// label names the ghost in the emptiest corner of the frame, and stays there
// until the next move: a name that follows the curve would distract from it.
function label(plot, group, ghost, name) {
  const { x0, y0, x1, y1 } = insideOf(plot);
  const text = part("text", { fill: "var(--soft)", stroke: "var(--paper)", "stroke-width": "4", "paint-order": "stroke" }, name);
  group.append(text);
  if (ghost.name !== name) Object.assign(ghost, { name, box: text.getBBox(), place: undefined }); // once a move
  const { width, height } = ghost.box;
  const sample = 20, gap = 6, inset = 8, w = sample + gap + width;
  const corners = [[x1 - w - inset, y1 - height - inset], [x0 + inset, y1 - height - inset], [x1 - w - inset, y0 + inset], [x0 + inset, y0 + inset]];
  if (ghost.place === undefined) {
    const crowds = corners.map(() => 0);
    for (const mark of $$(".points, .curve, .truth, .ghost", plot)) {
      for (const [px, py] of trace(mark)) {
        corners.forEach(([x, y], i) => (crowds[i] += px > x - 3 && px < x + w + 3 && py > y - 3 && py < y + height + 3));
      }
    }
    ghost.place = crowds.indexOf(Math.min(...crowds));
  }
  const [x, y] = corners[ghost.place];
  text.setAttribute("x", x + sample + gap);
  text.setAttribute("y", y + height * 0.8);
  group.append(part("path", { ...dashed, d: `M${x} ${y + height * 0.5}h${sample}` }));
}

document.addEventListener("course:rest", (event) => settle(event.detail));
settle(null);
