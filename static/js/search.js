/* eslint max-lines-per-function: ["error", 100] -- what a combobox hears and shows share its state */
// What a search finds while one types: a list under the field, by the pattern of a combobox.
// The focus stays in the field; arrows choose, Enter goes there, Escape closes the list.

import { made, is } from "./course.js";

/** @typedef {{ title: string, url: string, kind: string, excerpt: string }} Hit */

const pause = 120; // ms without a key, before the server is asked

/** @param {HTMLFormElement} form */
export function attach(form) {
  const input = form.querySelector("input");
  if (!input || input.role) return;
  const list = made("ul", { class: "hits", role: "listbox", "aria-label": "Places found", id: `hits-${++lists}` });
  const count = made("p", { class: "sr", role: "status" });
  list.hidden = true;
  form.append(list, count);
  for (const [name, value] of Object.entries({
    role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": list.id,
  })) input.setAttribute(name, value);

  /** @type {Hit[]} */
  let hits = [];
  let chosen = -1, timer = 0;
  /** @type {AbortController | null} */
  let asking = null;

  /** @param {number} i */
  function choose(i) {
    chosen = i;
    [...list.children].forEach((item, j) => item.setAttribute("aria-selected", String(i === j)));
    if (i < 0) input?.removeAttribute("aria-activedescendant");
    else {
      input?.setAttribute("aria-activedescendant", list.children[i].id);
      list.children[i].scrollIntoView({ block: "nearest" });
    }
  }
  /** @param {boolean} open */
  function show(open) {
    list.hidden = !open || hits.length === 0;
    input?.setAttribute("aria-expanded", String(!list.hidden));
    if (list.hidden) choose(-1);
  }
  async function ask() {
    asking?.abort();
    const query = input?.value.trim() ?? "";
    if (!query) {
      hits = [];
      show(false);
      return;
    }
    const mine = asking = new AbortController();
    const address = `${form.getAttribute("action")}.json?q=${encodeURIComponent(query)}`;
    const found = await fetch(address, { signal: mine.signal }).then((a) => a.ok ? a.json() : []).catch(() => null);
    if (!found || mine !== asking || document.activeElement !== input) return;
    hits = found;
    list.replaceChildren(...hits.map((hit, i) => {
      const item = made("li", { role: "option", id: `${list.id}-${i}`, "aria-selected": "false" });
      const kind = made("small", {});
      kind.textContent = hit.kind;
      item.append(hit.title, " ", kind);
      return item;
    }));
    chosen = -1;
    count.textContent = hits.length ? `${hits.length} places found` : "Nothing found";
    show(true);
  }
  /** @param {number} i */
  function go(i) {
    show(false);
    location.assign(hits[i].url);
  }

  input.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(ask, pause);
  });
  input.addEventListener("keydown", (event) => {
    if (event.isComposing) return;
    const open = !list.hidden, n = hits.length;
    if (event.key === "Escape") {
      clearTimeout(timer);
      asking?.abort();
      asking = null;
      if (open) event.preventDefault(); // the first closes the list, the second empties the field
      show(false);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!n) return;
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      const from = open ? chosen : -1;
      show(true);
      choose(from < 0 ? (step > 0 ? 0 : n - 1) : (from + step + n) % n);
    } else if (event.key === "Enter" && open && chosen >= 0) {
      event.preventDefault();
      go(chosen);
    }
  });
  input.addEventListener("blur", () => show(false));
  list.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the field
  list.addEventListener("click", ({ target }) => {
    const i = [...list.children].findIndex((item) => is(target, "*") && item.contains(target));
    if (i >= 0) go(i);
  });
  if (input.value && document.activeElement === input) void ask();
}
let lists = 0;
