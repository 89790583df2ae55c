// A figure that computes longer than a moment says so, and for how long; its button Stop,
// or Escape, gives the state up and leaves the picture that is there. The server hears
// that the reader has hung up, and stops drawing.

import { $, $$, the, around, slotOf, made, announce, restore, tell, inHand } from "./course.js";

const moment = 300; // ms
const computing = "Computing. Escape stops it.";
/** @typedef {{ ctx: HtmxContext, since: number, timer: number, ticking: number }} Wait */
/** @type {WeakMap<Slot, Wait>} */
const under = new WeakMap(); // slot → the request under way, and what is timed of it
/** @type {WeakSet<Slot>} */
const stopped = new WeakSet();

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail, slot = ctx.target?.closest(".slot");
  if (!slot) return;
  if (stopped.has(slot)) { // it was queued behind the request that was stopped
    event.preventDefault();
    return;
  }
  clearTimeout(under.get(slot)?.timer);
  const wait = { ctx, since: performance.now(), timer: 0, ticking: 0 };
  wait.timer = setTimeout(() => show(slot, wait), moment);
  under.set(slot, wait);
});

/** @type {(slot: Slot, wait: Wait) => void} */
function show(slot, wait) {
  const figure = $(".figure", slot);
  if (!figure || $(".wait", slot)) return;
  const line = made("div", { class: "wait" }), inner = made("span", {});
  const clock = made("span", { "aria-hidden": "true" });
  const tick = () => { clock.textContent = `Computing, ${((performance.now() - wait.since) / 1000).toFixed(1)} s`; };
  tick();
  wait.ticking = setInterval(tick, 100);
  inner.append(clock, made("button", { type: "button", "data-wait": "stop", "aria-label": "Stop computing" }, "Stop"));
  line.append(inner);
  the(".live", figure).before(line);
  if (inHand(slot)) announce(slot, computing); // a figure that only follows says nothing
}

/** @param {Slot} slot */
function end(slot) {
  const wait = under.get(slot);
  clearTimeout(wait?.timer);
  clearInterval(wait?.ticking);
  under.delete(slot);
  const line = $(".wait", slot);
  if (!line) return;
  if (line.contains(document.activeElement)) $(".slide, [data-choice]", slot)?.focus({ preventScroll: true });
  line.remove();
  const status = the(`#${slot.id}-status`);
  if (status.textContent === computing) status.textContent = "";
}

document.addEventListener("htmx:finally:request", (event) => {
  const { ctx } = event.detail, slot = ctx.target?.closest(".slot");
  if (!slot || under.get(slot)?.ctx !== ctx) return;
  end(slot);
  // htmx sends the request that is queued behind it at once, before this.
  if (stopped.has(slot)) queueMicrotask(() => stopped.delete(slot));
});

/** @param {Slot | null} slot */
function stop(slot) {
  const wait = slot && under.get(slot);
  if (!wait) return;
  stopped.add(slot);
  wait.ctx.request.abort();
  restore(slot);
  tell(slot, "stopped");
  announce(slot, "Stopped. The picture is as it was.");
}

document.addEventListener("click", (event) => {
  if (around(event.target, "[data-wait=stop]")) stop(slotOf(event.target));
});
// Before any other script takes the key.
addEventListener("keydown", (event) => {
  const lines = event.key === "Escape" ? $$(".slot .wait") : [];
  if (!lines.length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  lines.forEach((line) => stop(slotOf(line)));
}, true);
