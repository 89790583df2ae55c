// The menus of the bar: a browser opens and closes them; here the place that is read
// is marked, and a menu goes away when a place has been chosen from it.

import { $, $$, around, is, made } from "./dom.js";

const menu = $("#menu-places");
menu?.addEventListener("toggle", (event) => {
  if (event.newState !== "open") return;
  const links = $$("a", menu);
  const top = (/** @type {HTMLAnchorElement} */ a) =>
    document.getElementById(a.hash.slice(1))?.getBoundingClientRect().top ?? Infinity;
  const passed = links.filter((a) => top(a) < innerHeight * 0.4);
  for (const a of links) {
    if (a === (passed.at(-1) ?? links[0])) a.setAttribute("aria-current", "true");
    else a.removeAttribute("aria-current");
  }
  $("[aria-current]", menu)?.scrollIntoView({ block: "nearest" });
});
menu?.addEventListener("click", (event) => {
  if (around(event.target, "a")) menu.hidePopover();
});

// The field of a search: its script and style sheet come with the first focus.
document.addEventListener("focusin", async ({ target }) => {
  const form = is(target, "[role=search] input") ? /** @type {HTMLInputElement} */ (target).form : null;
  if (!form?.dataset.script || form.dataset.begun) return;
  form.dataset.begun = "1";
  if (!$(`link[href="${form.dataset.sheet}"]`)) {
    document.head.append(made("link", { rel: "stylesheet", href: form.dataset.sheet ?? "" }));
  }
  (await import(form.dataset.script)).attach(form);
});

// Where there is no room for the field, the link in its place opens it over the bar. It
// closes when it is left, and by Escape once its list is closed.
const bar = $(".bar"), look = $(".look");
/** @type {HTMLInputElement | null} */
const field = $(".seek input");
look?.addEventListener("click", (event) => {
  if (event.ctrlKey || event.metaKey || event.shiftKey) return; // in a tab of its own
  event.preventDefault();
  bar?.classList.add("seeking");
  field?.focus();
});
field?.form?.addEventListener("submit", (event) => { // the Enter that opened it is typed into it
  if (bar?.classList.contains("seeking") && !field.value.trim()) event.preventDefault();
});
field?.addEventListener("focusout", () => bar?.classList.remove("seeking"));
bar?.addEventListener("keydown", (event) => { // after what listens on the field, which closes the list
  if (event.key !== "Escape" || event.defaultPrevented || !bar.classList.contains("seeking")) return;
  bar.classList.remove("seeking");
  look?.focus();
});

const typed = "input:not([type=range], [type=radio], [type=checkbox]), select, textarea, [contenteditable]";
document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || is(event.target, typed)) return;
  const shown = [...$$("main [role=search] input"), ...$$(".seek input")].find((f) => f.checkVisibility());
  if (!shown && !look) return;
  event.preventDefault();
  if (shown) shown.focus();
  else look?.click();
});
