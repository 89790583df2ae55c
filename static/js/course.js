// What scripts add to a page that works without: sliders that move their
// figures (through htmx), links that open a state in place, and the address that
// follows.
//
// The server draws; this file carries values. A slider's places are listed by
// the server in data-grid, and the text field beside it holds the real value.
//
// Other scripts import what they build on, and hear of the rest by events (tell, hear):
// course:begin at a figure when a hand starts to move it, course:moved when its
// new picture is there, with whether the hand leads it, and course:rest at the
// document when all have rested, with the figure that the hand was on. A figure hears
// course:asked when a link has opened a state of it, with the link, and course:stopped when
// its reader gives a state up; an exercise course:judged when the server has said something
// to an answer. types.d.ts lists all of them.
//
// What a script knows of an element stands in the script, in a map by elements
// (perElement), and not on the element.

import { learn, patch } from "./patch.js";

// $ is the first element that a selector finds, $$ are all of them, and the is one that has
// to be there.
/** @type {<S extends string>(selector: S, root?: ParentNode) => Selected<S> | null} */
const $ = (selector, root = document) => root.querySelector(selector);
/** @type {<S extends string>(selector: S, root?: ParentNode) => Selected<S>[]} */
const $$ = (selector, root = document) => Array.from(root.querySelectorAll(selector));
/** @type {<S extends string>(selector: S, root?: ParentNode) => Selected<S>} */
const the = (selector, root) => {
  const found = $(selector, root);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

// is says whether an event's target matches a selector, around finds what it stands in. A
// target that is no element, as the document, matches nothing and stands in nothing.
/**
 * @template {string} S
 * @param {EventTarget | null} target
 * @param {S} selector
 * @returns {target is Selected<S>}
 */
const is = (target, selector) => target instanceof Element && target.matches(selector);
/** @type {<S extends string>(target: EventTarget | null, selector: S) => Selected<S> | null} */
const around = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

const slots = $$(".slot"); // in the order of the lesson, wherever they stand now
/** @param {EventTarget | null} target */
const slotOf = (target) => around(target, ".slot");
/** @param {string} [id] */
const slotNamed = (id) => slots.find((slot) => slot.id === id);

// perElement keeps a value for each element, made when it is first asked for.
/**
 * @template {Element} E
 * @template T
 * @param {(el: E) => T} fresh
 */
function perElement(fresh) {
  /** @type {WeakMap<E, T>} */
  const kept = new WeakMap();
  return (/** @type {E} */ el) => {
    if (!kept.has(el)) kept.set(el, fresh(el));
    return /** @type {T} */ (kept.get(el));
  };
}

/**
 * @template {keyof CourseEvents} K
 * @param {CourseEvents[K]["target"]} target
 * @param {K} what
 * @param {CourseEvents[K]["detail"]} [detail]
 */
function tell(target, what, detail) {
  target.dispatchEvent(new CustomEvent("course:" + what, { bubbles: true, detail }));
}
/**
 * @template {keyof CourseEvents} K
 * @param {K} what
 * @param {(target: CourseEvents[K]["target"], detail: CourseEvents[K]["detail"]) => void} listener
 */
function hear(what, listener) {
  document.addEventListener("course:" + what, (event) => {
    const { target, detail } = /** @type {CustomEvent} */ (event);
    listener(/** @type {CourseEvents[K]["target"]} */ (target), detail);
  });
}

// ---- sliders and their fields ----------------------------------------

const gridOf = perElement((/** @type {Slide} */ slide) => slide.dataset.grid.split(" "));

// fieldOf is a figure's control of that name, and slideOf its slider.
/** @type {(slot: Slot, name: string) => Field | null} */
const fieldOf = (slot, name) => inputNamed(`${slot.id}-${name}`);
/** @type {(slot: Slot, name: string) => Slide | null} */
const slideOf = (slot, name) => slideNamed(`${slot.id}-${name}-slider`);

/** @param {string} id */
const inputNamed = (id) => /** @type {Field | null} */ (document.getElementById(id));
/** @param {string} id */
const slideNamed = (id) => /** @type {Slide | null} */ (document.getElementById(id));

// valueOf is the field beside a slider, which holds the real value.
/** @param {Slide} slide */
const valueOf = (slide) => /** @type {HTMLInputElement} */ (inputNamed(slide.dataset.for));

/** @param {Slide} slide */
function say(slide) {
  const control = slide.closest(".control"), unit = control && $(".unit", control);
  slide.setAttribute("aria-valuetext", `${valueOf(slide).value} ${unit?.textContent ?? ""}`.trim());
}

// place returns the place on the slider's grid nearest to a value.
/** @type {(slide: Slide, value: number) => number} */
function place(slide, value) {
  const grid = gridOf(slide).map(Number);
  value = Math.min(value, grid[grid.length - 1]); // 1e999 is infinite
  const log = "log" in slide.dataset;
  const at = (/** @type {number} */ v) => (log ? Math.log(Math.max(v, grid[1] / 2)) : v);
  let best = 0;
  grid.forEach((v, i) => {
    if (Math.abs(at(v) - at(value)) < Math.abs(at(grid[best]) - at(value))) best = i;
  });
  return best;
}

// In the capture phase, so that the field is right before htmx reads the form.
document.addEventListener("input", (event) => {
  const slide = event.target;
  if (is(slide, ".typed")) begin(slotOf(slide));
  if (!is(slide, ".slide")) return;
  begin(slotOf(slide));
  valueOf(slide).value = gridOf(slide)[slide.valueAsNumber];
  say(slide);
  link(slide);
}, true);

document.addEventListener("change", (event) => {
  const el = event.target;
  if (is(el, ".value")) {
    begin(slotOf(el));
    const slide = slideNamed(el.id + "-slider");
    if (slide) {
      el.value = el.value.trim().replace(",", ".").replaceAll("−", "-");
      if (el.value === "" || Number.isNaN(Number(el.value))) return; // the server says what is wrong
      slide.valueAsNumber = place(slide, Number(el.value));
      say(slide);
    }
    link(el);
  } else if (is(el, "[data-choice]")) {
    begin(slotOf(el));
    link(el);
  }
}, true);

document.addEventListener("keydown", (event) => {
  const slide = event.target;
  if (is(slide, ".slide") && (event.key === "PageUp" || event.key === "PageDown")) {
    event.preventDefault();
    slide.valueAsNumber += event.key === "PageUp" ? 10 : -10;
    slide.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// chosen is the value that a field sends: for a box that is not ticked, the field
// behind it does.
/** @param {Field} field */
function chosen(field) {
  const behind = isBox(field) && !field.checked && field.nextElementSibling;
  return behind instanceof HTMLInputElement ? behind.value : field.value;
}
/** @param {Field} field @returns {field is HTMLInputElement} */
const isBox = (field) => field.type === "checkbox";
/** @param {Field} field */
const isFixed = (field) => field.disabled || "readOnly" in field && field.readOnly;

// set gives a control of a figure a value, as if the reader had; where another is set
// with it, the picture is asked for with that one.
/** @type {(slot: Slot, name: string, value: string, more?: boolean) => void} */
function set(slot, name, value, more = false) {
  const field = fieldOf(slot, name);
  if (!field || chosen(field) === value || isFixed(field)) return;
  if (field instanceof HTMLSelectElement && ![...field.options].some((o) => o.value === value)) return;
  if (isBox(field)) field.checked = field.value === value;
  else field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: !more })); // htmx hears of it only if it bubbles
}

// Figures of one group share the controls they have in common.
let linking = false;
/** @param {Field} el */
function link(el) {
  const slot = slotOf(el);
  const group = slot?.dataset.linked;
  if (!group || linking) return;
  const field = is(el, ".slide") ? valueOf(el) : el;
  const name = field.id.slice(slot.id.length + 1);
  linking = true;
  for (const other of $$(`.slot[data-linked="${group}"]`)) {
    if (other !== slot) set(other, name, chosen(field));
  }
  linking = false;
}

// A move begins with the first change after a rest. The hand is on one figure; those that
// are linked with it only follow.
const rest = 600; // ms
/** @type {Map<string, number>} */
const moved = new Map(); // slot id → time of the last move
/** @type {Slot | null} */
let hand = null;
/** @param {Slot} slot */
const inHand = (slot) => slot === hand;

/** @type {(slot: Slot | null, leads?: boolean) => void} */
function begin(slot, leads = !linking) {
  if (!slot) return;
  if (leads) hand = slot;
  const now = performance.now();
  if (now - (moved.get(slot.id) ?? -Infinity) > rest) {
    tell(slot, "begin");
    document.body.classList.add("moving");
  }
  moved.set(slot.id, now);
}

// While a hand is at a figure, what is out of sight is left out of every frame
// (course.css). To begin with that lays the page out anew; so it begins when the hand
// comes, and not with its first move.
/** @param {Event} event */
const hold = ({ target }) => { if (slotOf(target)) document.body.classList.add("at-hand"); };
const release = () => { if (!slotOf(document.activeElement)) document.body.classList.remove("at-hand"); };
document.addEventListener("pointerdown", hold, true);
document.addEventListener("focusin", (event) => {
  hold(event);
  release();
});

// A state that a link has opened is not the reader's own until a control is moved.
/** @type {WeakSet<Slot>} */
const arrived = new WeakSet();
/** @param {Slot} slot */
const byLink = (slot) => arrived.has(slot);
for (const what of ["input", "change"]) {
  document.addEventListener(what, ({ target }) => {
    const slot = slotOf(target);
    if (slot) arrived.delete(slot);
  }, true);
}

// ---- the address ----------------------------------------------------------

// linkOf is the query of a figure's state, with what its link hides and locks.
/** @param {Slot} slot */
function linkOf(slot) {
  const panels = $(".panels", slot);
  return [panels?.dataset.query, panels?.dataset.access].filter(Boolean).join("&");
}

// address is the canonical address of the page's state; the home page keeps its own.
const still = "still" in document.body.dataset;
function address() {
  if (still) return location.pathname + location.search;
  const parts = [];
  for (const slot of slots) {
    const query = linkOf(slot);
    if (query) parts.push(...query.split("&").map((p) => slot.dataset.prefix + p));
  }
  if (document.body.dataset.params) parts.push(document.body.dataset.params);
  return location.pathname + (parts.length ? "?" + parts.join("&") : "");
}

let following = 0, followed = -Infinity, settling = 0;
/** @param {Slot} slot */
function after(slot) {
  clearTimeout(following);
  following = setTimeout(follow, Math.max(150, followed + 350 - performance.now())); // ms
  clearTimeout(settling);
  settling = setTimeout(settle, 500);
  tell(slot, "moved", { leads: inHand(slot) });
}

// settled puts the values in use into the fields of sliders, where the server did not take
// what stood there and says so. In other fields somebody may be typing.
/** @param {Slot} slot */
function settled(slot) {
  if ($(".notes", slot)) restore(slot, ".field .value");
}

// restore puts the values of the picture that is there into the fields. A choice goes back to
// what the server has marked: to choose another replaces the whole figure, marks included.
/** @type {(slot: Slot, fields?: ".value[data-default]" | ".field .value") => void} */
function restore(slot, fields = ".value[data-default]") {
  const used = new URLSearchParams(the(".panels", slot).dataset.query);
  for (const field of $$(fields, slot)) {
    const slide = slideNamed(field.id + "-slider");
    field.value = used.get(field.id.slice(slot.id.length + 1)) ?? field.dataset.default ?? "";
    if (!slide) continue;
    slide.valueAsNumber = place(slide, Number(field.value));
    say(slide);
  }
  for (const field of $$("[data-choice]", slot)) {
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked;
    else for (const option of field.options) option.selected = option.defaultSelected;
  }
}

// A request that is stopped brings no picture, and ends the move all the same.
hear("stopped", () => {
  clearTimeout(settling);
  settling = setTimeout(settle, 500);
});

// follow has the address follow the state as soon as the hand pauses, three times a
// second at most: browsers ration it, and spend as much on it as on a picture.
function follow() {
  if (location.pathname + location.search === address()) return;
  history.replaceState(history.state, "", address() + location.hash);
  followed = performance.now();
}

// settle tells that the hand rests. While an answer is awaited it does not: what
// has changed is told when it is there.
function settle() {
  if (waiting.size) {
    settling = setTimeout(settle, 100);
    return;
  }
  document.body.classList.remove("moving");
  release();
  tell(document, "rest", hand);
  hand = null;
}

// A figure that is replaced whole keeps the focus, and what was unfolded.
let before = { focus: "", more: false };
document.addEventListener("htmx:before:swap", ({ detail: { ctx } }) => {
  const slot = ctx.target?.closest(".slot"), more = slot && $("details.more", slot);
  before = { focus: document.activeElement?.id ?? "", more: Boolean(more?.open) };
});

// A move's answer is put in here; what this cannot do, htmx does.
document.addEventListener("htmx:after:request", (event) => {
  const { target, response, text } = event.detail.ctx;
  const slot = target?.matches(".live") && target.closest(".slot");
  if (!target || !slot || response?.status !== 200 || !patch(target, text)) return;
  event.preventDefault();
  recovered(slot);
  settled(slot);
  after(slot);
});

document.addEventListener("htmx:after:swap", (event) => {
  const { response, text } = event.detail.ctx;
  if (response && response.status >= 400) return; // nothing was swapped
  const target = event.detail.ctx.target ?? event.target;
  const slot = slotOf(target);
  if (slot) {
    if (is(target, ".live")) learn(target, text);
    recovered(slot);
    unfold(slot);
    settled(slot);
    if (before.more) $("details.more", slot)?.setAttribute("open", "");
    if (document.activeElement === document.body) document.getElementById(before.focus)?.focus({ preventScroll: true });
    after(slot);
  }
  const exercise = around(target, "[data-exercise]");
  if (exercise) {
    recovered(exercise);
    tell(exercise, "judged");
  }
});

// More numbers stay unfolded on every figure, once they are on one.
const others = "gramophone.numbers";
/** @param {ParentNode} root */
const unfold = (root) => $$("details.others", root).forEach((el) => { el.open = read(others) === true; });
document.addEventListener("toggle", ({ target: el }) => {
  if (!is(el, "details.others") || el.open === (read(others) === true)) return;
  write(others, el.open);
  unfold(document);
}, true);

// The browser's own cache costs a move more than the server's answer does.
document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.target?.closest(".slot")) ctx.request.cache = "no-store";
});

// A figure that waits long for its answer dims; one that fails says so.
/** @type {Map<Slot, number>} */
const waiting = new Map(); // slot → the timer that dims it
document.addEventListener("htmx:before:request", ({ detail: { ctx } }) => {
  const slot = ctx.target?.closest(".slot");
  if (!slot || waiting.has(slot)) return;
  waiting.set(slot, setTimeout(() => $(".figure", slot)?.classList.add("busy"), 200));
});
document.addEventListener("htmx:finally:request", ({ detail: { ctx } }) => {
  const slot = ctx.target?.closest(".slot");
  if (!slot) return;
  clearTimeout(waiting.get(slot));
  waiting.delete(slot);
  $(".figure", slot)?.classList.remove("busy");
});
document.addEventListener("htmx:response:error", ({ detail }) => trouble(detail.ctx));
document.addEventListener("htmx:error", ({ detail }) => { if (detail.ctx) trouble(detail.ctx); });

// trouble says that there was no answer, and asks again where that may help: a
// full server has room in a while, a network that is gone may come back. A state
// that takes too long would take as long again.
const patience = 5; // times
const asking = perElement((/** @type {Element} */ _) => ({ query: "", tries: 0, again: 0 }));
/** @param {HtmxContext} ctx */
function trouble(ctx) {
  const slot = ctx.target?.closest(".slot"), within = slot ?? ctx.target?.closest("[data-exercise]");
  if (!within) return;
  const state = asking(within);
  const status = ctx.response?.status ?? ctx.response?.raw?.status ?? 0;
  const overdue = Boolean(ctx.response?.headers?.get("Overdue"));
  const again = !overdue && (status === 0 || status === 503) && ++state.tries <= patience;
  let line = $(".trouble", within);
  if (!line) {
    line = made("p", { class: "message trouble", role: "alert" });
    the(".live, .verdict", within).before(line);
  }
  line.textContent = again ? "The server did not answer; asking again."
    : overdue ? "The server stopped drawing this state: it takes too long. Another may be quicker."
      : "The server did not answer. Please reload the page.";
  if (!again) return;
  clearTimeout(state.again);
  state.again = setTimeout(() => {
    if (slot && ctx.sourceElement === slot) open(slot, state.query);
    else htmx.trigger($(".knobs", within) ?? the("form", within), "submit");
  }, 2000 * state.tries);
}
/** @param {HTMLElement} within */
function recovered(within) {
  const state = asking(within);
  state.tries = 0;
  clearTimeout(state.again);
  $(".trouble", within)?.remove();
}

// ---- states: presets, reset, back ----------------------------------------

// open brings a figure into the state of a query without prefixes.
/** @type {(slot: Slot, query: string, leads?: boolean) => Promise<void>} */
function open(slot, query, leads) {
  begin(slot, leads);
  asking(slot).query = query;
  const picture = slot.dataset.path + (query ? "?" + query : "");
  return htmx.ajax("GET", picture, { source: slot, target: slot, swap: "innerHTML" });
}

// openLinked does the same for the figures it is linked with, unless they have
// a state of their own. What is hidden or locked stays so.
/** @type {(slot: Slot, query: string, states: Map<string, string[]>, leads?: boolean) => Promise<void>} */
function openLinked(slot, query, states, leads) {
  const keeping = (/** @type {Slot} */ one) => [query, $(".panels", one)?.dataset.access].filter(Boolean).join("&");
  const opened = open(slot, keeping(slot), leads);
  if (!slot.dataset.linked) return opened;
  for (const other of $$(`.slot[data-linked="${slot.dataset.linked}"]`)) {
    if (other !== slot && !states.has(other.id)) open(other, keeping(other), false);
  }
  return opened;
}

// split sorts a page's query by figure.
/** @param {string} search */
function split(search) {
  /** @type {Map<string, string[]>} */
  const by = new Map();
  for (const pair of search.replace(/^\?/, "").split("&")) {
    const dot = pair.indexOf(".");
    if (dot < 0) continue;
    const figure = pair.slice(0, dot);
    by.set(figure, [...(by.get(figure) ?? []), pair.slice(dot + 1)]);
  }
  return by;
}

// statesOf is what a link opens, by figure, but for what is hidden and locked: that stays
// as it is.
/** @param {HTMLAnchorElement} a */
const statesOf = (a) => split(new URL(a.href).search.replace(/(?<=[?&])[^&=]+\.(hide|lock)=[^&]*(&|$)/g, ""));

// aside is whether a press means the browser: another tab, another window, a menu.
/** @param {MouseEvent} event */
const aside = (event) => Boolean(event.button) || event.ctrlKey || event.metaKey || event.shiftKey;

document.addEventListener("click", (event) => {
  const a = around(event.target, "a"), own = slotOf(a);
  if (!a || event.defaultPrevented || aside(event)) return;
  if (a.matches(".reset") && own) {
    event.preventDefault();
    keep();
    arrived.delete(own);
    openLinked(own, "", new Map(), true);
  } else if (a.matches(".preset")) {
    const slot = openLink(a);
    if (!slot) return;
    event.preventDefault();
    tell(slot, "asked", a);
  }
});

// openLink brings the figures of the page that a link names into its states, and returns the
// first of them.
/** @type {(a: HTMLAnchorElement) => Slot | undefined} */
function openLink(a) {
  const states = statesOf(a);
  const asked = [...states.keys()].flatMap((id) => slotNamed(id) ?? []);
  if (asked.length) keep();
  for (const slot of asked) arrived.add(slot);
  for (const slot of asked) openLinked(slot, states.get(slot.id)?.join("&") ?? "", states, slot === asked[0]);
  return asked[0];
}

// keep puts the present state into the history, so that Back returns to it.
function keep() {
  if (still) return;
  history.replaceState(history.state, "", address() + location.hash);
  history.pushState(null, "", address());
}
addEventListener("popstate", () => arrive(location.search));

// arrive brings every figure of the page into its state of a page's query.
/** @param {string} search */
function arrive(search) {
  const states = split(search);
  for (const slot of $$(".slot")) {
    const query = slot.dataset.prefix ? (states.get(slot.id) ?? []).join("&")
      : search.slice(1).replace(/(^|&)embed=1$/, "");
    if (query !== linkOf(slot)) open(slot, query, hand === null);
  }
}

// ---- what other scripts build on ------------------------------------------

// made is a new element.
/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} attributes
 * @param {string | number} text
 */
function made(name, attributes, text = "") {
  const el = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, String(v));
  el.textContent = String(text);
  return el;
}

// announce says to those who cannot see it what has happened to a figure.
/** @type {(slot: Slot, words: string) => void} */
const announce = (slot, words) => { the(`#${slot.id}-status`).textContent = words; };

// read and write keep values in the browser, under a name; where it keeps
// nothing, there is nothing. What is read is what was written: nobody else writes there.
/** @type {<T>(name: string, where?: "localStorage" | "sessionStorage") => T | null} */
function read(name, where = "localStorage") {
  try { return JSON.parse(window[where].getItem(name) ?? "null"); } catch { return null; }
}
/** @type {(name: string, value: unknown, where?: "localStorage" | "sessionStorage") => void} */
function write(name, value, where = "localStorage") {
  try { window[where].setItem(name, JSON.stringify(value)); } catch { /* for this page only */ }
}

// calm is whether the reader wants no motion.
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export {
  $, $$, the, is, around, aside, slotOf, slotNamed, perElement, tell, hear, calm, made, announce, read, write,
  place, gridOf, valueOf, fieldOf, slideOf, say, set, link, inHand, openLinked, statesOf, openLink, keep, restore,
  byLink, linkOf, arrive,
};

// ---- theme, keys -----------------------------------------------------------

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

unfold(document);
for (const slot of slots) if (linkOf(slot)) arrived.add(slot);
follow();
settle();
