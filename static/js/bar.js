// The menus of the bar: a browser opens and closes them; here the place that is read
// is marked, and a menu goes away when a place has been chosen from it.

import { $, $$, around } from "./course.js";

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
