// Taking along: the menu of a figure, what is copied from it, and all links and
// listings of a figure, which follow its state.

import { $, $$ } from "./course.js";

const asked = (path, ...queries) => {
  const query = queries.filter(Boolean).join("&");
  return path + (query ? "?" + query : "");
};
const escaped = (s) => s.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

// bring brings all that leads away from a figure up to its state.
function bring(slot) {
  const { path, action, prefix } = slot.dataset;
  const { query = "", access = "" } = $(".panels", slot)?.dataset ?? {};
  for (const a of $$(`#${slot.id} [data-take], #${slot.id}-code [data-take]`)) a.href = asked(`${path}.${a.dataset.take}`, query);
  const named = (part, before = prefix) => part && part.split("&").map((p) => before + p).join("&");
  for (const a of $$(".whence a")) a.href = asked(path.slice(0, path.lastIndexOf("/")), named(query, slot.id + "."), named(access, slot.id + ".")) + "#" + slot.id;
  const here = location.origin + asked(action, named(query), named(access)) + (prefix ? "#" + slot.id : "");
  const framed = location.origin + asked(path, query, access, "embed=1");
  const day = new Date();
  const two = (n) => String(n).padStart(2, "0");
  const known = {
    url: here, src: escaped(framed), year: day.getFullYear(),
    date: `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`,
  };
  for (const field of $$("[data-quote]", slot)) {
    field.value = field.dataset.text.replace(/%(url|src|year|date)%/g, (_, name) => known[name]);
  }
}

// listing brings code up to the state of its figure; a state without a fit has none.
async function listing(code) {
  const slot = figureOf(code);
  const { query = "", code: some } = $(".panels", slot)?.dataset ?? {};
  if (code.dataset.query === query) return;
  code.dataset.query = query;
  if (some === undefined) {
    code.textContent = "There is nothing to compute here.";
    return;
  }
  const answer = await fetch(asked(`${slot.dataset.path}.${code.dataset.ext}`, query));
  if (answer.ok && code.dataset.query === query) code.textContent = await answer.text();
}
const figureOf = (code) => document.getElementById(code.closest(".code").id.replace(/-code$/, ""));

// Code is fetched for who can read it: what is folded, or far from what is in sight,
// waits until it comes near.
const near = new Set();
const sight = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) {
    if (isIntersecting) near.add(target);
    else near.delete(target);
  }
  if (!document.body.classList.contains("moving")) near.forEach(listing);
}, { rootMargin: "50%" });

// A move is not the time: no one follows a link before the hand rests, unless
// the menu is open beside it.
document.addEventListener("course:moved", ({ target: slot }) => $(".take:popover-open", slot) && bring(slot));
document.addEventListener("course:rest", () => {
  $$(".slot").forEach(bring);
  near.forEach(listing);
});
document.addEventListener("toggle", (event) => {
  if (event.target.matches?.(".take:popover-open")) bring(event.target.closest(".slot"));
}, true);

// ---- the menu ------------------------------------------------------------

// A lecture hall's http:// address has no clipboard; there the browser's own
// command copies what is selected, or else the reader does.
async function copy(button) {
  const field = document.getElementById(button.dataset.copy);
  field.select();
  let done = false;
  try {
    await navigator.clipboard.writeText(field.value);
    done = true;
  } catch {
    done = document.execCommand("copy");
  }
  button.textContent = done ? "Copied" : "Selected";
  $("[role=status]", button.closest(".take")).textContent = done ? "Copied." : "Selected: copy it with Control C.";
  clearTimeout(button.back);
  button.back = setTimeout(() => (button.textContent = "Copy"), 2000);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-copy]");
  if (button) copy(button);
});
document.addEventListener("focusin", (event) => {
  if (event.target.matches?.("[data-quote]")) event.target.select();
});
// On paper an address is of use only with the name of the server.
addEventListener("beforeprint", () => {
  for (const el of $$("[data-here]")) el.textContent = location.href.split("#")[0];
  for (const el of $$("[data-address]")) el.textContent = new URL(el.textContent, location.href).href;
});

for (const code of $$(".code code")) {
  code.dataset.query = $(".panels", figureOf(code))?.dataset.query ?? "";
  sight.observe(code);
}
$$(".slot").forEach(bring);
