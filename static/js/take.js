// Taking along: the menu of a figure, what is copied from it, and all links and
// listings of a figure, which follow its state.

import { $, $$, around, hear, is } from "./dom.js";
import { slotNamed } from "./figure.js";

/** @type {(path: string, ...queries: string[]) => string} */
const asked = (path, ...queries) => {
  const query = queries.filter(Boolean).join("&");
  return path + (query ? "?" + query : "");
};
/** @param {string} address */
const whole = (address) => new URL(address, location.href).href;
/** @param {string} s */
const escaped = (s) => s.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

// bring brings all that leads away from a figure up to its state.
/** @param {Slot} slot */
function bring(slot) {
  const { path, action, prefix } = slot.dataset;
  const { query = "", access = "" } = $(".panels", slot)?.dataset ?? {};
  const within = [`#${slot.id}`, `#${slot.id}-code`, `[data-of="${slot.id}"]`];
  const along = within.map((place) => `${place} [data-take]`).join();
  for (const a of /** @type {HTMLAnchorElement[]} */ ($$(along))) {
    a.href = asked(a.dataset.take ? `${path}.${a.dataset.take}` : path, query);
  }
  const named = (/** @type {string} */ part, before = prefix) =>
    part && part.split("&").map((p) => before + p).join("&");
  const own = slot.id + ".", lesson = path.slice(0, path.lastIndexOf("/"));
  for (const a of $$(".whence a")) a.href = asked(lesson, named(query, own), named(access, own)) + "#" + slot.id;
  const here = whole(asked(action, named(query), named(access)) + (prefix ? "#" + slot.id : ""));
  const framed = whole(asked(path, query, access, "embed=1"));
  const day = new Date(), year = String(day.getFullYear());
  const date = [year, day.getMonth() + 1, day.getDate()].map((n) => String(n).padStart(2, "0")).join("-");
  /** @type {Record<string, string>} */
  const known = { url: here, src: escaped(framed), year, date };
  for (const field of $$("[data-quote]", slot)) {
    field.value = (field.dataset.text ?? "").replace(/%(url|src|year|date)%/g, (_, name) => known[name]);
  }
}

// listing brings code up to the state of its figure; a state without a fit has none.
/** @param {HTMLElement} code */
async function listing(code) {
  const slot = figureOf(code), panels = slot && $(".panels", slot);
  const query = panels?.dataset.query ?? "";
  if (!slot || code.dataset.query === query) return;
  code.dataset.query = query;
  if (!panels || !("code" in panels.dataset)) {
    code.textContent = "There is nothing to compute here.";
    return;
  }
  const answer = await fetch(asked(`${slot.dataset.path}.${code.dataset.ext}`, query));
  if (answer.ok && code.dataset.query === query) code.textContent = await answer.text();
}
/** @param {HTMLElement} code */
const figureOf = (code) => slotNamed(code.closest(".code")?.id.replace(/-code$/, ""));

// Code is fetched for who can read it: what is folded, or far from what is in sight,
// waits until it comes near.
/** @type {Set<HTMLElement>} */
const near = new Set();
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (!(target instanceof HTMLElement)) continue;
    if (isIntersecting) near.add(target);
    else near.delete(target);
  }
  if (!document.body.classList.contains("moving")) near.forEach(listing);
}, { rootMargin: "50%" });

// Links are brought up to date when the hand rests, and after each move only while the menu
// is open: nobody follows one sooner.
hear("moved", (slot) => { if ($(".take:popover-open", slot)) bring(slot); });
hear("rest", () => {
  $$(".slot").forEach(bring);
  near.forEach(listing);
});
document.addEventListener("toggle", (event) => {
  const slot = is(event.target, ".take:popover-open") ? event.target.closest(".slot") : null;
  if (slot) bring(slot);
}, true);

// ---- the menu ------------------------------------------------------------

// A lecture hall's http:// address has no clipboard; there the browser's own
// command copies what is selected, or else the reader does.
/** @type {WeakMap<Element, number>} */
const named = new WeakMap(); // button → the timer that gives it its name back
/** @type {(button: HTMLElement, field: HTMLTextAreaElement) => Promise<void>} */
async function copy(button, field) {
  field.select();
  /** @type {boolean} */
  let done;
  try {
    await navigator.clipboard.writeText(field.value);
    done = true;
  } catch {
    done = document.execCommand("copy");
  }
  button.textContent = done ? "Copied" : "Selected";
  const menu = button.closest(".take"), status = menu && $("[role=status]", menu);
  if (status) status.textContent = done ? "Copied." : "Selected: copy it with Control C.";
  clearTimeout(named.get(button));
  named.set(button, setTimeout(() => { button.textContent = "Copy"; }, 2000));
}

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-copy]");
  const field = document.getElementById(button?.dataset.copy ?? "");
  if (button && field instanceof HTMLTextAreaElement) copy(button, field);
});
document.addEventListener("focusin", (event) => {
  if (is(event.target, "[data-quote]")) event.target.select();
});
// A printed address begins with the name of the server.
addEventListener("beforeprint", () => {
  for (const el of $$("[data-here]")) el.textContent = location.href.split("#")[0];
  for (const el of $$("[data-address]")) el.textContent = new URL(el.textContent, location.href).href;
});

for (const code of $$(".code code")) {
  const slot = figureOf(code), panels = slot && $(".panels", slot);
  code.dataset.query = panels?.dataset.query ?? "";
  sight.observe(code);
}
$$(".slot").forEach(bring);
