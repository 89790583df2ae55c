// The next picture before it is asked for. Where a hand pauses on a slider, the place that
// it would step to next is asked for; where it has just come to one, those on both sides.
// A step that was foreseen so is a frame away and not a journey to the server. Only of
// sliders that have answered quickly: what takes the server long is not asked for on
// suspicion, nor is anything where data are to be saved, or while a hand drags.

import { gridOf, slotOf } from "./course.js";
import { sized } from "./phone.js";

const pause = 60; // ms
const quick = 60; // ms
const foreseen = new Map(); // address → {answer, stop}: a promise of one, of null where there was none
const asked = new WeakMap(); // figure → how it was asked last: {path, headers, at}
let timer, ahead = null; // the slider, and where it stood before

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const slot = ctx.target?.matches?.(".live") && slotOf(ctx.target); // none, once the figure is another
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
  const last = ctx.target?.matches?.(".live") && asked.get(slotOf(ctx.target) ?? ctx.target);
  if (last?.at && ahead?.step && slotOf(ahead.slide) === slotOf(ctx.target)) ahead.slide.took = performance.now() - last.at;
});

// foresee asks; what is forgotten, or stopped, the server need not compute to its end.
function foresee(address, headers) {
  const control = new AbortController();
  return { answer: read(address, { headers, cache: "no-store", priority: "low", signal: control.signal }), stop: () => control.abort() };
}

// read has an answer as fetch does: what of it is read.
async function read(address, request) {
  try {
    const answer = await fetch(address, request);
    const text = await answer.text();
    return answer.ok ? { status: answer.status, headers: answer.headers, text: async () => text } : null;
  } catch {
    return null;
  }
}

// look asks for the places so many steps from where the slider stands.
function look(slide, steps) {
  const last = asked.get(slotOf(slide));
  if (!last || !(slide.took < quick) || navigator.connection?.saveData || document.activeElement !== slide) return;
  for (const { stop } of foreseen.values()) stop();
  foreseen.clear();
  for (const step of steps) {
    const value = gridOf(slide)[Number(slide.value) + step];
    if (value === undefined) continue;
    const state = new URLSearchParams(new FormData(slide.form));
    state.set(document.getElementById(slide.dataset.for).name, value);
    sized(state);
    const address = `${last.path}?${state}`;
    foreseen.set(address, foresee(address, last.headers));
  }
}
function later(slide, steps) {
  clearTimeout(timer);
  timer = setTimeout(look, pause, slide, steps);
}

document.addEventListener("focusin", ({ target: slide }) => {
  clearTimeout(timer);
  ahead = slide.matches?.(".slide") ? { slide, place: Number(slide.value), step: 0 } : null;
  if (ahead) later(slide, [1, -1]);
});
document.addEventListener("input", ({ target: slide }) => {
  clearTimeout(timer);
  if (slide !== ahead?.slide) return;
  ahead.step = Math.sign(Number(slide.value) - ahead.place);
  ahead.place = Number(slide.value);
}, true); // before htmx: what was foreseen is there before the event is over
document.addEventListener("course:moved", ({ target: slot }) => {
  if (ahead?.step && slotOf(ahead.slide) === slot) later(ahead.slide, [ahead.step]);
});
