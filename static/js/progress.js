// What the reader has done so far, kept in this browser: answers come back when a
// lesson is opened again, a goal that a figure reaches counts as answered and is kept,
// and the contents tell what is done and where to go on.
//
// It is one value under gramophone.progress, by lesson, and the lesson that was read last.
// A lesson has as many goals as figures.
//
// Questions come back (mywork.js): a link to a lesson with ?review= and the id of one opens it
// without its answer, and the next answer moves it between the boxes of a card index.

import { $, $$, the, around, hear, is, made, read, write } from "./dom.js";
import { byLink } from "./moves.js";

/**
 * An answer that was given, whether it is right, and the first one to the same question; when
 * it was given, and in which box the question is, from 1.
 * @typedef {{ values: string[], right: boolean, first?: string[], at?: number, box?: number }} Answer
 *
 * What was done in a lesson: when it was seen last, answers by exercise, when which figure's
 * goal was reached, and the exercises whose controls were asked for before an answer.
 * @typedef {object} Done
 * @property {number} [seen]
 * @property {Record<string, Answer>} [answers]
 * @property {Record<string, number>} [goals]
 * @property {string[]} [played]
 *
 * @typedef {{ last?: string, [lesson: string]: Done | string | undefined }} Progress
 */

const lesson = document.body.dataset.lesson ?? "";
const shelf = "gramophone.progress";
/** @type {() => Progress} */
const all = () => read(shelf) ?? {};
// doneIn is what was done in a lesson.
/** @type {(progress: Progress, slug: string) => Done | undefined} */
function doneIn(progress, slug) {
  const done = progress[slug];
  return typeof done === "object" ? done : undefined;
}
const mine = () => doneIn(all(), lesson) ?? {};
// update changes what was done in this lesson.
/** @param {(mine: Done, all: Progress) => void} change */
function update(change) {
  const now = all(), done = doneIn(now, lesson) ?? {};
  now[lesson] = done;
  change(done, now);
  write(shelf, now);
}

/** @typedef {Field | HTMLButtonElement} Answering */
/** @param {Answering} field */
const answers = (field) => Boolean(field.name?.startsWith("answer."));
/** @param {HTMLElement} section */
const fieldsOf = (section) => /** @type {Answering[]} */ ($$("form [name]", section)).filter(answers);
/** @param {Answering} field @returns {field is HTMLInputElement} */
const isRadio = (field) => field.type === "radio";
/** @param {Answering} field @returns {field is HTMLButtonElement} */
const isLetter = (field) => field.type === "submit";
/** @param {Answering} field */
const isGiven = (field) => isLetter(field) ? field.ariaPressed === "true" : !isRadio(field) || field.checked;
// press marks the letter of a choice, beside the words and over the figure; "" takes the mark away.
/** @type {(form: HTMLFormElement, value: string) => void} */
function press(form, value) {
  const letters = /** @type {Answering[]} */ ([...form.elements]).filter(answers).filter(isLetter);
  for (const letter of letters) letter.ariaPressed = String(letter.value === value);
}
/** @type {WeakMap<Element, string[]>} */
const drawn = new WeakMap(); // exercise → the answer under way that no field holds

// ---- asked again ------------------------------------------------------------------

const day = 864e5; // milliseconds
const boxes = [1, 3, 7, 21]; // days after which a question in that box is due
/** @param {Answer} answer */
const daysOf = (answer) => boxes[(answer.box ?? 1) - 1];
// due is when a question is asked again; the answer may be from before times were kept.
/** @param {Answer} answer */
const due = (answer) => (answer.at ?? 0) + daysOf(answer) * day;

// asked is the question that the address asks again, until it is answered. The address is what
// the page was opened by: what follows the figures has no place for it.
const [opened] = performance.getEntriesByType("navigation");
let asked = opened ? new URL(opened.name).searchParams.get("review") ?? "" : "";

// moved is the box of a question after an answer: one up if that is right, one down if not,
// and the same one where it was not due.
/** @type {(before: Answer, right: boolean, now: number) => number} */
function moved(before, right, now) {
  const box = before.box ?? 1;
  return now < due(before) ? box : Math.min(boxes.length, Math.max(1, box + (right ? 1 : -1)));
}

export { boxes, due };

/** @type {WeakSet<Element>} */
const putBack = new WeakSet(); // exercises whose next verdict is on an answer from before

// isDrawn is whether an exercise has other numbers, or another order, than the lesson prints:
// what is kept is the answer to the printed one.
/** @param {Exercise} section */
const isDrawn = (section) => Boolean($(`[name="seed.${section.id}"]`, section));

hear("judged", (section) => {
  const said = $(".said", section), name = section.dataset.exercise;
  if (!said) return;
  const values = drawn.get(section)
    ?? fieldsOf(section).filter(isGiven).map((f) => f.value);
  const right = said.dataset.right === "true";
  section.classList.toggle("done", right && section.matches(".exercise"));
  if (isDrawn(section)) return;
  const before = mine().answers?.[name];
  const first = before?.first ?? before?.values ?? values;
  /** @type {Answer} */
  const answer = { values, right, first, at: before?.at, box: before?.box };
  if (!putBack.delete(section)) {
    answer.at = Date.now();
    if (before && asked === name) {
      answer.box = moved(before, right, answer.at);
      const days = daysOf(answer), next = made("p", {}, `This is asked again in ${days} day${days > 1 ? "s" : ""}. `);
      next.append(made("a", { href: `${the(".brand", document).getAttribute("href")}my-work` }, "My work"));
      said.append(next);
    }
    asked = asked === name ? "" : asked;
  }
  update((done) => { (done.answers ??= {})[name] = answer; });
  if (section.matches(".predict") && String(first) !== String(values)) {
    said.append(made("p", { class: "first" }, `Your first answer was: ${spoken(section, first)}.`));
  }
});

// judge has the server say something to an answer that no field holds.
/** @type {(section: HTMLElement, answer: string) => Promise<void>} */
async function judge(section, answer) {
  const address = `${the("form", section).getAttribute("hx-get")}?answer.${section.id}=${encodeURIComponent(answer)}`;
  drawn.set(section, [answer]);
  press(the("form", section), "");
  await htmx.ajax("GET", address, { source: section, target: the(".verdict", section), swap: "innerHTML" });
}
document.addEventListener("submit", ({ target, submitter }) => {
  const section = around(target, "[data-exercise]");
  if (!section) return;
  drawn.delete(section);
  if (is(submitter, "[type=submit]") && answers(submitter)) press(the("form", section), submitter.value);
}, true);

/** @param {string} id */
const answered = (id) =>
  id !== asked && (id in (mine().answers ?? {}) || (mine().played ?? []).includes(id));
/** @param {string} id */
const play = (id) => update((done) => { done.played = [...(done.played ?? []), id]; });

export { answered, judge, play };

// spoken is an answer as it was read: a choice by its words, a sketch by how far from the
// curve it was, anything else as typed.
/** @type {(section: Exercise, values: string[]) => string} */
function spoken(section, values) {
  const far = values[0].match(/^sketch (.*)/)?.[1];
  if (far) return `a sketch ${far.replace("-", "−")} from the curve`;
  const choice = $(`.choices [value="${CSS.escape(values[0])}"]`, section)?.closest("label, button");
  return choice ? the("span", choice).textContent.trim() : values.join(", ");
}

// restore puts back the answers given before, and asks for what is said to them.
function restore() {
  if (!lesson) return;
  update((done, progress) => {
    done.seen = Date.now();
    progress.last = lesson;
  });
  for (const section of $$("[data-exercise]")) putAnswer(section);
}

// putAnswer puts back the answer to an exercise as the lesson prints it.
/** @param {Exercise} section */
function putAnswer(section) {
  const answer = mine().answers?.[section.dataset.exercise];
  if (!answer || isDrawn(section) || section.id === asked || $(".said", section)) return;
  putBack.add(section);
  if (answer.values[0]?.startsWith("sketch ")) {
    judge(section, answer.values[0]);
    return;
  }
  const fields = fieldsOf(section), letter = fields.filter(isLetter).find((f) => f.value === answer.values[0]);
  if (letter) {
    the("form", section).requestSubmit(letter);
    return;
  }
  for (const [i, field] of fields.entries()) {
    if (isRadio(field)) field.checked = answer.values.includes(field.value);
    else if (!isLetter(field)) field.value = answer.values[i] ?? "";
  }
  htmx.trigger(the("form", section), "submit");
}

// An exercise that is asked otherwise is read from its beginning.
hear("renewed", (section) => {
  const title = the("h3", section);
  section.classList.remove("done");
  title.tabIndex = -1;
  title.focus({ preventScroll: true });
  title.scrollIntoView({ block: "nearest" });
  putAnswer(section);
});

// goals tells an exercise that asks for a state that the state is reached.
/** @param {Slot} slot */
function goals(slot) {
  const there = ($(".panels", slot)?.dataset.reached ?? "").split(" ");
  for (const section of $$(`[data-goal-figure="${slot.id}"]`)) {
    const field = the("form input[name^='answer.']", section);
    if (there.includes(section.dataset.goal ?? "") && field.value !== "reached") {
      field.value = "reached";
      htmx.trigger(the("form", section), "submit");
    }
  }
}

// ---- the goals of figures -------------------------------------------------------

/** @param {Slot} slot */
const reached = (slot) => Boolean($(".live > .goal", slot)?.matches("[data-reached]"));

// keep marks the goals that were reached once, in the figure's head as in the row of
// its sliders, which a move leaves as it was, and counts them.
/** @param {Slot} slot */
function keep(slot) {
  const [chip, copy] = $$(".goal", slot), kept = mine().goals ?? {};
  if (!chip) return;
  chip.classList.toggle("kept", slot.id in kept);
  chip.classList.toggle("by-link", byLink(slot) && reached(slot));
  if (copy && copy.textContent !== chip.textContent) copy.innerHTML = chip.innerHTML;
  if (copy) {
    copy.className = chip.className;
    copy.toggleAttribute("data-reached", reached(slot));
  }
  const tally = $(".tally b");
  const count = String(Object.keys(kept).length);
  if (tally && tally.textContent !== count) tally.textContent = count;
}

// A goal counts for the figure that the hand is on: one that only follows has found
// nothing, and nor has a link.
/** @type {Slot | null} */
let led = null; // what it was on last: a judgement comes when it rests
hear("moved", (slot, { leads }) => {
  goals(slot);
  if (leads) led = slot;
  if (lesson && slot === led && reached(slot) && !byLink(slot) && !(slot.id in (mine().goals ?? {}))) {
    update((done) => { (done.goals ??= {})[slot.id] = Date.now(); });
  }
  keep(slot);
});

// resume says in the contents what is done of each lesson, and leads to the last.
function resume() {
  const progress = all();
  for (const li of $$(".contents [data-slug]")) {
    const done = doneIn(progress, li.dataset.slug ?? "");
    if (!done) continue;
    const right = Object.values(done.answers ?? {}).filter((a) => a.right).length;
    /** @type {[number, string | undefined, string][]} */
    const counts = [
      [Object.keys(done.goals ?? {}).length, li.dataset.goals, "goals reached"],
      [right, li.dataset.exercises, "exercises right"],
    ];
    const line = the(".so-far", li);
    line.textContent = counts.filter(([n]) => n)
      .map(([n, of, what]) => `${Math.min(n, Number(of))} of ${of} ${what}`).join(" · ") || "Begun";
    line.hidden = false;
  }
  const { last } = progress, start = $("#start");
  const li = last ? $(`.contents li[data-slug="${CSS.escape(last)}"]`) : null, link = li && $("a", li);
  if (link && start) {
    start.href = link.href;
    start.textContent = `Go on: lesson ${li.value}`; // in one line on a phone, so that nothing moves
    start.append(made("span", { class: "title" }, `, “${link.textContent}”`));
  }
}

resume();
// htmx reads the page in a task of its own; what asks it for something comes after.
setTimeout(() => {
  restore();
  for (const slot of $$(".slot")) {
    goals(slot);
    keep(slot);
  }
});
