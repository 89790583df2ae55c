// A term that a lesson explains shows its entry in the glossary: to a mouse that rests on it,
// to the focus, and to a finger. Escape closes it, and so does leaving. An entry is asked for
// when it is first wanted. Without scripts a term is a bold word.

import { $$, around, made } from "./dom.js";

const rest = 250; // ms of a mouse on a term, or beside it
const page = document.body;
const terms = page.dataset.lesson && !page.matches(".present") ? $$("strong[id^='term-']") : [];
const card = made("aside", { class: "gloss", id: "gloss", popover: "manual", "aria-label": "Glossary",
  "aria-live": "polite" });
/** @type {Map<string, Promise<string>>} */
const entries = new Map();
/** @type {HTMLElement | null} */
let shown = null;
let timer = 0;

// entry is the HTML of a term's entry, asked for once.
/** @param {string} slug */
function entry(slug) {
  const known = entries.get(slug);
  if (known) return known;
  const asked = fetch(new URL(`../../glossary/${slug}`, import.meta.url))
    .then((answer) => answer.ok ? answer.text() : "");
  asked.catch(() => entries.delete(slug));
  entries.set(slug, asked);
  return asked;
}

/** @param {HTMLElement} term */
async function show(term) {
  clearTimeout(timer);
  if (shown === term) return;
  hide();
  shown = term;
  const html = await entry(term.id.slice("term-".length)).catch(() => "");
  if (shown !== term || !html) return;
  const box = term.getBoundingClientRect();
  card.style.setProperty("--x", `${Math.max(12, Math.min(box.left, innerWidth - 412)) + scrollX}px`);
  card.style.setProperty("--y", `${box.bottom + scrollY + 6}px`);
  card.showPopover({ source: term });
  card.innerHTML = html;
  term.setAttribute("aria-expanded", "true");
}

function hide() {
  clearTimeout(timer);
  shown?.setAttribute("aria-expanded", "false");
  shown = null;
  if (card.matches(":popover-open")) card.hidePopover();
}

/** @param {() => void} what */
function soon(what) {
  clearTimeout(timer);
  timer = setTimeout(what, rest);
}

// termAt is the term that an element belongs to; inside is whether it is on the term shown,
// or on the entry.
/** @param {EventTarget | null} target */
const termAt = (target) => around(target, "strong[aria-controls='gloss']");
/** @param {EventTarget | null} target */
const inside = (target) => around(target, ".gloss") !== null || shown !== null && termAt(target) === shown;

if (terms.length) {
  page.append(card);
  for (const term of terms) {
    for (const [name, value] of Object.entries({
      tabindex: "0", role: "button", "aria-expanded": "false", "aria-controls": "gloss",
    })) term.setAttribute(name, value);
  }
  document.addEventListener("pointerover", (event) => {
    if (event.pointerType === "touch") return;
    const term = termAt(event.target);
    if (inside(event.target)) clearTimeout(timer);
    else if (term) soon(() => { void show(term); });
    else if (shown && !inside(document.activeElement)) soon(hide);
    else clearTimeout(timer);
  });
  document.addEventListener("focusin", (event) => {
    const term = termAt(event.target);
    if (term) void show(term);
    else if (!inside(event.target)) hide();
  });
  document.addEventListener("click", (event) => {
    const term = termAt(event.target);
    if (term) void show(term);
    else if (!inside(event.target)) hide();
  });
  document.addEventListener("keydown", (event) => {
    const term = termAt(event.target);
    if (event.key === "Escape" && shown) {
      const back = around(document.activeElement, ".gloss") ? shown : null;
      hide();
      back?.focus();
      hide();
    } else if (term && (event.key === "Enter" || event.key === " ")) {
      event.preventDefault();
      if (shown === term) hide();
      else void show(term);
    }
  });
}
