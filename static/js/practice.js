// Exercises of all lessons with fresh numbers, one after another. How each went is kept in this browser under
// gramophone.practice, by lesson and exercise: when it was asked last, in which box it is, for each answer to "how
// sure are you" how often it was asked and how often right, and how often which mistake was made.

import { $, $$, the, hear, made, read, write } from "./dom.js";
import { mistakeNamed } from "./mistakes.js";
import { boxes, due } from "./progress.js";

/**
 * @typedef {import("./progress.js").Progress} Progress
 * @typedef {{ at: number, box: number, tally: number[][], mistakes?: Record<string, number> }} Practised
 * @typedef {{ key: string, slug: string, id: string, hard: string, home: HTMLAnchorElement }} Item
 */

const shelf = "gramophone.practice", mostSeed = 999;
const levels = ["a guess", "I think so", "I am sure"], said = ["guessed", "thought so", "were sure"];

/** @returns {Record<string, Practised>} */
const all = () => read(shelf) ?? {};
/** @returns {Progress} */
const progress = () => read("gramophone.progress") ?? {};
/** @type {Item[]} */
const items = $$("#all li").map((li) => {
  const { slug = "", id = "", hard = "" } = li.dataset;
  return { key: `${slug}/${id}`, slug, id, hard, home: /** @type {HTMLAnchorElement} */ (the("a", li)) };
});
const among = /** @type {HTMLSelectElement} */ (the("#among", document));
const hardness = /** @type {HTMLSelectElement} */ (the("#hard", document));
const asking = the("#asking", document), place = the(".card", asking);

// ---- what comes next ------------------------------------------------------------------

// dueAt is when an exercise is due: as it was practised last, or else as it was answered in its lesson; not a number
// where it never was.
/** @type {(item: Item, practised: Record<string, Practised>, answered: Progress) => number} */
function dueAt(item, practised, answered) {
  const kept = practised[item.key], done = answered[item.slug];
  const answer = kept ?? (typeof done === "object" ? done.answers?.[item.id] : undefined);
  return answer ? due(/** @type {any} */ (answer)) : NaN;
}

// chosen are the exercises of the lessons and the difficulty that were chosen.
function chosen() {
  const kept = progress();
  return items.filter(({ slug, hard }) => (!hardness.value || hard === hardness.value)
    && (!among.value || among.value.split(" ").includes(slug)
      || (among.value === "opened" && typeof kept[slug] === "object")));
}

// sorted has those that are due, the longest first, those that are new, and those that are due later.
/** @param {number} now */
function sorted(now) {
  const practised = all(), answered = progress();
  const list = chosen().map((item) => ({ item, at: dueAt(item, practised, answered) }));
  const asked = list.filter(({ at }) => !Number.isNaN(at)).sort((a, b) => a.at - b.at);
  return {
    waiting: asked.filter(({ at }) => at <= now),
    fresh: list.filter(({ at }) => Number.isNaN(at)),
    later: asked.filter(({ at }) => at > now),
  };
}

/** @type {Item | null} */
let current = null;

// next is the exercise to ask now: not of the lesson that was asked last, where there is another.
/** @returns {Item | undefined} */
function next() {
  const { waiting, fresh, later } = sorted(Date.now());
  const mixed = fresh.map((one) => ({ one, at: Math.random() })).sort((a, b) => a.at - b.at).map(({ one }) => one);
  const list = [...waiting, ...mixed, ...later].map(({ item }) => item);
  return list.find(({ slug }) => slug !== current?.slug) ?? list.find(({ key }) => key !== current?.key) ?? list[0];
}

// ---- asking -----------------------------------------------------------------------------

async function ask() {
  const item = next();
  if (!item) return;
  current = item;
  asking.hidden = false;
  the("#begin", document).hidden = true;
  const from = made("a", { href: item.home.href }, item.home.textContent ?? "");
  the(".eyebrow", asking).replaceChildren(from, ` · ${item.hard}`);
  const section = made("section", { class: "exercise", id: item.id, "data-exercise": item.id });
  place.replaceChildren(section);
  const seed = 1 + Math.floor(Math.random() * mostSeed);
  const address = `${item.home.pathname}/exercise/${item.id}?seed.${item.id}=${seed}`;
  await htmx.ajax("GET", address, { source: section, target: section, swap: "innerHTML" });
  if (!$("form", section)) section.append(made("p", { role: "alert" }, "The exercise could not be had. Try another."));
}

// rooted has links that open a state of the lesson's figures, or a place of its page, lead there.
/** @param {HTMLElement} section */
function rooted(section) {
  for (const a of $$("a[href]", section)) {
    const href = a.getAttribute("href") ?? "";
    if (!/^(\/|https?:)/.test(href) && current) a.setAttribute("href", new URL(href, current.home.href).href);
  }
}

// confidence is asked for before an answer is checked.
function confidence() {
  const set = made("fieldset", { class: "choices sure" });
  set.append(made("legend", {}, "How sure are you?"));
  for (const [i, words] of levels.entries()) {
    const label = made("label", {});
    label.append(made("input", { type: "radio", name: "sure", value: i, required: "" }), made("span", {}, words));
    set.append(label);
  }
  return set;
}

hear("renewed", (section) => {
  if (!place.contains(section)) return;
  rooted(section);
  const form = the("form", section), submit = the("[type=submit]", form);
  (submit.closest(".entry") ?? submit).before(confidence());
});

hear("judged", (section) => {
  const verdict = $(".said", section), set = /** @type {HTMLFieldSetElement | null} */ ($(".sure", section));
  if (!place.contains(section) || !verdict) return;
  rooted(section);
  if (!set || set.disabled || !current) return; // the first answer is the one that counts
  const level = Number(the("input:checked", set).value), right = verdict.dataset.right === "true";
  set.disabled = true;
  keep(current.key, level, right, verdict.dataset.mistake);
  show();
});

/** @type {(key: string, level: number, right: boolean, mistake?: string) => void} */
function keep(key, level, right, mistake) {
  const now = all(), before = now[key] ?? { at: 0, box: 1, tally: [[0, 0], [0, 0], [0, 0]] };
  const tally = before.tally.map(([n, r], i) => (i === level ? [n + 1, r + Number(right)] : [n, r]));
  const by = right ? Number(level > 0) : -1; // what was guessed stays where it is
  const wrong = { ...before.mistakes };
  if (mistake) wrong[mistake] = (wrong[mistake] ?? 0) + 1;
  now[key] = { at: Date.now(), box: Math.min(boxes.length, Math.max(1, before.box + by)), tally, mistakes: wrong };
  write(shelf, now);
}

// ---- how it went ------------------------------------------------------------------------------

function show() {
  const { waiting, fresh, later } = sorted(Date.now()), counts = [
    waiting.length ? `${waiting.length} due now` : "Nothing is due now",
    `${fresh.length} new to you`, `${later.length} due later`,
  ];
  the("#standing", document).textContent = chosen().length ? counts.join(", ") + "."
    : among.value === "opened" ? "You have opened no lesson that has one of these: choose all lessons."
      : "No exercise there is of this difficulty.";
  /** @type {HTMLButtonElement} */ (the("#begin", document)).disabled = chosen().length === 0;
  const sums = levels.map((_, i) => Object.values(all())
    .reduce(([n, r], { tally }) => [n + tally[i][0], r + tally[i][1]], [0, 0]));
  the("#sure", document).hidden = sums.every(([n]) => n === 0);
  mistakes();
  the("#sure dl", document).replaceChildren(...sums.flatMap(([n, r], i) => (n ? [
    made("dt", {}, `Of ${n} where you ${said[i]}`), made("dd", {}, `${r} right, ${Math.round((100 * r) / n)} %`),
  ] : [])));
}

// mistakes lists those that were made most often.
function mistakes() {
  /** @type {Record<string, number>} */
  const times = {};
  for (const one of Object.values(all())) {
    for (const [name, n] of Object.entries(one.mistakes ?? {})) times[name] = (times[name] ?? 0) + n;
  }
  const list = Object.entries(times).sort((a, b) => b[1] - a[1]).flatMap(([name, n]) => {
    const mistake = mistakeNamed(name);
    if (!mistake) return [];
    const often = n === 1 ? "once" : `${n} times`;
    return [made("dt", {}, `${mistake.title}: ${often}`), made("dd", {}, mistake.says)];
  });
  the("#mistakes", document).hidden = list.length === 0;
  the("#mistakes dl", document).replaceChildren(...list.slice(0, 20));
}

// A link may say which lessons are asked: ?from=ridge,bandwidth.
const linked = (new URLSearchParams(location.search).get("from") ?? "").split(",")
  .filter((name) => items.some(({ slug }) => slug === name));
if (linked.length) {
  among.append(made("option", { value: linked.join(" ") }, "the lessons of the link"));
  among.value = linked.join(" ");
}

the("#begin", document).addEventListener("click", ask);
the("#next", document).addEventListener("click", ask);
for (const select of [among, hardness]) select.addEventListener("change", show);
addEventListener("storage", show);
show();
