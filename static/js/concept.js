// The concept test: a browser keeps the first answers with their day under gramophone.concept, says so where the test
// begins, and tells a room how many days lie between both times. Other first answers it keeps when it is asked to.

import { $, $$, the, read, write } from "./dom.js";

// A day is one in milliseconds, or null where the answers came by an address and not by a form in this browser.
/** @typedef {{ before: string, at: number | null, after?: string, then?: number | null }} Kept */

const shelf = "gramophone.concept", session = "gramophone.concept.sent";
const page = the("[data-concept]", document);
const { concept: at = "", before = "", after = "" } = page.dataset;
const letters = /^[A-H]+$/;

/** @returns {Kept | null} */
const kept = () => {
  const one = read(shelf);
  return letters.test(one?.before ?? "") ? one : null;
};

// here is now, if this browser has just sent these answers in a form.
/** @param {string} answers */
const here = (answers) => (read(session, "sessionStorage") === answers ? Date.now() : null);

/** @param {HTMLElement} box */
const sayWhen = (box) => {
  const day = kept()?.at;
  the("[data-when]", box).textContent = day
    ? "on " + new Date(day).toLocaleDateString("en-GB", { dateStyle: "long" })
    : "on a day that it does not know";
  /** @type {HTMLAnchorElement} */ (the("[data-own]", box)).href = at + kept()?.before;
};

// between are the days between two moments: how many midnights.
/**
 * @param {number} first
 * @param {number} second
 */
const between = (first, second) =>
  Math.round((new Date(second).setHours(12, 0, 0, 0) - new Date(first).setHours(12, 0, 0, 0)) / 86_400_000);

const form = /** @type {HTMLFormElement | null} */ ($("form.asking"));
form?.addEventListener("submit", () => {
  const given = Array.from($$("fieldset", form), (one) => {
    const made = /** @type {HTMLInputElement | null} */ ($("input:checked", one));
    return "ABCDEFGH"[Number(made?.value) - 1];
  });
  write(session, given.join(""), "sessionStorage");
  fillDays(Date.now());
});

// fillDays fills in how many days before a moment the first answers were given, where that is known.
/** @param {number} moment */
function fillDays(moment) {
  const one = kept();
  if (!one?.at || one.before !== before) return;
  const days = between(one.at, moment);
  if (days < 0 || days > 3650) return;
  for (const field of $$("[name=days]")) /** @type {HTMLInputElement} */ (field).value = String(days);
}

function keep() {
  write(shelf, { before, at: here(before) });
  showKept();
}

function showKept() {
  const note = $("[data-kept]"), other = $("[data-other]"), own = kept();
  if (note instanceof HTMLElement) note.hidden = own?.before !== before;
  if (!(other instanceof HTMLElement)) return;
  other.hidden = !own || own.before === before;
  if (!other.hidden) sayWhen(other);
}

if (before && !after) {
  if (kept()) showKept();
  else keep();
  $("[data-take]")?.addEventListener("click", keep);
}

if (after) {
  const one = kept();
  if (one?.before === before && one.after !== after) write(shelf, { ...one, after, then: here(after) });
  const then = kept()?.after === after ? kept()?.then : null;
  if (then) fillDays(then);
}

const found = $("[data-found]"), first = $("[data-first]");
if (found instanceof HTMLElement && first instanceof HTMLElement && kept()) {
  const open = () => { first.hidden = false; };
  sayWhen(found);
  found.hidden = false;
  first.hidden = !$(".missing", first);
  the("[data-anew]", found).addEventListener("click", open);
  the("[data-forget]", found).addEventListener("click", () => {
    write(shelf, null);
    found.hidden = true;
    open();
  });
}
