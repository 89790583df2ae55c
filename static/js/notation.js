// One fit has many numbers. A slider or a number typed into a box asks the server for the
// state, which comes without the page around it, and all boxes but the one in hand take theirs
// from its answer, the picture too.

import { $, $$, the, is } from "./dom.js";

const page = $("#notation");

/** @type {string | undefined} */
let next; // the query that was asked for last, while another is under way
let busy = false;

// ask asks for a state. One request is under way at a time, and the newest waits.
/** @param {string} query */
async function ask(query) {
  next = query;
  if (busy) return;
  busy = true;
  while (next !== undefined) {
    const now = next;
    next = undefined;
    try {
      const reply = await fetch(`${location.pathname}?${now}`, { headers: { "HX-Request": "true" } });
      const text = await reply.text();
      if (reply.ok && next === undefined) {
        show(new DOMParser().parseFromString(text, "text/html"));
      }
    } catch { // the network is away, and what stands there stays
      break;
    }
  }
  busy = false;
}

// show takes over what the answer has, but for what a hand is on.
/** @param {Document} answer */
function show(answer) {
  const hand = document.activeElement;
  for (const input of /** @type {HTMLInputElement[]} */ ($$("#notation input"))) {
    const form = input.form, at = form ? $$("#notation form").indexOf(form) : -1;
    const same = form
      ? $(`input[name="${input.name}"]`, $$("#notation form", answer)[at])
      : $(`input[data-base="${input.dataset.base}"]`, answer);
    if (!same) continue;
    const value = /** @type {HTMLInputElement} */ (same).getAttribute("value") ?? "";
    if (input !== hand) input.value = value;
    const said = same.getAttribute("aria-valuetext");
    if (said) input.setAttribute("aria-valuetext", said);
  }
  the("#notation .picture").innerHTML = the("#notation .picture", answer).innerHTML;
  const notes = the("#notation .notes"), said = the("#notation .notes", answer);
  notes.hidden = said.hidden;
  if (notes.innerHTML !== said.innerHTML) notes.innerHTML = said.innerHTML;
  const { query } = the("#notation", answer).dataset;
  if (said.hidden) history.replaceState(history.state, "", location.pathname + (query ? `?${query}` : ""));
}

// queryOf is what a box's form sends.
/** @param {HTMLFormElement} form */
const queryOf = (form) => new URLSearchParams(
  [...new FormData(form)].map(([name, value]) => [name, String(value)])).toString();

page?.addEventListener("input", ({ target }) => {
  if (is(target, "#notation input[type=range]")) {
    const slide = /** @type {HTMLInputElement} */ (target);
    const base = slide.dataset.base ?? "", value = (slide.dataset.places ?? "").split(" ")[slide.valueAsNumber];
    const query = new URLSearchParams(queryOf(/** @type {HTMLFormElement} */ (the("#notation form"))));
    for (const name of [...query.keys()]) {
      if (!["bandwidth", "lambda", "n"].includes(name)) query.delete(name);
    }
    query.set(base, value);
    ask(query.toString());
  } else if (is(target, ".box input[type=text]")) {
    const box = /** @type {HTMLInputElement} */ (target);
    // A number that is still being written may be none yet: then the server is asked when it is done.
    if (Number(box.value.replace(",", ".")) > 0 && box.form) ask(queryOf(box.form));
  }
});
page?.addEventListener("change", ({ target }) => {
  if (is(target, ".box input[type=text]")) {
    const { form } = /** @type {HTMLInputElement} */ (target);
    if (form) ask(queryOf(form));
  }
});
page?.addEventListener("submit", (event) => {
  event.preventDefault();
  ask(queryOf(/** @type {HTMLFormElement} */ (event.target)));
});
