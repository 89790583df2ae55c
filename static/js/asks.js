// A prediction in one line over its figure. Its chips press the form beside the words, so
// that answer, verdict and veil are one; the letters on the picture press its chips. Then the
// figure opens the state that the verdict speaks of, or the one that shows the answer, and
// the line says how the verdict begins.

import { $, $$, made, slotOf, statesOf, keep, openLinked, calm } from "./course.js";

document.addEventListener("click", (event) => {
  const chip = event.target.closest?.(".chips [type=submit]");
  if (!chip) return;
  event.preventDefault();
  for (const c of $$("[type=submit]", chip.parentElement)) c.ariaPressed = String(c === chip);
  const { form, value } = chip;
  $(`[type=radio][value="${value}"]`, form).checked = true;
  form.closest("[data-exercise]").pressed = chip.closest(".asked");
  form.requestSubmit();
});

// The letters are before all else that hears a press on the picture, and where they come
// close the nearest is meant.
document.addEventListener("click", (event) => {
  const guesses = event.target.closest?.(".guesses .chip")?.parentElement;
  if (!guesses) return;
  event.stopPropagation();
  const off = (chip) => {
    const b = $(".disc", chip).getBoundingClientRect();
    return Math.hypot(b.x + b.width / 2 - event.clientX, b.y + b.height / 2 - event.clientY);
  };
  const [chip] = $$(".chip", guesses).sort((a, b) => off(a) - off(b));
  const line = $(`.asked.${guesses.classList[1]}`, slotOf(guesses));
  const button = $(`.chips [value="${chip.dataset.value}"]`, line);
  button.focus({ preventScroll: true });
  button.click();
}, true);

document.addEventListener("course:judged", ({ target: ask }) => {
  const said = $(".said", ask), { pressed } = ask;
  delete ask.pressed;
  if (!said) return;
  for (const line of $$(`.asked[data-ask="${ask.id}"]`)) {
    answer(line, said, ask.id);
    if (line !== pressed) turn(line);
  }
  if (!pressed) return;
  $(".told a", pressed).focus({ preventScroll: true });
  const slot = slotOf(pressed), shows = pressed.dataset.shows && made("a", { href: pressed.dataset.shows });
  move(slot, $$(".preset", said).find((link) => statesOf(link).has(slot.id)) ?? shows);
  toPicture(slot, pressed);
});

// toPicture goes to what the answer shows where the picture is below the screen: the line
// stays in sight above it.
function toPicture(slot, line) {
  const plot = $("svg.plot", slot);
  if (!plot || plot.getBoundingClientRect().bottom <= 0.75 * innerHeight || innerWidth >= 1200) return;
  line.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
}

// answer has a line say how the verdict begins, and where to read on.
function answer(line, said, id) {
  const told = $(".told", line), why = $(":scope > p:not(.head)", said), see = $(".preset", said);
  told.replaceChildren(...$(".head", said).cloneNode(true).childNodes, " ", ...opening(why), " ");
  if (see && !$(".preset", told)) told.append(see.cloneNode(true), " ");
  told.append(made("a", { href: `#${id}` }, "Why"));
  line.classList.add("answered");
  if (!following(line)) return;
  const next = made("button", { type: "button" }, "Next question");
  next.addEventListener("click", () => {
    turn(line);
    $(".asked:not([hidden]) button", line.parentElement)?.focus({ preventScroll: true });
  });
  told.append(" ", next);
}

// opening is the first sentence of a paragraph.
function opening(p) {
  const nodes = [];
  for (const node of p?.childNodes ?? []) {
    const end = node.nodeType === Node.TEXT_NODE ? node.data.search(/(?<=[.:?])\s/) : -1;
    nodes.push(end < 0 ? node.cloneNode(true) : node.data.slice(0, end));
    if (end >= 0) break;
  }
  return nodes;
}

// following is the first line of the figure's that is not answered; turn shows it in the
// place of one that is.
const following = (line) => $(".asked:not(.answered)", line.parentElement);
function turn(line) {
  const next = following(line);
  if (line.hidden || !next) return;
  line.hidden = true;
  next.hidden = false;
}

// move opens what a link does, if that is a state of the figure.
function move(slot, link) {
  const states = link && statesOf(link);
  if (!states?.has(slot.id)) return;
  keep();
  openLinked(slot, states.get(slot.id).join("&"), states, true);
}
