// What the reader has done so far, kept in this browser: answers come back when a
// lesson is opened again, a goal that a figure reaches counts as answered and is kept,
// and the contents tell what is done and where to go on.
//
// It is one value under gramophone.progress: {last: lesson, [lesson]: {seen: time,
// answers: {[exercise]: {values, right, first}}, goals: {[figure]: time}, played:
// [exercise]}}. A lesson has as many goals as figures.

import { $, $$, made, read, write } from "./course.js";

const lesson = document.body.dataset.lesson;
const shelf = "gramophone.progress";
const all = () => read(shelf) ?? {};
const mine = (all) => ((all[lesson] ??= {}).answers ??= {});
function update(change) {
  const now = all();
  change(now);
  write(shelf, now);
}

const fieldsOf = (section) => $$("form [name]", section).filter((f) => f.name.startsWith("answer."));

document.addEventListener("course:judged", ({ target: section }) => {
  const said = $(".said", section);
  if (!said) return;
  const values = section.given ?? fieldsOf(section).filter((f) => f.type !== "radio" || f.checked).map((f) => f.value);
  const right = said.dataset.right === "true";
  section.classList.toggle("done", right && section.matches(".exercise"));
  const before = mine(all())[section.dataset.exercise];
  const first = before?.first ?? before?.values ?? values;
  update((all) => { mine(all)[section.dataset.exercise] = { values, right, first }; });
  if (section.matches(".predict") && String(first) !== String(values)) {
    said.append(made("p", { class: "first" }, `Your first answer was: ${spoken(section, first)}.`));
  }
});

// judge has the server say something to an answer that no field holds.
async function judge(section, answer) {
  const form = $("form", section), verdict = $(".verdict", section);
  section.given = [answer];
  await htmx.ajax("GET", `${form.getAttribute("hx-get")}?answer.${section.id}=${encodeURIComponent(answer)}`, { source: section, target: verdict, swap: "innerHTML" });
}
document.addEventListener("submit", ({ target }) => { delete target.closest("[data-draws]")?.given; }, true);

const answered = (id) => id in mine(all()) || (all()[lesson]?.played ?? []).includes(id);
const play = (id) => update((all) => { const mine = (all[lesson] ??= {}); mine.played = [...(mine.played ?? []), id]; });

export { answered, judge, play };

// spoken is an answer as it was read: a choice by its words, a sketch by how far from the
// curve it was, anything else as typed.
function spoken(section, values) {
  const far = values[0].match(/^sketch (.*)/)?.[1];
  if (far) return `a sketch ${far.replace("-", "−")} from the curve`;
  const choice = $(`input[type=radio][value="${CSS.escape(values[0])}"]`, section);
  return choice?.parentElement.textContent.trim() ?? values.join(", ");
}

// restore puts back the answers given before, and asks for what is said to them.
function restore() {
  if (!lesson) return;
  update((all) => {
    (all[lesson] ??= {}).seen = Date.now();
    all.last = lesson;
  });
  const given = mine(all());
  for (const section of $$("[data-exercise]")) {
    const answer = given[section.dataset.exercise];
    if (!answer || $(".said", section)) continue;
    if (answer.values[0]?.startsWith("sketch ")) {
      judge(section, answer.values[0]);
      continue;
    }
    for (const [i, field] of fieldsOf(section).entries()) {
      if (field.type === "radio") field.checked = answer.values.includes(field.value);
      else field.value = answer.values[i] ?? "";
    }
    htmx.trigger($("form", section), "submit");
  }
}

// goals tells an exercise that asks for a state that the state is reached.
function goals(slot) {
  const reached = ($(".panels", slot)?.dataset.reached ?? "").split(" ");
  for (const section of $$(`[data-goal-figure="${slot.id}"]`)) {
    const field = $("form input[name^='answer.']", section);
    if (reached.includes(section.dataset.goal) && field.value !== "reached") {
      field.value = "reached";
      htmx.trigger($("form", section), "submit");
    }
  }
}

// ---- the goals of figures -------------------------------------------------------

const reached = (slot) => $(".live > .goal", slot)?.matches("[data-reached]");

// keep marks the goals that were reached once, in the figure's head as in the row of
// its sliders, which a move leaves as it was, and counts them.
function keep(slot) {
  const [chip, copy] = $$(".goal", slot), kept = all()[lesson]?.goals ?? {};
  if (!chip) return;
  chip.classList.toggle("kept", slot.id in kept);
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
// nothing.
document.addEventListener("course:moved", ({ target: slot, detail: { leads } }) => {
  goals(slot);
  if (lesson && leads && reached(slot) && !(slot.id in (all()[lesson]?.goals ?? {}))) {
    update((all) => { ((all[lesson] ??= {}).goals ??= {})[slot.id] = Date.now(); });
  }
  keep(slot);
});

// resume says in the contents what is done of each lesson, and leads to the last.
function resume() {
  const done = all();
  for (const li of $$(".contents [data-slug]")) {
    const lesson = done[li.dataset.slug];
    if (!lesson) continue;
    const right = Object.values(lesson.answers ?? {}).filter((a) => a.right).length;
    const counts = [
      [Object.keys(lesson.goals ?? {}).length, li.dataset.goals, "goals reached"],
      [right, li.dataset.exercises, "exercises right"],
    ];
    const line = $(".so-far", li);
    line.textContent = counts.filter(([n]) => n).map(([n, of, what]) => `${Math.min(n, of)} of ${of} ${what}`).join(" · ") || "Begun";
    line.hidden = false;
  }
  const last = done.last && $(`.contents [data-slug="${CSS.escape(done.last)}"]`);
  const start = $("#start");
  if (last && start) {
    start.href = $("a", last).href;
    start.textContent = `Go on: lesson ${last.value}`; // in one line on a phone, so that nothing moves
    start.append(made("span", { class: "title" }, `, “${$("a", last).textContent}”`));
  }
}

resume();
// htmx reads the page in a task of its own; what asks it for something comes after.
setTimeout(() => {
  restore();
  $$(".slot").forEach((slot) => (goals(slot), keep(slot)));
});
