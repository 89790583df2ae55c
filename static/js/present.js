// The addresses of a lesson's steps; and on the lesson, the way to the step in view.

import { $, around, is } from "./dom.js";

/** @param {string} pair */
const ours = (pair) => /^(present|notes|step|route|show)=/.test(pair);
const state = () => location.search.slice(1).split("&").filter((pair) => pair && !ours(pair));
/** @param {string[]} parameters */
const address = (...parameters) => {
  const query = [...state(), ...parameters].join("&");
  return location.pathname + (query ? "?" + query : "");
};
/** @type {(n: number, notes?: boolean, all?: boolean, panel?: number) => string[]} */
const params = (n, notes, all, panel) => [
  "present=1", ...(notes ? ["notes=1"] : []), ...(n > 1 ? ["step=" + n] : []), ...(all ? ["route=all"] : []),
  ...(panel ? ["show=" + panel] : []),
];

/** @param {KeyboardEvent} event */
const modified = (event) => event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]") !== null;
/** @param {EventTarget | null} target */
const typing = (target) =>
  is(target, "input:not([type=range], [type=radio], [type=checkbox]), select, textarea, [contenteditable]");

export { address, params, state, modified, typing };

const lesson = $("[data-steps]");
if (lesson) {
  // inView is the step that a link has led to, right under the bar, or else the
  // one whose beginning was last passed in reading. A figure that stands beside the
  // words stays on the screen with all of them, and says nothing of where one is.
  const inView = () => {
    const beside = (/** @type {HTMLElement} */ el) => getComputedStyle(el.closest(".side") ?? el).position === "sticky";
    const tops = (lesson.dataset.steps ?? "").split(" ").map((id) => {
      const el = document.getElementById(id);
      return el && !beside(el) ? el.getBoundingClientRect().top : Infinity;
    });
    const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
    const led = tops.findIndex((top) => Math.abs(top - bar) < 8);
    return 1 + (led >= 0 ? led : Math.max(tops.findLastIndex((top) => top < innerHeight * 0.4), 0));
  };
  const present = () => address(...params(inView()));
  document.addEventListener("click", (event) => {
    const a = around(event.target, "[data-present]");
    if (a) a.href = present();
  }, true);
  document.addEventListener("keydown", (event) => {
    if (event.key === "p" && !modified(event) && !typing(event.target)) location.assign(present());
  });
}
