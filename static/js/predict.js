// A prediction comes first. The controls that it is about are out of reach until there
// is an answer, or the reader would rather play; on the projector, until the teacher asks
// for the answer. Where the answer is a curve, a sketch is judged by how far from it it is.

import { $, $$, made, slotOf, tell, keep, openLinked } from "./course.js";
import { answered, judge, play } from "./progress.js";
import { drawIn, distance } from "./sketch.js";

const deck = $(".deck");
const asks = $(".lesson.alone") ? [] : $$("[data-veil]");

// ---- what is veiled ------------------------------------------------------------

const passed = new Set(); // the questions whose controls were asked for on this page
const free = (ask) => passed.has(ask) || ask.matches(".released") || $(".said", ask) || (!deck && answered(ask.id));
const controlsOf = (ask) => ask.dataset.veil.split(" ").map((id) => document.getElementById(id)?.closest(".control:not(:has(.lock))")).filter(Boolean);

// veils has every control wait for the first open question about it. A figure that is
// replaced whole is veiled anew.
function veils() {
  const waits = new Map(), changed = new Set();
  for (const ask of asks) {
    if (!free(ask)) for (const control of controlsOf(ask)) if (!waits.has(control)) waits.set(control, ask);
  }
  for (const control of $$(".veiled")) {
    if (control.ask === waits.get(control)) continue;
    control.classList.remove("veiled");
    $(".veil", control).remove();
    changed.add(slotOf(control));
  }
  for (const [control, ask] of waits) {
    if (control.matches(".veiled")) continue;
    cover(control, ask);
    changed.add(slotOf(control));
  }
  for (const slot of changed) tell(slot, "veiled");
  for (const words of $$("[data-after]")) {
    const ask = document.getElementById(words.dataset.after);
    words.classList.toggle("open", !ask || free(ask));
  }
}

// pass leaves a question behind that the reader does not want to answer.
function pass(ask) {
  passed.add(ask);
  if (!deck) play(ask.id);
  veils();
}

function cover(control, ask) {
  control.classList.add("veiled");
  control.ask = ask;
  const over = made("span", { class: "veil" }), button = made("button", { type: "button" }, "Just let me play");
  const line = $(`.asked[data-ask="${ask.id}"]:not([hidden])`, slotOf(control));
  over.append(made("a", { href: `#${line?.id ?? ask.id}` }, "Guess first"), button);
  button.addEventListener("click", () => {
    pass(ask);
    if (!deck) $(".slide, select, .value", control)?.focus({ preventScroll: true }); // where arrows turn the page, they go on doing so
  });
  control.append(over);
}
// Words that answer a question are asked for like a control; the keyboard goes on there.
document.addEventListener("click", ({ target }) => {
  const words = target.matches?.(".after > .veil button") && target.closest("[data-after]");
  if (!words) return;
  pass(document.getElementById(words.dataset.after));
  if (!deck) { // where arrows turn the page, they go on doing so
    words.tabIndex = -1;
    words.focus({ preventScroll: true });
  }
  tell(words, "bared");
});
veils();
for (const type of ["moved", "judged", "released"]) document.addEventListener("course:" + type, veils);

// ---- an answer that is drawn ------------------------------------------------------

// A question is drawn in its figure as that opens; when the sketch is done, the figure
// goes to the state that shows the curve, and the distance between both is the answer.
async function draw(ask, button) {
  const slot = document.getElementById(ask.dataset.draws);
  const say = (text, drawing) => $$(`[data-draw="${ask.id}"]`).forEach((b) => Object.assign(b, { textContent: text, ariaPressed: drawing }));
  keep();
  await openLinked(slot, "", new Map(), true);
  if (!slot.contains(button)) tell(slot, "asked", button);
  say("Done", "true");
  drawIn(slot, async () => {
    say("Draw again", "false");
    await openLinked(slot, ask.dataset.state, new Map(), true);
    const far = distance(slot);
    if (far !== null) await judge(ask, `sketch ${far}`);
    veils();
  });
}
document.addEventListener("click", ({ target }) => {
  const button = target.closest?.("[data-draw]"), ask = button && document.getElementById(button.dataset.draw);
  if (!ask) return;
  const done = $(".sketching [data-sketch=draw]", slotOf(document.getElementById(ask.dataset.draws)).parentElement);
  if (done) done.click();
  else draw(ask, button);
});
