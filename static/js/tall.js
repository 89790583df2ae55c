// The panel that is drawn on is as tall as the screen has room for, however flat it is
// otherwise: it is stretched to that (hands.css), and its words are not.

import { $$ } from "./course.js";

const above = 14, below = 48; // of the data rectangle: what stays in sight of the panel, in its own units
const before = new WeakMap(); // panel → the attributes that it had

// heighten stretches a panel, or gives it back its shape.
function heighten(svg, on) {
  if (on === before.has(svg)) return;
  if (!on) {
    for (const [el, name, value] of before.get(svg)) value === null ? el.removeAttribute(name) : el.setAttribute(name, value);
    before.delete(svg);
    svg.classList.remove("tall");
    return;
  }
  const kept = [], give = (el, name, value) => {
    kept.push([el, name, el.getAttribute(name)]);
    el.setAttribute(name, value);
  };
  before.set(svg, kept);
  const [, top, , bottom] = svg.dataset.frame.split(" ").map(Number), { width } = svg.viewBox.baseVal;
  svg.classList.add("tall");
  give(svg, "viewBox", `0 ${top - above} ${width} ${bottom - top + above + below}`);
  give(svg, "preserveAspectRatio", "none");
  const box = svg.getBoundingClientRect(), flat = box.width / width / (box.height / (bottom - top + above + below));
  for (const text of $$("text", svg)) {
    const y = Number(text.getAttribute("y"));
    give(text, "transform", `matrix(1 0 0 ${flat} 0 ${y * (1 - flat)}) ${text.getAttribute("transform") ?? ""}`);
  }
}

export { heighten };
