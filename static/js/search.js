// What a search finds while one types: a list under the field, by the pattern of a combobox.
// The focus stays in the field; arrows choose, Enter goes there, Escape closes the list.

import { made, is } from "./dom.js";

/** @typedef {{ title: string, url: string, kind: string, excerpt: string }} Hit */

const pause = 120; // ms without a key, before the server is asked
let boxes = 0;

// A box is a field with its list: what was found, and what of it is chosen.
class Box {
  /** @type {Hit[]} */
  hits = [];
  chosen = -1;
  timer = 0;
  /** @type {AbortController | null} */
  asking = null;
  list = made("ul", { class: "hits", role: "listbox", "aria-label": "Places found", id: `hits-${++boxes}` });
  count = made("p", { class: "sr", role: "status" });

  /** @param {HTMLFormElement} form @param {HTMLInputElement} input */
  constructor(form, input) {
    this.input = input;
    this.address = `${form.getAttribute("action")}.json?q=`;
    this.list.hidden = true;
    form.append(this.list, this.count);
    for (const [name, value] of Object.entries({
      role: "combobox", "aria-autocomplete": "list", "aria-expanded": "false", "aria-controls": this.list.id,
    })) input.setAttribute(name, value);
  }

  /** @param {number} i */
  choose(i) {
    this.chosen = i;
    [...this.list.children].forEach((item, j) => item.setAttribute("aria-selected", String(i === j)));
    if (i < 0) return this.input.removeAttribute("aria-activedescendant");
    this.input.setAttribute("aria-activedescendant", this.list.children[i].id);
    this.list.children[i].scrollIntoView({ block: "nearest" });
  }

  /** @param {boolean} open */
  show(open) {
    this.list.hidden = !open || this.hits.length === 0;
    this.input.setAttribute("aria-expanded", String(!this.list.hidden));
    if (this.list.hidden) this.choose(-1);
  }

  /** @param {Hit[]} hits */
  fill(hits) {
    this.hits = hits;
    this.list.replaceChildren(...hits.map((hit, i) => {
      const item = made("li", { role: "option", id: `${this.list.id}-${i}`, "aria-selected": "false" });
      item.append(hit.title, " ", made("small", {}, hit.kind));
      return item;
    }));
    this.chosen = -1;
    this.show(true);
  }

  stop() {
    clearTimeout(this.timer);
    this.asking?.abort();
    this.asking = null;
  }

  async ask() {
    this.stop();
    const query = this.input.value.trim();
    if (!query) return this.fill([]);
    const mine = this.asking = new AbortController();
    const found = await fetch(this.address + encodeURIComponent(query), { signal: mine.signal })
      .then((answer) => (answer.ok ? answer.json() : [])).catch(() => null);
    if (!found || mine !== this.asking || document.activeElement !== this.input) return;
    this.fill(found);
    this.count.textContent = found.length ? `${found.length} places found` : "Nothing found";
  }

  /** @param {number} i */
  go(i) {
    this.show(false);
    location.assign(this.hits[i].url);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (event.isComposing) return;
    const open = !this.list.hidden, n = this.hits.length;
    if (event.key === "Escape") {
      this.stop();
      if (open) event.preventDefault(); // the first closes the list, the second empties the field
      this.show(false);
    } else if ((event.key === "ArrowDown" || event.key === "ArrowUp") && n) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1, from = open ? this.chosen : -1;
      this.show(true);
      this.choose(from < 0 ? (step > 0 ? 0 : n - 1) : (from + step + n) % n);
    } else if (event.key === "Enter" && open && this.chosen >= 0) {
      event.preventDefault();
      this.go(this.chosen);
    }
  }
}

/** @param {HTMLFormElement} form */
export function attach(form) {
  const input = form.querySelector("input");
  if (!input || input.role) return;
  const box = new Box(form, input);
  input.addEventListener("input", () => {
    clearTimeout(box.timer);
    box.timer = setTimeout(() => box.ask(), pause);
  });
  input.addEventListener("keydown", (event) => box.pressed(event));
  input.addEventListener("blur", () => box.show(false));
  box.list.addEventListener("mousedown", (event) => event.preventDefault()); // the focus stays in the field
  box.list.addEventListener("click", ({ target }) => {
    const i = [...box.list.children].findIndex((item) => is(target, "*") && item.contains(target));
    if (i >= 0) box.go(i);
  });
  if (input.value && document.activeElement === input) void box.ask();
}
