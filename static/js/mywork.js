// What this browser has kept of the reader's work, by lesson; what of it is due; one file to
// carry it away in and to read it from; and its end. Nothing is sent to the server.

import { $, $$, the, made, read, write } from "./dom.js";
import { boxes, due } from "./progress.js";
import { merge, parse, shelves } from "./shelves.js";
import { save } from "./save.js";

/**
 * @typedef {import("./progress.js").Progress} Progress
 * @typedef {import("./progress.js").Answer} Answer
 * @typedef {import("./explain.js").Explained} Explained
 */

/** @returns {Progress} */
const progress = () => read("gramophone.progress") ?? {};
/** @type {(n: number, one: string, many: string) => string} */
const count = (n, one, many) => `${n} ${n === 1 ? one : many}`;
/** @param {number} at */
const date = (at) => new Date(at).toLocaleDateString("en-GB", { day: "numeric", month: "long", year: "numeric" });

// ---- what was done ------------------------------------------------------------------

// words are an answer in the list's own: a choice by its words, a sketch by how far from the
// curve it was, an order only by whether it is right.
/** @type {(li: HTMLElement, values: string[]) => (Node | string)[]} */
function words(li, values) {
  const [value = ""] = values, { form, unit } = li.dataset;
  const far = value.match(/^sketch (.*)/)?.[1];
  if (far) return [`a sketch ${far.replace("-", "−")} from the curve`];
  if (form === "choice") {
    const choice = $(`.choice[data-value="${CSS.escape(value)}"]`, li);
    return choice ? Array.from(choice.cloneNode(true).childNodes) : [value];
  }
  if (form === "goal") return ["reached in the figure"];
  return form === "order" ? ["an order of steps"] : [`${value} ${unit ?? ""}`.trim()];
}

/** @type {(li: HTMLElement, answer: Answer) => void} */
function answerIn(li, answer) {
  const { values, right, first = values } = answer, p = the(".answer", li);
  p.replaceChildren(made("b", {}, right ? "Right" : "Not yet"), ": ", ...words(li, values), ".");
  if (String(first) !== String(values)) p.append(" Your first answer was: ", ...words(li, first), ".");
  li.hidden = false;
}

// ofFigure are what was kept of a figure besides: its goal, envelope and sketches.
/** @type {(li: HTMLElement, name: string, slug: string, goal?: number) => string[]} */
function ofFigure(li, name, slug, goal) {
  /** @type {Record<string, { said: string }>} */
  const envelopes = read("gramophone.envelopes") ?? {};
  const all = Object.keys(read("gramophone.sketches") ?? {});
  const sketches = all.filter((key) => key.split(" ")[0].endsWith(`/lessons/${slug}/${name}`));
  const envelope = envelopes[`${slug}/${name}`];
  return [
    ...(goal ? [`Goal reached on ${date(goal)}: ${the(".goal", li).textContent.trim()}.`] : []),
    ...(envelope ? [`Envelope opened: ${envelope.said}`] : []),
    ...(sketches.length ? [`${count(sketches.length, "sketch", "sketches")} kept.`] : []),
  ];
}

// lesson shows what was done in one, and says whether there was something.
/** @type {(section: HTMLElement) => boolean} */
function lesson(section) {
  const slug = section.dataset.slug ?? "", kept = progress()[slug], done = typeof kept === "object" ? kept : {};
  for (const li of $$("li", section)) {
    li.hidden = true;
    const answer = done.answers?.[li.dataset.id ?? ""], figure = li.dataset.figure;
    if (answer) answerIn(li, answer);
    const said = figure ? ofFigure(li, figure, slug, done.goals?.[figure]) : [];
    if (said.length) {
      the(".answer", li).textContent = said.join(" ");
      li.hidden = false;
    }
  }
  const own = /** @type {Explained} */ (read("gramophone.explained") ?? {})[slug], box = $(".explained", section);
  if (box) {
    box.hidden = !own;
    the("blockquote", box).textContent = own?.text ?? "";
  }
  section.hidden = !own && $("li:not([hidden])", section) === null;
  return !section.hidden;
}

// ---- what is due ------------------------------------------------------------------------

// again lists what is due, the longest due first, and says in which boxes the questions are.
/** @param {number} now */
function again(now) {
  const list = $$(".doings li[data-id]").flatMap((li) => {
    const slug = li.closest("section")?.dataset.slug ?? "", done = progress()[slug];
    const answer = typeof done === "object" ? done.answers?.[li.dataset.id ?? ""] : undefined;
    return answer ? [{ li, answer }] : [];
  });
  const waiting = list.filter(({ answer }) => due(answer) <= now).sort((a, b) => due(a.answer) - due(b.answer));
  the("#due", document).hidden = list.length === 0;
  the("#due ol", document).replaceChildren(...waiting.map(({ li }) => {
    const a = /** @type {HTMLAnchorElement} */ (the("a", li).cloneNode(true)), item = made("li", {});
    a.search = `?review=${encodeURIComponent(li.dataset.id ?? "")}`;
    item.append(a);
    return item;
  }));
  const next = Math.min(...list.map(({ answer }) => due(answer)).filter((at) => at > now));
  const counts = boxes.map((days, i) => {
    const n = list.filter(({ answer }) => (answer.box ?? 1) === i + 1).length;
    return `${n} after ${count(days, "day", "days")}`;
  });
  const dueNow = waiting.length ? `${waiting.length} due now` : "Nothing is due now";
  const later = next < Infinity ? `; the next on ${date(next)}` : "", all = count(list.length, "question", "questions");
  the("#boxes", document).textContent = `${dueNow}${later}. Of ${all} asked again: ${counts.join(", ")}.`;
}

function show() {
  const any = $$(".doings").map(lesson).includes(true);
  the("#kept", document).hidden = !any;
  the("#nothing", document).hidden = any;
  for (const id of ["print", "export", "forget"]) button(id).disabled = !any;
  again(Date.now());
}

// ---- carried away, and read again ---------------------------------------------------------

/** @param {string} id */
const button = (id) => /** @type {HTMLButtonElement} */ (the(`#${id}`, document));
/** @param {string} text */
const say = (text) => { the("#carried", document).textContent = text; };

button("print").addEventListener("click", () => print());

button("export").addEventListener("click", () => {
  const kept = shelves.map((shelf) => [shelf, read(`gramophone.${shelf}`) ?? {}]);
  const all = { gramophone: 1, ...Object.fromEntries(kept) };
  const by = /** @type {HTMLInputElement} */ (the("#by", document)).value.trim();
  const called = ["gramophone-work", ...by.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []].join("-") + ".json";
  save(JSON.stringify(all), "application/json", called);
  say(`Saved as ${called}.`);
});

const file = /** @type {HTMLInputElement} */ (the("#import", document));
button("choose").addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const [one] = file.files ?? [];
  if (!one) return;
  const { work, wrong, left } = await parse(one, Date.now());
  file.value = "";
  if (!work) {
    say(wrong);
    return;
  }
  const counts = { added: 0, newer: 0, kept: 0 };
  for (const shelf of shelves) {
    const name = `gramophone.${shelf}`;
    write(name, merge(shelf, read(name) ?? {}, work[shelf], counts));
  }
  const not = left ? ` ${count(left, "entry", "entries")} could not be read.` : "";
  say(`Read: ${counts.added} new, ${counts.newer} replaced by newer, ${counts.kept} left as they were.${not}`);
  show();
});

const sure = /** @type {HTMLDialogElement} */ (the("#forgetting", document));
button("forget").addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue !== "delete") return;
  for (const shelf of shelves) {
    try { localStorage.removeItem(`gramophone.${shelf}`); } catch { /* there is nothing */ }
  }
  show();
  say("All is deleted.");
});

// Another tab may do some more of it.
addEventListener("storage", show);
document.addEventListener("visibilitychange", () => { if (!document.hidden) show(); });
show();
