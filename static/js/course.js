// What scripts add to a page that works without: sliders that move their
// figures (through htmx), links that open a state in place, and the address that
// follows.
//
// The server draws; this file carries values. A slider's places are listed by
// the server in data-grid, and the text field beside it holds the real value.
//
// Other scripts import what they build on, and hear of the rest by events:
// course:begin at a figure when a hand starts to move it, course:moved when its
// new picture is there, with whether the hand leads it, and course:rest at the
// document when all have rested, with the figure that the hand was on. A figure hears
// course:asked when a link has opened a state of it, with the link, and course:stopped when
// its reader gives a state up; an exercise course:judged when the server has said something
// to an answer.

import { learn, patch } from "./patch.js";

const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const slots = $$(".slot"); // in the order of the lesson, wherever they stand now
const slotOf = (el) => el.closest?.(".slot");
const tell = (target, what, detail) => target.dispatchEvent(new CustomEvent("course:" + what, { bubbles: true, detail }));

// ---- sliders and their fields ----------------------------------------

const gridOf = (slide) => (slide.grid ??= slide.dataset.grid.split(" "));
const fieldOf = (slide) => document.getElementById(slide.dataset.for);
const unitOf = (slide) => $(".unit", slide.closest(".control"))?.textContent ?? "";

const say = (slide) => slide.setAttribute("aria-valuetext", `${fieldOf(slide).value} ${unitOf(slide)}`.trim());

// place returns the place on the slider's grid nearest to a value.
function place(slide, value) {
  const grid = gridOf(slide).map(Number);
  value = Math.min(value, grid.at(-1)); // 1e999 is infinite
  const log = "log" in slide.dataset;
  const at = (v) => (log ? Math.log(Math.max(v, grid[1] / 2)) : v);
  let best = 0;
  grid.forEach((v, i) => {
    if (Math.abs(at(v) - at(value)) < Math.abs(at(grid[best]) - at(value))) best = i;
  });
  return best;
}

// In the capture phase, so that the field is right before htmx reads the form.
document.addEventListener("input", (event) => {
  const slide = event.target;
  if (slide.matches?.(".typed")) begin(slotOf(slide));
  if (!slide.matches?.(".slide")) return;
  begin(slotOf(slide));
  fieldOf(slide).value = gridOf(slide)[slide.value];
  say(slide);
  link(slide);
}, true);

document.addEventListener("change", (event) => {
  const el = event.target;
  if (el.matches?.(".value")) {
    begin(slotOf(el));
    const slide = document.getElementById(el.id + "-slider");
    if (slide) {
      el.value = el.value.trim().replace(",", ".").replaceAll("−", "-");
      if (el.value === "" || Number.isNaN(Number(el.value))) return; // the server says what is wrong
      slide.value = place(slide, Number(el.value));
      say(slide);
    }
    link(el);
  } else if (el.matches?.("[data-choice]")) {
    begin(slotOf(el));
    link(el);
  }
}, true);

document.addEventListener("keydown", (event) => {
  const slide = event.target;
  if (slide.matches?.(".slide") && (event.key === "PageUp" || event.key === "PageDown")) {
    event.preventDefault();
    slide.value = Number(slide.value) + (event.key === "PageUp" ? 10 : -10);
    slide.dispatchEvent(new Event("input", { bubbles: true }));
  }
});

// chosen is the value that a field sends: for a box that is not ticked, the field
// behind it does.
const chosen = (field) => (field.type === "checkbox" && !field.checked ? field.nextElementSibling.value : field.value);

// set gives a control of a figure a value, as if the reader had; where another is set
// with it, the picture is asked for with that one.
function set(slot, name, value, more = false) {
  const field = document.getElementById(`${slot.id}-${name}`);
  if (!field || chosen(field) === value || field.readOnly || field.disabled) return;
  if (field.matches("select") && ![...field.options].some((o) => o.value === value)) return;
  if (field.type === "checkbox") field.checked = field.value === value;
  else field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: !more })); // what does not bubble, htmx does not hear
}

// Figures of one group share the controls they have in common.
let linking = false;
function link(el) {
  const slot = slotOf(el);
  const group = slot?.dataset.linked;
  if (!group || linking) return;
  const field = el.matches(".slide") ? fieldOf(el) : el;
  const name = field.id.slice(slot.id.length + 1);
  linking = true;
  for (const other of $$(`.slot[data-linked="${group}"]`)) {
    if (other !== slot) set(other, name, chosen(field));
  }
  linking = false;
}

// A move begins when the hand has rested. The hand is on one figure; those that
// are linked with it only follow.
const rest = 600; // ms
const moved = new Map(); // slot id → time of the last move
let hand = null;
const inHand = (slot) => slot === hand;

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
const hold = ({ target }) => { if (slotOf(target)) document.body.classList.add("at-hand"); };
const release = () => { if (!slotOf(document.activeElement)) document.body.classList.remove("at-hand"); };
document.addEventListener("pointerdown", hold, true);
document.addEventListener("focusin", (event) => (hold(event), release()));

// ---- the address ----------------------------------------------------------

// linkOf is the query of a figure's state, with what its link hides and locks.
function linkOf(slot) {
  const panels = $(".panels", slot);
  return [panels?.dataset.query, panels?.dataset.access].filter(Boolean).join("&");
}

// address is the canonical address of the page's state; that of the door stays.
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

let following, followed = -Infinity, settling;
function after(slot) {
  clearTimeout(following);
  following = setTimeout(follow, Math.max(150, followed + 350 - performance.now())); // ms
  clearTimeout(settling);
  settling = setTimeout(settle, 500);
  tell(slot, "moved", { leads: inHand(slot) });
}

// settled puts the values in use into the fields of sliders, where the server did not take
// what stood there and says so. In other fields somebody may be typing.
function settled(slot) {
  if ($(".notes", slot)) restore(slot, ".field .value");
}

// restore puts the values of the picture that is there into the fields. A choice has its
// own since the figure was put in whole, as it is when another is chosen.
function restore(slot, fields = ".value[data-default]") {
  const used = new URLSearchParams($(".panels", slot).dataset.query);
  for (const field of $$(fields, slot)) {
    const slide = document.getElementById(field.id + "-slider");
    field.value = used.get(field.id.slice(slot.id.length + 1)) ?? field.dataset.default;
    if (!slide) continue;
    slide.value = place(slide, Number(field.value));
    say(slide);
  }
  for (const field of $$("[data-choice]", slot)) {
    if (field.type === "checkbox") field.checked = field.defaultChecked;
    else for (const option of field.options) option.selected = option.defaultSelected;
  }
}

// What is stopped ends the move without a picture.
document.addEventListener("course:stopped", () => {
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
let before = {};
document.addEventListener("htmx:before:swap", (event) => {
  const slot = event.detail?.ctx?.target?.closest?.(".slot");
  before = { focus: document.activeElement?.id, more: slot && $("details.more", slot)?.open };
});

// A move's answer is put in here; what this cannot do, htmx does.
document.addEventListener("htmx:after:request", (event) => {
  const { target, response, text } = event.detail.ctx;
  if (!target?.matches?.(".live") || response.status !== 200 || !patch(target, text)) return;
  event.preventDefault();
  const slot = slotOf(target);
  recovered(slot);
  settled(slot);
  after(slot);
});

document.addEventListener("htmx:after:swap", (event) => {
  if (event.detail?.ctx?.response?.status >= 400) return; // nothing was swapped
  const target = event.detail?.ctx?.target ?? event.target;
  const slot = target?.closest?.(".slot");
  if (slot) {
    if (target.matches(".live")) learn(target, event.detail.ctx.text);
    recovered(slot);
    unfold(slot);
    settled(slot);
    if (before.more) $("details.more", slot)?.setAttribute("open", "");
    if (before.focus && document.activeElement === document.body) document.getElementById(before.focus)?.focus({ preventScroll: true });
    after(slot);
  }
  const exercise = target?.closest?.("[data-exercise]");
  if (exercise) {
    recovered(exercise);
    tell(exercise, "judged");
  }
});

// More numbers stay unfolded on every figure, once they are on one.
const others = "gramophone.numbers";
const unfold = (root) => $$("details.others", root).forEach((el) => { el.open = read(others) === true; });
document.addEventListener("toggle", ({ target: el }) => {
  if (!el.matches?.("details.others") || el.open === (read(others) === true)) return;
  write(others, el.open);
  unfold(document);
}, true);

// The browser's own cache costs a move more than the server's answer does.
document.addEventListener("htmx:config:request", (event) => {
  const ctx = event.detail?.ctx;
  if (ctx?.request && ctx.target?.closest?.(".slot")) ctx.request.cache = "no-store";
});

// A figure that waits long for its answer dims; one that fails says so.
const waiting = new Map();
document.addEventListener("htmx:before:request", (event) => {
  const slot = event.detail?.ctx?.target?.closest?.(".slot");
  if (!slot || waiting.has(slot)) return;
  waiting.set(slot, setTimeout(() => $(".figure", slot)?.classList.add("busy"), 200));
});
document.addEventListener("htmx:finally:request", (event) => {
  const slot = event.detail?.ctx?.target?.closest?.(".slot");
  if (!slot) return;
  clearTimeout(waiting.get(slot));
  waiting.delete(slot);
  $(".figure", slot)?.classList.remove("busy");
});
document.addEventListener("htmx:response:error", (event) => trouble(event.detail?.ctx));
document.addEventListener("htmx:error", (event) => trouble(event.detail?.ctx));

// trouble says that there was no answer, and asks again where that may help: a
// full server has room in a while, a network that is gone may come back. A state
// that takes too long would take as long again.
const patience = 5; // times
function trouble(ctx) {
  const place = ctx?.target?.closest?.(".slot") ?? ctx?.target?.closest?.("[data-exercise]");
  if (!place) return;
  const status = ctx.response?.status ?? ctx.response?.raw?.status ?? 0;
  const overdue = Boolean(ctx.response?.headers?.get("Overdue"));
  const again = !overdue && (status === 0 || status === 503) && (place.tries = (place.tries ?? 0) + 1) <= patience;
  let line = $(".trouble", place);
  if (!line) {
    line = document.createElement("p");
    line.className = "message trouble";
    line.setAttribute("role", "alert");
    ($(".live", place) ?? $(".verdict", place)).before(line);
  }
  line.textContent = again ? "The server did not answer; asking again."
    : overdue ? "The server stopped drawing this state: it takes too long. Another may be quicker."
      : "The server did not answer. Please reload the page.";
  if (!again) return;
  clearTimeout(place.again);
  place.again = setTimeout(() => {
    if (ctx.sourceElement === place) open(place, place.asked);
    else htmx.trigger($(".knobs", place) ?? $("form", place), "submit");
  }, 2000 * place.tries);
}
function recovered(place) {
  place.tries = 0;
  clearTimeout(place.again);
  $(".trouble", place)?.remove();
}

// ---- states: presets, reset, back ----------------------------------------

// open brings a figure into the state of a query without prefixes.
function open(slot, query, leads) {
  begin(slot, leads);
  slot.asked = query;
  return htmx.ajax("GET", slot.dataset.path + (query ? "?" + query : ""), { source: slot, target: slot, swap: "innerHTML" });
}

// openLinked does the same for the figures it is linked with, unless they have
// a state of their own. What is hidden or locked stays so.
function openLinked(slot, query, states, leads) {
  const keeping = (slot) => [query, $(".panels", slot)?.dataset.access].filter(Boolean).join("&");
  const opened = open(slot, keeping(slot), leads);
  if (!slot.dataset.linked) return opened;
  for (const other of $$(`.slot[data-linked="${slot.dataset.linked}"]`)) {
    if (other !== slot && !states.has(other.id)) open(other, keeping(other), false);
  }
  return opened;
}

// split sorts a page's query by figure.
function split(search) {
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
const statesOf = (a) => split(new URL(a.href).search.replace(/(?<=[?&])[^&=]+\.(hide|lock)=[^&]*(&|$)/g, ""));

document.addEventListener("click", (event) => {
  const a = event.target.closest?.("a");
  if (!a || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (a.matches(".reset")) {
    event.preventDefault();
    keep();
    openLinked(slotOf(a), "", new Map(), true);
  } else if (a.matches(".preset")) {
    const states = statesOf(a);
    const asked = [...states.keys()].map((id) => document.getElementById(id)).filter(Boolean);
    if (!asked.length) return;
    event.preventDefault();
    keep();
    for (const slot of asked) openLinked(slot, states.get(slot.id).join("&"), states, slot === asked[0]);
    tell(asked[0], "asked", a);
  }
});

// keep puts the present state into the history, so that Back returns to it.
function keep() {
  if (still) return;
  history.replaceState(history.state, "", address() + location.hash);
  history.pushState(null, "", address());
}
addEventListener("popstate", () => {
  const states = split(location.search);
  for (const slot of $$(".slot")) {
    const query = slot.dataset.prefix ? (states.get(slot.id) ?? []).join("&") : location.search.slice(1).replace(/(^|&)embed=1$/, "");
    if (query !== linkOf(slot)) open(slot, query, hand === null);
  }
});

// ---- what other scripts build on ------------------------------------------

const made = (name, attributes, text = "") => {
  const el = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
  el.textContent = text;
  return el;
};

// announce says to those who cannot see it what has happened to a figure.
const announce = (slot, words) => { $(`#${slot.id}-status`).textContent = words; };

// read and write keep values in the browser, under a name; where it keeps
// nothing, there is nothing.
function read(name, where = "localStorage") {
  try { return JSON.parse(window[where].getItem(name)); } catch { return null; }
}
function write(name, value, where = "localStorage") {
  try { window[where].setItem(name, JSON.stringify(value)); } catch { /* for this page only */ }
}

// calm is whether the reader wants no motion.
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export { $, $$, calm, slotOf, tell, place, gridOf, set, link, inHand, openLinked, statesOf, keep, made, announce, restore, read, write };

// ---- theme, keys -----------------------------------------------------------

function theme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  root.dataset.theme = dark ? "light" : "dark";
  try { localStorage.setItem("gramophone.theme", root.dataset.theme); } catch { /* for this page only */ }
}
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-theme-switch]")) theme();
  if (event.target.closest?.("[data-keys]")) $("#keys").showModal();
});
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input[type=text], select, textarea")) return;
  if (event.key === "?") $("#keys").showModal();
  else if (event.key === "t") theme();
  else if (event.key === "r") slotOf(document.activeElement)?.querySelector(".reset")?.click();
});

unfold(document);
follow();
settle();
