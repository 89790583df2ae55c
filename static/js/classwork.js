// A class's files, each saved by a student at My work, read in the teacher's browser: tables by student and by
// question. Nothing is sent, and nothing is kept.

import { $, $$, the, made } from "./dom.js";
import { mistakeNamed } from "./mistakes.js";
import { parse } from "./shelves.js";
import { save } from "./save.js";

/**
 * @typedef {import("./shelves.js").Work} Work
 * @typedef {import("./progress.js").Answer} Answer
 * @typedef {{ name: string, text: string, work: Work }} Student
 * @typedef {{ lesson: string, question: Node | string, answered: number, first: number, right: number,
 *   wrong: string }} Row
 */

// A class has at most so many files.
const mostFiles = 1000;
/** @type {Student[]} */
let students = [];

// ---- read -------------------------------------------------------------------------------

/** @type {(files: Iterable<File>) => Promise<void>} */
async function take(files) {
  /** @type {string[]} */
  const refused = [];
  let added = 0;
  for (const file of files) {
    const { work, wrong } = await parse(file, Date.now()), text = JSON.stringify(work);
    const twin = work && students.find((s) => s.text === text);
    if (!work) refused.push(`${file.name}: ${wrong}`);
    else if (twin) refused.push(`${file.name}: the same as ${twin.name}.`);
    else if (students.length === mostFiles) refused.push(`${file.name}: ${mostFiles} files are the most.`);
    else {
      students.push({ name: file.name.replace(/\.json$/i, "").slice(0, 120), text, work });
      added++;
    }
  }
  the("#refused", document).replaceChildren(...refused.map((words) => made("li", {}, words)));
  const not = refused.length ? `, ${refused.length} not read` : "";
  the("#read", document).textContent = `${added} read${not}. ${students.length} in all.`;
  show();
}

const input = /** @type {HTMLInputElement} */ (the("#files", document)), drop = the(".drop", document);
input.addEventListener("change", async () => {
  await take([...input.files ?? []]);
  input.value = "";
});
drop.addEventListener("dragover", (event) => {
  event.preventDefault();
  drop.classList.add("over");
});
drop.addEventListener("dragleave", () => drop.classList.remove("over"));
drop.addEventListener("drop", (event) => {
  event.preventDefault();
  drop.classList.remove("over");
  take([...event.dataTransfer?.files ?? []]);
});

// ---- what is told of a question ------------------------------------------------------------

/** @type {(s: Student) => [string, any][]} */
const lessonsOf = ({ work }) => Object.entries(work.progress).filter(([, done]) => typeof done === "object");

// wasRight is whether an answer is the right one: a choice by what the question says, another as the file says where it
// was the last.
/** @type {(li: HTMLElement | undefined, values: string[], answer: Answer) => boolean} */
function wasRight(li, values, answer) {
  if (String(values) === String(answer.values)) return answer.right;
  const choice = li && $(`.choice[data-value="${CSS.escape(values[0] ?? "")}"]`, li);
  return choice?.dataset.right === "true";
}

// spoken is an answer in words.
/** @type {(li: HTMLElement, values: string[]) => string} */
function spoken(li, values) {
  const [value = ""] = values, { form, unit = "" } = li.dataset;
  const choice = form === "choice" ? $(`.choice[data-value="${CSS.escape(value)}"]`, li) : null;
  if (choice) return choice.textContent.trim();
  return form === "order" ? "an order of steps" : `${value} ${unit}`.trim();
}

const asked = $$("#asked li");
/** @type {(slug: string, id: string) => HTMLElement | undefined} */
const question = (slug, id) => asked.find(({ dataset }) => dataset.slug === slug && dataset.id === id);

// ---- the tables -------------------------------------------------------------------------------

// tally are the numbers of a student's row: lessons, answered, right, right at first, goals, practised, right of them,
// explained; and when she did something last.
/** @type {(s: Student) => { counts: number[], last: number }} */
function tally(s) {
  const lessons = lessonsOf(s), counts = [lessons.length, 0, 0, 0, 0, 0, 0, Object.keys(s.work.explained).length];
  let last = 0;
  for (const [slug, done] of lessons) {
    counts[4] += Object.keys(done.goals).length;
    last = Math.max(last, done.seen, .../** @type {number[]} */ (Object.values(done.goals)));
    for (const [id, answer] of /** @type {[string, Answer][]} */ (Object.entries(done.answers))) {
      counts[1]++;
      counts[2] += Number(answer.right);
      counts[3] += Number(wasRight(question(slug, id), answer.first ?? answer.values, answer));
      last = Math.max(last, answer.at ?? 0);
    }
  }
  for (const { at, tally: sums } of Object.values(s.work.practice)) {
    last = Math.max(last, at);
    for (const [n, right] of sums) {
      counts[5] += n;
      counts[6] += right;
    }
  }
  return { counts, last };
}

/** @param {number} at */
const date = (at) => (at ? new Date(at).toISOString().slice(0, 10) : "");

// byQuestion are the rows of questions that somebody answered, those with fewest right at first first.
/** @returns {Row[]} */
function byQuestion() {
  /** @type {Row[]} */
  const rows = [];
  for (const li of asked) {
    const { slug = "", id = "" } = li.dataset;
    const answers = students.flatMap((s) => s.work.progress[slug]?.answers?.[id] ?? []);
    if (answers.length === 0) continue;
    /** @type {Map<string, number>} */
    const wrong = new Map();
    let first = 0;
    for (const answer of answers) {
      const values = answer.first ?? answer.values;
      if (wasRight(li, values, answer)) first++;
      else wrong.set(spoken(li, values), (wrong.get(spoken(li, values)) ?? 0) + 1);
    }
    const [[words, times] = ["", 0]] = [...wrong].sort((a, b) => b[1] - a[1]);
    rows.push({
      lesson: the(".lesson", li).textContent, question: the("a", li).cloneNode(true), answered: answers.length, first,
      right: answers.filter(({ right }) => right).length, wrong: times ? `${words} (${times})` : "",
    });
  }
  return rows.sort((a, b) => a.first / a.answered - b.first / b.answered);
}

// byMistake are the rows of mistakes that somebody made, the commonest first: of choices by the first answer, and of
// practice.
/** @returns {(string | number)[][]} */
function byMistake() {
  /** @type {Map<string, { who: Set<Student>, times: number }>} */
  const found = new Map();
  /** @type {(name: string, s: Student, n: number) => void} */
  const add = (name, s, n) => {
    const one = found.get(name) ?? { who: new Set(), times: 0 };
    one.who.add(s);
    one.times += n;
    found.set(name, one);
  };
  for (const s of students) {
    for (const li of asked) {
      const { slug = "", id = "" } = li.dataset, answer = s.work.progress[slug]?.answers?.[id];
      const [value = ""] = answer?.first ?? answer?.values ?? [];
      const choice = answer && $(`.choice[data-value="${CSS.escape(value)}"]`, li);
      if (choice?.dataset.mistake) add(choice.dataset.mistake, s, 1);
    }
    for (const { mistakes } of Object.values(s.work.practice)) {
      for (const [name, n] of Object.entries(mistakes)) add(name, s, Number(n));
    }
  }
  return [...found].sort((a, b) => b[1].times - a[1].times).flatMap(([name, { who, times }]) => {
    const mistake = mistakeNamed(name);
    return mistake ? [[mistake.title, who.size, times, mistake.says]] : [];
  });
}

/** @type {(words: Node | string | number) => HTMLTableCellElement} */
function cell(words) {
  const td = made("td", typeof words === "number" ? { class: "n" } : {});
  td.append(words instanceof Node ? words : String(words));
  return td;
}
/** @type {(cells: (Node | string | number)[]) => HTMLTableRowElement} */
function row(cells) {
  const tr = made("tr", {});
  tr.append(...cells.map(cell));
  return tr;
}

// remove takes a file out of the tables.
/** @param {Student} s */
function remove(s) {
  const button = made("button", { type: "button", "aria-label": `Remove ${s.name}` }, "Remove");
  button.addEventListener("click", () => {
    students = students.filter((one) => one !== s);
    the("#read", document).textContent = `${s.name} is removed. ${students.length} in all.`;
    show();
    input.focus();
  });
  return button;
}

function show() {
  for (const id of ["students", "questions"]) the(`#${id}`, document).hidden = students.length === 0;
  const mistakes = byMistake().map(row);
  the("#mistakes", document).hidden = mistakes.length === 0;
  the("#mistakes tbody", document).replaceChildren(...mistakes);
  the("#students tbody", document).replaceChildren(...students.map((s) => {
    const { counts, last } = tally(s);
    return row([s.name, ...counts, date(last), remove(s)]);
  }));
  the("#questions tbody", document).replaceChildren(...byQuestion().map((r) =>
    row([r.lesson, r.question, r.answered, r.first, r.right, r.wrong])));
}

// ---- CSV ------------------------------------------------------------------------------------------

// quoted is a cell of a CSV; what a spreadsheet would take for a formula is text.
/** @param {string} words */
function quoted(words) {
  const text = words.replaceAll(/\s+/g, " ").trim();
  const safe = /^[=+@-]/.test(text) && Number.isNaN(Number(text)) ? `'${text}` : text;
  return /[",]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** @type {(name: string) => void} */
function saveTable(name) {
  const wide = $$(`#${name} thead th`).length;
  const lines = $$(`#${name} tr`).map((tr) => $$("th, td", tr).slice(0, wide)
    .map((td) => quoted(td.textContent)).join(","));
  save(lines.join("\r\n") + "\r\n", "text/csv", `class-${name}.csv`);
}
for (const name of ["students", "questions", "mistakes"]) {
  the(`#${name}-csv`, document).addEventListener("click", () => saveTable(name));
}
