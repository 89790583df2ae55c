// The teacher's page of a room, which is her remote too: buttons for what a clicker does,
// for the phases in any order, and for the question that is asked.

import "./keys.js";
import { $, $$, the, around, is } from "./dom.js";
import { now, heard, change, dismiss, end, onward, fragment } from "./lead.js";

// This browser has the key's cookie: the key goes out of the address.
if (location.hash || location.search) history.replaceState(history.state, "", location.pathname);

const desk = the(".desk");
const picked = /** @type {HTMLSelectElement} */ (the("[data-question]", desk));
const asks = the("[data-asks]", desk);
const pace = /** @type {HTMLInputElement} */ (the("input[data-pace]", desk));
const options = [...picked.options];
const steps = $$("[data-step]", desk);
const screenOf = (/** @type {HTMLOptionElement | undefined} */ o) => Number(o?.dataset.screen ?? 0);

// ask is what to set so that the class is in a phase of the question that is picked.
/** @param {string} phase */
function ask(phase) {
  const option = picked.selectedOptions[0];
  if (phase === "explore" || !option || option.value === now().question) return { phase };
  return { phase, question: option.value, screen: screenOf(option) };
}

// follows is the phase that comes next, for the question that is picked.
function follows() {
  const { phase, question } = now();
  if (phase === "explore" || picked.value !== question) return "read";
  return onward(1, now().tally?.advice === "explain") || "explore";
}

// turn does what a clicker does on the projector: a phase further, or a step.
/** @param {number} by */
function turn(by) {
  const { phase, screen } = now();
  const next = phase === "explore" ? "" : onward(by, now().tally?.advice === "explain");
  if (next) return change({ phase: next });
  let n = Math.max(screen, 1) + by;
  while (n > 0 && n <= steps.length && !("route" in steps[n - 1].dataset)) n += by;
  if (n < 1 || n > steps.length) return;
  const question = options.find((o) => screenOf(o) === n)?.value;
  if (question) return change({ screen: n, question, phase: "read" });
  return change({ screen: n, phase: "explore" });
}

// showClass has the projector show what the class has done, or take it away. The answer stays. Where
// another device was quicker, as the projector whose figure comes to rest, it is wanted all the same.
/** @param {boolean} shown */
async function showClass(shown) {
  const fields = () => ({ shown, released: shown || now().phase === "reveal" });
  if (await change(fields()) && now().shown !== shown) change(fields());
}

// show marks where the class is.
function show() {
  const { phase, screen, pace: whose } = now(), next = follows();
  for (const b of $$("[data-phase]", desk)) {
    b.setAttribute("aria-pressed", String(b.dataset.phase === phase));
    b.classList.toggle("next", b.dataset.phase === next);
  }
  pace.checked = whose === "teacher";
  the("[data-show]", desk).setAttribute("aria-pressed", String(now().shown));
  const { silent = 0, seats } = now(), idle = the("[data-silent]", desk);
  idle.hidden = silent === 0 || silent === seats; // before anybody has answered there is nothing to take back
  the("b", idle).textContent = String(silent);
  const n = Math.max(screen, 1), step = steps[n - 1], short = steps.filter((s) => "route" in s.dataset);
  const way = short.includes(step) ? short : steps.filter((s) => !("short" in s.dataset)); // as on the projector
  the("[data-screen]", desk).textContent = String(way.indexOf(step) + 1);
  the("[data-steps]", desk).textContent = String(way.length);
  the("[data-step-name]", desk).textContent = step?.textContent ?? "";
}

// pick goes to the question that the class is asked, or else to the one that comes next.
function pick() {
  const { phase, question, screen } = now();
  const o = phase !== "explore" ? options.find((one) => one.value === question)
    : options.find((one) => screenOf(one) > screen || screenOf(one) === screen && one.value !== question);
  if (o) o.selected = true;
}

let seen = JSON.stringify(now().tally);
heard((state, before) => {
  if (state.phase !== before.phase || state.question !== before.question || state.screen !== before.screen) pick();
  show();
  // The question shows a tally, but while votes are taken.
  const counts = /^vote/.test(state.phase) ? "" : JSON.stringify(state.tally);
  if (state.revision !== before.revision || counts !== seen) fragment(asks);
  seen = counts;
});
picked.addEventListener("change", show);

/** @type {[string, (b: HTMLElement) => void][]} */
const does = [
  ["[data-onward]", (b) => { turn(Number(b.dataset.onward)); }],
  ["[data-phase]", (b) => { change(ask(b.dataset.phase ?? "")); }],
  ["[data-minutes]", (b) => { change({ ...ask("discuss"), left_ms: 60000 * Number(b.dataset.minutes) }); }],
  ["[data-show]", () => { showClass(!now().shown); }],
  ["[data-dismiss]", () => { dismiss(); }],
  ["[data-end]", () => { ending.showModal(); }],
];
desk.addEventListener("click", (event) => {
  const b = around(event.target, "button");
  if (b) does.find(([selector]) => b.matches(selector))?.[1](b);
});
desk.addEventListener("change", ({ target }) => {
  // The class goes on with another lesson from its beginning; its votes stay, and every page follows.
  if (is(target, "select[data-lesson]")) change({ lesson: target.value, screen: 1, query: "", phase: "explore" });
  if (is(target, "input[data-pace]")) change({ pace: pace.checked ? "teacher" : "free" });
});

const ending = /** @type {HTMLDialogElement} */ (the("[data-ending]", desk));
ending.addEventListener("close", async () => {
  if (ending.returnValue === "end" && await end()) location.assign(desk.dataset.lessonAt ?? "/");
});

// A clicker on this page does what it does on the projector.
addEventListener("keydown", (event) => {
  const by = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
  if (!by || event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
  event.preventDefault();
  turn(by);
});

pick();
show();
