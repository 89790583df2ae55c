// A prediction in one line over its figure. Its chips are buttons of the form beside the words,
// so that answer, verdict and veil are one; the letters on the picture press its chips. Then the
// figure opens the state that the verdict speaks of, or the one that shows the answer, and
// the verdict stands in the place of the line, in a sentence that is written for it.

import { $, $$, the, around, hear, made, calm } from "./dom.js";
import { slotOf } from "./figure.js";
import { statesOf, keep, openLinked } from "./states.js";

/** @type {WeakMap<Element, HTMLElement | null>} */
const pressed = new WeakMap(); // question → its line if a chip was pressed, until there is a verdict

document.addEventListener("submit", ({ target, submitter }) => {
  const ask = around(target, "[data-exercise]");
  if (ask) pressed.set(ask, around(submitter, ".asked"));
});

// A press on a letter does nothing else on the picture: this listener comes first. Where
// letters overlap, the nearest is meant.
document.addEventListener("click", (event) => {
  const guesses = around(event.target, ".guesses .chip")?.parentElement, slot = slotOf(event.target);
  if (!guesses || !slot) return;
  event.stopPropagation();
  const off = (/** @type {Guess} */ guess) => {
    const b = the(".disc", guess).getBoundingClientRect();
    return Math.hypot(b.x + b.width / 2 - event.clientX, b.y + b.height / 2 - event.clientY);
  };
  const [chip] = $$(".chip", guesses).sort((a, b) => off(a) - off(b));
  const line = the(`.asked.${guesses.classList[1]}`, slot);
  const button = the(`.chips [value="${chip.dataset.value}"]`, line);
  button.focus({ preventScroll: true });
  button.click();
}, true);

hear("judged", (ask) => {
  const said = $(".said", ask), mine = pressed.get(ask), slot = mine && slotOf(mine);
  pressed.delete(ask);
  const line = said && $(`.asked[data-ask="${ask.id}"]`);
  if (line) answer(line, said, ask.id);
  if (line && line !== mine) turn(line);
  if (!said || !slot) return;
  the(".told a", mine).focus({ preventScroll: true });
  const link = linkTo(said, slot);
  if (link) move(slot, link);
  else if (mine.dataset.shows) move(slot, made("a", { href: mine.dataset.shows }));
  toPicture(slot, mine);
});

// A verdict has been read when a hand moves on, or where it was given before: the goal takes its place.
/** @param {ParentNode} root */
function settle(root) {
  for (const line of $$(".asked.answered:not([hidden])", root)) {
    if (!following(line)) line.classList.add("settled");
  }
}
document.addEventListener("input", (event) => {
  const slot = slotOf(event.target);
  if (slot && event.isTrusted) settle(slot);
});

// toPicture goes to what the answer shows where the picture is below the screen: the line
// stays in sight above it.
/** @type {(slot: Slot, line: HTMLElement) => void} */
function toPicture(slot, line) {
  const plot = $("svg.plot", slot);
  if (!plot || plot.getBoundingClientRect().bottom <= 0.75 * innerHeight || innerWidth >= 1200) return;
  line.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
}

// linkTo is the first link of a verdict to a state of the figure.
/** @type {(said: HTMLElement, slot: Slot) => HTMLAnchorElement | undefined} */
const linkTo = (said, slot) => $$(".preset", said).find((link) => statesOf(link).has(slot.id));

// answer has a line say the verdict that is written for the picture, and where to read on.
/** @type {(line: HTMLElement, said: HTMLElement, id: string) => void} */
function answer(line, said, id) {
  const told = the(".told", line), slot = slotOf(line), link = slot && linkTo(said, slot);
  told.replaceChildren(...the(".on-picture", said).cloneNode(true).childNodes, " ");
  if (link) {
    const see = link.cloneNode();
    see.textContent = "See it";
    told.append(see, " ");
  }
  told.append(made("a", { href: `#${id}` }, "Why"));
  line.classList.add("answered");
  if (!following(line)) return;
  const next = made("button", { type: "button" }, "Next question");
  next.addEventListener("click", () => {
    turn(line);
    $(".asked:not([hidden]) button", asksOf(line))?.focus({ preventScroll: true });
  });
  told.append(" ", next);
}

// following is the first line of the figure's that is not answered; turn shows it in the
// place of one that is.
/** @param {HTMLElement} line */
const asksOf = (line) => line.parentElement ?? line;
/** @param {HTMLElement} line */
const following = (line) => $(".asked:not(.answered)", asksOf(line));
/** @param {HTMLElement} line */
function turn(line) {
  const next = following(line);
  if (line.hidden || !next) return;
  line.hidden = true;
  next.hidden = false;
}

// move opens what a link does, if that is a state of the figure.
/** @type {(slot: Slot, link: HTMLAnchorElement) => void} */
function move(slot, link) {
  const states = statesOf(link), state = states.get(slot.id);
  if (!state) return;
  keep();
  openLinked(slot, state.join("&"), states, true);
}

settle(document); // what was answered before
