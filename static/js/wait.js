// A figure that computes longer than a moment says so, and for how long; its button Stop,
// or Escape, gives the state up and leaves the picture that is there. The server hears
// that the reader has hung up, and stops drawing.

import { $, $$, the, around, made, tell } from "./dom.js";
import { slotOf, announce, restore } from "./figure.js";
import { inHand } from "./moves.js";

const moment = 300; // ms
const computing = "Computing. Escape stops it.";
/** @typedef {{ ctx: HtmxContext, since: number, timer: number, ticking: number, token: string,
 *   told?: EventSource }} Wait */
/** @typedef {{ part: string, done: number, left?: number }} Progress */
/** @type {WeakMap<Slot, Wait>} */
const under = new WeakMap(); // slot → the request under way, and what is timed of it
/** @type {WeakSet<Slot>} */
const stopped = new WeakSet();

// A request has a name of its own, by which the server is asked how far it is.
/** @type {WeakMap<HtmxContext, string>} */
const names = new WeakMap();
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (!document.body.dataset.progress || !ctx.target?.closest(".slot")) return;
  const token = Array.from(crypto.getRandomValues(new Uint8Array(10)), (b) => b.toString(16).padStart(2, "0")).join("");
  names.set(ctx, token);
  ctx.request.headers["Progress-Token"] = token;
});

document.addEventListener("htmx:before:request", (event) => {
  const { ctx } = event.detail, slot = ctx.target?.closest(".slot");
  if (!slot) return;
  if (stopped.has(slot)) { // it was queued behind the request that was stopped
    event.preventDefault();
    return;
  }
  clearTimeout(under.get(slot)?.timer);
  /** @type {Wait} */
  const wait = { ctx, since: performance.now(), timer: 0, ticking: 0, token: names.get(ctx) ?? "" };
  wait.timer = setTimeout(() => show(slot, wait), moment);
  under.set(slot, wait);
});

/** @type {(slot: Slot, wait: Wait) => void} */
function show(slot, wait) {
  const figure = $(".figure", slot);
  if (!figure || $(".wait", slot)) return;
  const line = made("div", { class: "wait" }), inner = made("span", {});
  const clock = made("span", { "aria-hidden": "true" }), bar = made("progress", { "aria-hidden": "true", max: "1" });
  let far = "";
  const tick = () => {
    clock.textContent = `Computing, ${((performance.now() - wait.since) / 1000).toFixed(1)} s${far}`;
  };
  tick();
  follow(wait, (progress) => {
    far = `. ${progress.part}${inWords(progress)}`;
    bar.value = progress.done;
    if (!bar.isConnected && progress.done > 0) clock.after(bar);
    tick();
  });
  wait.ticking = setInterval(tick, 100);
  inner.append(clock, made("button", { type: "button", "data-wait": "stop", "aria-label": "Stop computing" }, "Stop"));
  line.append(inner);
  the(".live", figure).before(line);
  if (inHand(slot)) announce(slot, computing); // a figure that only follows says nothing
}

// follow hears from the server how far a request is.
/** @type {(wait: Wait, hear: (progress: Progress) => void) => void} */
function follow(wait, hear) {
  if (!wait.token) return;
  wait.told = new EventSource(document.body.dataset.progress + wait.token);
  wait.told.addEventListener("progress", ({ data }) => {
    const progress = JSON.parse(data);
    if (progress.part) hear(progress);
  });
  for (const over of ["end", "error"]) wait.told.addEventListener(over, () => wait.told?.close());
}

/** @param {Progress} progress */
function inWords({ done, left }) {
  if (!done) return "";
  const more = left && left >= 0.05 ? `, about ${left < 10 ? left.toFixed(1) : left.toFixed(0)} s more` : "";
  return `: ${Math.round(100 * done)} %${more}`;
}

/** @param {Slot} slot */
function end(slot) {
  const wait = under.get(slot);
  wait?.told?.close();
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
