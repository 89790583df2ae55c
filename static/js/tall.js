// The panel that is drawn on is as tall as the screen has room for, however flat it is
// otherwise: it is stretched to that (hands.css), and its words are not.

import { $$ } from "./dom.js";

/** @typedef {[Element, string, string | null]} Attribute */

const above = 14, below = 48; // of the data rectangle: what stays in sight of the panel, in its own units
/** @type {WeakMap<Plot, Attribute[]>} */
const before = new WeakMap(); // panel → the attributes that it had

// heighten stretches a panel, or gives it back its shape.
/** @type {(svg: Plot, on: boolean) => void} */
function heighten(svg, on) {
  const old = before.get(svg);
  if (on === Boolean(old)) return;
  if (old) {
    for (const [el, name, value] of old) give(el, name, value);
    before.delete(svg);
    svg.classList.remove("tall");
  } else stretch(svg);
}
/** @type {(...attribute: Attribute) => void} */
function give(el, name, value) {
  if (value === null) el.removeAttribute(name);
  else el.setAttribute(name, value);
}

/** @param {Plot} svg */
function stretch(svg) {
  /** @type {Attribute[]} */
  const kept = [];
  /** @type {(el: Element, name: string, value: string) => void} */
  const change = (el, name, value) => {
    kept.push([el, name, el.getAttribute(name)]);
    el.setAttribute(name, value);
  };
  before.set(svg, kept);
  const [, top, , bottom] = svg.dataset.frame.split(" ").map(Number), { width } = svg.viewBox.baseVal;
  svg.classList.add("tall");
  change(svg, "viewBox", `0 ${top - above} ${width} ${bottom - top + above + below}`);
  change(svg, "preserveAspectRatio", "none");
  const box = svg.getBoundingClientRect(), flat = box.width / width / (box.height / (bottom - top + above + below));
  for (const text of $$("text", svg)) {
    const y = Number(text.getAttribute("y"));
    change(text, "transform", `matrix(1 0 0 ${flat} 0 ${y * (1 - flat)}) ${text.getAttribute("transform") ?? ""}`);
  }
}

export { heighten };
