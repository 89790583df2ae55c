// The next picture is fetched before the reader asks for it. Where the reader pauses on a
// slider, that is the picture of the next step the same way; where the focus has just come to
// the slider, those of the steps to both sides. Such a step is shown without a request. It is
// done only for sliders whose last answer was quick, not while one is dragged, not where sealed
// data are open, which a move closes, and not in a browser that is to save data.

import { hear, is } from "./dom.js";
import { boxOf } from "./envelope.js";
import { gridOf, slotOf, valueOf } from "./figure.js";
import { alone } from "./many.js";
import { sized } from "./phone.js";

const pause = 60; // ms
const quick = 60; // ms
/** @type {Map<string, { answer: Promise<HtmxAnswer | null>, stop: () => void }>} */
const foreseen = new Map(); // address → the answer that will come, null where there was none
/** @type {WeakMap<Slot, { path: string, headers: Record<string, string>, at: number }>} */
const asked = new WeakMap(); // figure → how it was asked last, and when, unless that was foreseen
/** @type {WeakMap<Slide, number>} */
const took = new WeakMap(); // slider → how long its last answer took, in ms
let timer = 0;
/** @type {{ slide: Slide, place: number, step: number } | null} */
let ahead = null; // the slider that has the focus, where it stood before, and which way it went

// moved is the figure whose picture alone a request is for: none, once the figure is another.
/** @param {HtmxContext} ctx */
const moved = ({ target }) => (target?.matches(".live") ? slotOf(target) : null);

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const slot = moved(ctx);
  if (!slot) return;
  const { action, headers } = ctx.request, ready = foreseen.get(action);
  asked.set(slot, { path: action.split("?")[0], headers, at: ready ? NaN : performance.now() });
  if (!ready) return;
  foreseen.delete(action);
  const { fetch } = ctx;
  ctx.fetch = async (address, request) => {
    request.signal?.addEventListener("abort", ready.stop);
    const found = await ready.answer;
    request.signal?.throwIfAborted();
    return found ?? fetch(address, request);
  };
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const slot = moved(ctx), last = slot && asked.get(slot);
  if (last?.at && ahead?.step && slotOf(ahead.slide) === slot) took.set(ahead.slide, performance.now() - last.at);
});

// foresee fetches an answer ahead. To stop it ends the request, and the server's work too.
/** @type {(address: string, headers: Record<string, string>) => void} */
function foresee(address, headers) {
  const control = new AbortController();
  const answer = read(address, { headers, cache: "no-store", priority: "low", signal: control.signal });
  foreseen.set(address, { answer, stop: () => control.abort() });
}

// read has as much of an answer of fetch's as htmx reads.
/** @type {(address: string, request: RequestInit) => Promise<HtmxAnswer | null>} */
async function read(address, request) {
  try {
    const answer = await fetch(address, request);
    const text = await answer.text();
    return answer.ok ? { status: answer.status, headers: answer.headers, text: async () => text } : null;
  } catch {
    return null;
  }
}

// stateOf is the query of a form, which sends no files.
/** @param {HTMLFormElement} form */
const stateOf = (form) => new URLSearchParams([...new FormData(form)].map(([name, v]) => [name, String(v)]));

// look asks for the places so many steps from where the slider stands.
/** @type {(slide: Slide, steps: number[]) => void} */
function look(slide, steps) {
  const slot = slotOf(slide), last = slot && asked.get(slot);
  if (!last || boxOf(slot) || (took.get(slide) ?? Infinity) >= quick || document.activeElement !== slide) return;
  if (navigator.connection?.saveData) return;
  for (const { stop } of foreseen.values()) stop();
  foreseen.clear();
  for (const step of steps) {
    const value = gridOf(slide)[slide.valueAsNumber + step];
    if (value === undefined) continue;
    const state = stateOf(slide.form);
    state.set(valueOf(slide).name, value);
    sized(state);
    alone(slot, state);
    const address = `${last.path}?${state}`;
    foresee(address, last.headers);
  }
}
/** @type {(slide: Slide, steps: number[]) => void} */
function later(slide, steps) {
  clearTimeout(timer);
  timer = setTimeout(look, pause, slide, steps);
}

document.addEventListener("focusin", ({ target: slide }) => {
  clearTimeout(timer);
  ahead = is(slide, ".slide") ? { slide, place: slide.valueAsNumber, step: 0 } : null;
  if (ahead) later(ahead.slide, [1, -1]);
});
document.addEventListener("input", ({ target: slide }) => {
  clearTimeout(timer);
  if (!ahead || slide !== ahead.slide) return;
  ahead.step = Math.sign(ahead.slide.valueAsNumber - ahead.place);
  ahead.place = ahead.slide.valueAsNumber;
}, true); // before htmx hears of the event and asks for the picture
hear("moved", (slot) => {
  if (ahead?.step && slotOf(ahead.slide) === slot) later(ahead.slide, [ahead.step]);
});
