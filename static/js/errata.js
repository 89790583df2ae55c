// A vote on a card of the errata is kept in this browser, among the answers to predictions
// (progress.js), and what the server says to it comes without the page being left.

import { $, $$, the, is, made, read, write } from "./dom.js";

/** @typedef {import("./progress.js").Progress} Progress */

const shelf = "gramophone.progress", group = "errata";
/** @returns {Progress} */
const all = () => read(shelf) ?? {};
/** @param {Progress} progress */
const votesIn = (progress) => {
  const done = progress[group];
  return typeof done === "object" ? done.answers ?? {} : {};
};
const cardOf = () => $("#card");
/** @param {HTMLElement} card */
const nameOf = (card) => card.dataset.card ?? "";

// keep keeps the vote that the page has a verdict on, and says which was the first.
/** @param {HTMLElement} card */
function keep(card) {
  const said = $(".said", card), name = nameOf(card);
  if (!said) return;
  const chosen = /** @type {HTMLInputElement} */ (the("input[type=radio]:checked", card));
  const now = all(), votes = votesIn(now), values = [chosen.value];
  const first = votes[name]?.first ?? values;
  now[group] = { answers: { ...votes, [name]: { values, right: said.dataset.right === "true", first } } };
  write(shelf, now);
  const label = $(`input[value="${CSS.escape(first[0])}"]`, card)?.parentElement;
  if (String(first) !== String(values) && label) {
    const words = made("p", { class: "first" }, "Your first vote was: ");
    words.append(...the("span", label).cloneNode(true).childNodes, ".");
    said.append(words);
  }
}

// vote puts the server's verdict on a vote in the card's place.
/** @type {(card: HTMLElement, answer: string, focus: boolean) => Promise<void>} */
async function vote(card, answer, focus) {
  const address = `${location.pathname}?answer=${encodeURIComponent(answer)}`;
  const reply = await fetch(address);
  if (!reply.ok) return location.assign(address);
  const judged = $("#card", new DOMParser().parseFromString(await reply.text(), "text/html"));
  if (!judged) return;
  card.replaceWith(judged);
  keep(judged);
  if (focus) $(".verdict", judged)?.focus();
}

document.addEventListener("submit", (event) => {
  const form = event.target, card = cardOf();
  if (!is(form, "#card form") || !card) return;
  event.preventDefault();
  const answer = new FormData(/** @type {HTMLFormElement} */ (form)).get("answer");
  vote(card, String(answer), true);
});

const card = cardOf();
if (card) {
  const before = votesIn(all())[nameOf(card)];
  if (before && !$(".said", card)) vote(card, before.values[0], false);
  else keep(card);
}

// The index says what one has voted on, and whether one was right.
for (const li of $$(".cards [data-card]")) {
  const voted = votesIn(all())[nameOf(li)];
  if (voted) li.append(made("p", { class: "so-far" }, voted.right ? "Voted: right" : "Voted: see what holds"));
}
