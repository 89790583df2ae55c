// A figure that computes longer than a moment says so, and for how long; its button Stop,
// or Escape, gives the state up and leaves the picture that is there. The server hears
// that the reader has hung up, and stops drawing.

import { $, $$, slotOf, made, announce, restore, tell, inHand } from "./course.js";

const moment = 300; // ms
const computing = "Computing. Escape stops it.";
const under = new WeakMap(); // slot → the request under way, and what is timed of it

document.addEventListener("htmx:before:request", (event) => {
  const ctx = event.detail?.ctx, slot = ctx?.target?.closest?.(".slot");
  if (!slot) return;
  if (slot.stopped) { // what has waited behind the one that was stopped
    event.preventDefault();
    return;
  }
  clearTimeout(under.get(slot)?.timer);
  const wait = { ctx, since: performance.now() };
  wait.timer = setTimeout(() => show(slot, wait), moment);
  under.set(slot, wait);
});

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
  $(".live", figure).before(line);
  if (inHand(slot)) announce(slot, computing); // what follows it keeps quiet
}

function end(slot) {
  const wait = under.get(slot);
  clearTimeout(wait?.timer);
  clearInterval(wait?.ticking);
  under.delete(slot);
  const line = $(".wait", slot);
  if (!line) return;
  if (line.contains(document.activeElement)) $(".slide, [data-choice]", slot)?.focus({ preventScroll: true });
  line.remove();
  const status = $(`#${slot.id}-status`);
  if (status.textContent === computing) status.textContent = "";
}

document.addEventListener("htmx:finally:request", (event) => {
  const ctx = event.detail?.ctx, slot = ctx?.target?.closest?.(".slot");
  if (!slot || under.get(slot)?.ctx !== ctx) return;
  end(slot);
  // What waits behind it is sent at once, and so before this.
  if (slot.stopped) queueMicrotask(() => { slot.stopped = false; });
});

function stop(slot) {
  const wait = under.get(slot);
  if (!wait) return;
  slot.stopped = true;
  wait.ctx.request.abort();
  restore(slot);
  tell(slot, "stopped");
  announce(slot, "Stopped. The picture is as it was.");
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-wait=stop]")) stop(slotOf(event.target));
});
// Before any other script takes the key.
addEventListener("keydown", (event) => {
  const lines = event.key === "Escape" ? $$(".slot .wait") : [];
  if (!lines.length) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  lines.forEach((line) => stop(slotOf(line)));
}, true);
