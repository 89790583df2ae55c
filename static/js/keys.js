// The theme, and the keys that every page has.

import { $, around, is } from "./dom.js";
import { slotOf } from "./figure.js";

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("gramophone.theme", root.dataset.theme); } catch { /* for this page only */ }
}
document.addEventListener("click", (event) => {
  if (around(event.target, "[data-theme-switch]")) theme();
  if (around(event.target, "[data-keys]")) $("#keys")?.showModal();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || is(event.target, "input[type=text], select, textarea")) return;
  if (event.key === "?") $("#keys")?.showModal();
  else if (event.key === "t") theme();
  else if (event.key === "r") {
    const slot = slotOf(document.activeElement);
    if (slot) $(".reset", slot)?.click();
  }
});
