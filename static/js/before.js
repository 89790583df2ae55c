// What was before: the curve a move began from stays behind as a ghost, and when
// the hand rests one sentence says, to those who cannot see it, what has changed.

import { $, $$, the, hear } from "./dom.js";
import { announce } from "./figure.js";
import { courseOf, insideOf, trace } from "./frame.js";

/** @param {Element | null | undefined} el */
const words = (el) => (el?.textContent ?? "").trim().replace(/\s+/g, " ");

// ---- a figure's state as a reader sees it ------------------------------------

/**
 * A figure's state: its controls and numbers by their labels, its goal, and what is wrong.
 * @typedef {Map<string, { value: string, unit: string }>} Controls
 * @typedef {{ text: string, unit: string, aside: boolean }} Quantity
 * @typedef {{ aim: string, now: string, reached: boolean, said: string }} Goal
 * @typedef {{ controls: Controls, numbers: Map<string, Quantity>, goal: Goal | null, trouble: string }} State
 */

// controlsOf lists the controls that a figure shows.
/** @param {Slot} slot */
function controlsOf(slot) {
  /** @type {Controls} */
  const controls = new Map();
  for (const c of $$(".control[data-label]:not([hidden])", slot)) {
    const field = $("select, .value, [type=checkbox]", c);
    if (field) controls.set(c.dataset.label ?? "", { value: shown(field), unit: words($(".unit", c)) });
  }
  return controls;
}
/** @param {Field} field */
function shown(field) {
  if (field instanceof HTMLSelectElement) return words(field.selectedOptions[0]);
  if (field instanceof HTMLInputElement && field.type === "checkbox") return field.checked ? "yes" : "no";
  return field.value;
}

// look lists all that a figure shows.
/** @type {(slot: Slot) => State} */
function look(slot) {
  /** @type {State["numbers"]} */
  const numbers = new Map();
  for (const n of $$(".numbers > div", slot)) {
    const dd = the("dd", n), unit = words($(".unit", dd));
    const text = words(dd);
    const value = unit ? text.slice(0, -unit.length).trim() : text;
    numbers.set(words($("dt", n)), { text: value, unit, aside: "aside" in n.dataset });
  }
  const chip = $(".live > .goal", slot);
  const goal = chip && {
    aim: words($(".aim", chip)), now: words($(".now b", chip)),
    reached: chip.matches("[data-reached]"), said: words($(".reached", slot)),
  };
  return { controls: controlsOf(slot), numbers, goal, trouble: words($(".message", slot)).split(/(?<=\.) /)[0] };
}

/** @param {Quantity} n */
const withUnit = (n) => (n.unit ? `${n.text} ${n.unit}` : n.text);

// number reads “−1.1 × 10³” as it is shown; NaN where there is none.
const raised = "⁰¹²³⁴⁵⁶⁷⁸⁹";
/** @param {string} text */
function number(text) {
  const [, mantissa, power] = text.match(/^([−-]?[\d.]+)(?: × 10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?$/) ?? [];
  const exponent = [...(power ?? "⁰")].map((c) => (c === "⁻" ? "-" : raised.indexOf(c))).join("");
  return Number(mantissa?.replace("−", "-") ?? NaN) * 10 ** Number(exponent);
}

// change is how far a number went, relative to the larger of both; next to
// nothing for one that is told of only when no other has changed.
/** @type {(before: Quantity, now: Quantity) => number} */
function change(before, now) {
  if (before.text === now.text && before.unit === now.unit) return 0;
  if (now.aside) return Number.MIN_VALUE;
  const a = number(before.text), b = number(now.text);
  if (Number.isNaN(a) || Number.isNaN(b)) return 1;
  return Math.abs(a - b) / Math.max(Math.abs(a), Math.abs(b));
}

// moves lists the controls that have another value now.
/** @type {(before: Controls, now: Controls) => { label: string, from: string, to: string, unit: string }[]} */
function moves(before, now) {
  const list = [];
  for (const [label, c] of now) {
    const old = before.get(label);
    if (old && old.value !== c.value) list.push({ label, from: old.value, to: c.value, unit: c.unit });
  }
  return list;
}

// told says what is wrong now, or what stands of the goal; where both are as they were, the
// number that went furthest. It is empty where no number changed.
/** @type {(before: State, now: State) => string} */
function told(before, now) {
  const { goal } = now;
  if (now.trouble && now.trouble !== before.trouble) return now.trouble;
  if (goal?.reached && !before.goal?.reached) return goal.said || `Goal reached: ${goal.now}.`;
  if (goal && before.goal && goal.now !== before.goal.now) {
    return `${goal.now} now, ${before.goal.now} before; the goal: ${goal.aim}.`;
  }
  let most = 0, what = "";
  for (const [label, n] of now.numbers) {
    const old = before.numbers.get(label), far = old ? change(old, n) : 0;
    if (!old || far <= most) continue;
    most = far;
    // Of one or of many: no verb has to agree with the label.
    what = `${label}: ${withUnit(n)} now, ${old.unit === n.unit ? old.text : withUnit(old)} before.`;
  }
  return what;
}

// sentence says what a move has changed: the control, and what is told of it.
/** @type {(before: State, now: State) => string} */
function sentence(before, now) {
  const what = told(before, now);
  if (!what) return "";
  const moved = moves(before.controls, now.controls).map((m) =>
    m.from.length + m.to.length > 60 ? m.label : `${m.label} ${m.from} → ${m.to}${m.unit ? " " + m.unit : ""}`);
  return moved.length === 0 ? what : `${moved.length < 3 ? moved.join(", ") : "Another state"}: ${what}`;
}

/** @type {Map<string, State>} */
const settled = new Map(); // slot id → what it showed when the hand last rested
/** @param {Slot | null} hand */
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

/**
 * The curve a move began from, with its axes and the state that it showed; and where it is
 * in the picture: what draws it, by which name, of which size and in which corner.
 * @typedef {object} Ghost
 * @property {string} d
 * @property {string} frame
 * @property {State} [before]
 * @property {Element} [group]
 * @property {string} [name]
 * @property {DOMRect} [box]
 * @property {number} [place]
 */
/** @type {Map<string, Ghost>} */
const ghosts = new Map(); // by slot id
/** @param {Plot} plot */
const axesOf = (plot) => [plot.dataset.frame, plot.dataset.x, plot.dataset.y].join("|");

/**
 * @template {keyof SVGElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string>} attributes
 */
function part(name, attributes, text = "") {
  const el = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
  if (text) el.textContent = text;
  return el;
}
const dashed = { fill: "none", stroke: "var(--ghost)", "stroke-width": "1.6", "stroke-dasharray": "5 4" };

/** @param {Slot} slot */
function curveOf(slot) {
  const curve = $(".plot[data-frame] .curve", slot), plot = curve?.closest(".plot");
  return curve && plot && { curve, plot };
}

hear("begin", (slot) => {
  const there = curveOf(slot);
  if (!there) return;
  ghosts.set(slot.id, { d: courseOf(there.curve), frame: axesOf(there.plot), before: settled.get(slot.id) });
});

hear("moved", (slot) => {
  const ghost = ghosts.get(slot.id), now = curveOf(slot), there = $(".plot .before", slot);
  if (!ghost || !now || axesOf(now.plot) !== ghost.frame || courseOf(now.curve) === ghost.d) {
    there?.remove();
    return;
  }
  const name = nameOf(ghost.before ? moves(ghost.before.controls, controlsOf(slot)) : []);
  if (there && there === ghost.group && there.nextSibling === now.curve && ghost.name === name) return;
  there?.remove();
  const group = ghost.group = part("g", { class: "before", "font-size": "12", "aria-hidden": "true" });
  group.append(part("path", { ...dashed, class: "ghost", d: ghost.d }));
  now.curve.before(group);
  writeName(now.plot, group, ghost, name);
});

// nameOf says what one control was at: by its symbol, where its label ends in one.
/** @param {ReturnType<typeof moves>} moved */
function nameOf(moved) {
  const one = moved.length === 1 && moved[0].from.length < 12 && moved[0];
  if (!one) return "before";
  const last = one.label.split(" ").pop() ?? "", symbol = last === one.label || !/[a-z]{2}|=/.test(last);
  return `before: ${symbol ? `${last} = ` : ""}${one.from}${one.unit ? " " + one.unit : ""}`;
}

// writeName names the ghost in the emptiest corner of the frame, and stays there
// until the next move: a name that follows the curve would distract from it.
/** @type {(plot: Plot, group: SVGElement, ghost: Ghost, name: string) => void} */
function writeName(plot, group, ghost, name) {
  const { x0, y0, x1, y1 } = insideOf(plot);
  const paint = { fill: "var(--soft)", stroke: "var(--paper)", "stroke-width": "4", "paint-order": "stroke" };
  const text = part("text", paint, name);
  group.append(text);
  if (ghost.name !== name || !ghost.box) { // once a move
    Object.assign(ghost, { name, place: undefined });
    ghost.box = text.getBBox();
  }
  const { width, height } = ghost.box;
  const sample = 20, gap = 6, inset = 8, w = sample + gap + width;
  const [left, right, top, bottom] = [x0 + inset, x1 - w - inset, y0 + inset, y1 - height - inset];
  const corners = [[right, bottom], [left, bottom], [right, top], [left, top]];
  ghost.place ??= emptiest(plot, corners, w, height);
  const [x, y] = corners[ghost.place];
  text.setAttribute("x", String(x + sample + gap));
  text.setAttribute("y", String(y + height * 0.8));
  group.append(part("path", { ...dashed, d: `M${x} ${y + height * 0.5}h${sample}` }));
}

// emptiest is the box, by its number, that fewest marks run through.
/** @type {(plot: Plot, corners: number[][], width: number, height: number) => number} */
function emptiest(plot, corners, width, height) {
  const crowds = corners.map(() => 0);
  for (const mark of $$(".points, .curve, .truth, .ghost", plot)) {
    for (const [px, py] of trace(mark)) {
      corners.forEach(([x, y], i) => {
        if (px > x - 3 && px < x + width + 3 && py > y - 3 && py < y + height + 3) crowds[i]++;
      });
    }
  }
  return crowds.indexOf(Math.min(...crowds));
}

hear("rest", (_, hand) => settle(hand));
settle(null);
