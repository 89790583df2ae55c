// The next picture before it is asked for. Where a hand pauses on a slider, the place that
// it would step to next is asked for; where it has just come to one, those on both sides.
// A step that was foreseen so is a frame away and not a journey to the server. Only of
// figures that answer quickly: what takes the server long is not asked for on suspicion,
// nor is anything where data are to be saved, or while a hand drags.

import { gridOf, slotOf } from "./course.js";

const pause = 60; // ms
const quick = 60; // ms
const foreseen = new Map(); // address → promise of an answer; of null where there was none
const asked = new WeakMap(); // figure → how it was asked last: {path, headers, at, took}
let timer, ahead = null; // the slider, and where it stood before

document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  if (!ctx.target?.matches?.(".live")) return;
  const { action, headers } = ctx.request, slot = slotOf(ctx.target), answer = foreseen.get(action);
  asked.set(slot, { path: action.split("?")[0], headers, at: answer ? NaN : performance.now(), took: asked.get(slot)?.took });
  if (!answer) return;
  const { fetch } = ctx;
  ctx.fetch = async (address, request) => {
    const found = await answer;
    request.signal?.throwIfAborted();
    return found ?? fetch(address, request);
  };
});
document.addEventListener("htmx:after:request", ({ detail: { ctx } }) => {
  const last = ctx.target?.matches?.(".live") && asked.get(slotOf(ctx.target));
  if (last?.at) last.took = performance.now() - last.at;
});

// foresee asks, and has an answer as fetch does: what of it is read.
async function foresee(address, headers) {
  try {
    const answer = await fetch(address, { headers, cache: "no-store", priority: "low" });
    const text = await answer.text();
    return answer.ok ? { status: answer.status, headers: answer.headers, text: async () => text } : null;
  } catch {
    return null;
  }
}

// look asks for the places so many steps from where the slider stands.
function look(slide, steps) {
  const last = asked.get(slotOf(slide));
  if (!(last?.took < quick) || navigator.connection?.saveData || document.activeElement !== slide) return;
  foreseen.clear();
  for (const step of steps) {
    const value = gridOf(slide)[Number(slide.value) + step];
    if (value === undefined) continue;
    const state = new URLSearchParams(new FormData(slide.form));
    state.set(document.getElementById(slide.dataset.for).name, value);
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
