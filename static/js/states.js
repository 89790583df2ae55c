// The states of figures: the address follows them, links open them in place, and Back returns to
// them. What the server answers is put in here; where it does not answer, that is said.

import { learn, patch } from "./patch.js";
import { $, $$, the, is, around, aside, perElement, made, tell, read, write } from "./dom.js";
import { slots, slotOf, slotNamed, linkOf, settled } from "./figure.js";
import { begin, inHand, inNoHand, linked, unlinked, soon, settle } from "./moves.js";

// ---- the address ----------------------------------------------------------

// address is the canonical address of the page's state; the home page keeps its own.
const still = "still" in document.body.dataset;
function address() {
  if (still || !slots.length && !document.body.dataset.params) return location.pathname + location.search;
  const parts = [];
  for (const slot of slots) {
    const query = linkOf(slot);
    if (query) parts.push(...query.split("&").map((p) => slot.dataset.prefix + p));
  }
  if (document.body.dataset.params) parts.push(document.body.dataset.params);
  return location.pathname + (parts.length ? "?" + parts.join("&") : "");
}

let following = 0, followed = -Infinity;
/** @param {Slot} slot */
function after(slot) {
  clearTimeout(following);
  following = setTimeout(follow, Math.max(150, followed + 350 - performance.now())); // ms
  soon();
  tell(slot, "moved", { leads: inHand(slot) });
}

// follow has the address follow the state as soon as the hand pauses, three times a
// second at most: browsers ration it, and spend as much on it as on a picture.
function follow() {
  if (location.pathname + location.search === address()) return;
  history.replaceState(history.state, "", address() + location.hash);
  followed = performance.now();
}

// keep puts the present state into the history, so that Back returns to it.
function keep() {
  if (still) return;
  history.replaceState(history.state, "", address() + location.hash);
  history.pushState(null, "", address());
}

// ---- answers --------------------------------------------------------------

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
    tell(exercise, target === exercise ? "renewed" : "judged");
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

const asking = perElement((/** @type {Element} */ _) => ({ query: "", tries: 0, again: 0 }));
document.addEventListener("htmx:response:error", ({ detail }) => trouble(detail.ctx));
document.addEventListener("htmx:error", ({ detail }) => { if (detail.ctx) trouble(detail.ctx); });

// trouble says that there was no answer, and asks again where that may help: a
// full server has room in a while, a network that is gone may come back. A state
// that takes too long would take as long again.
const patience = 5; // times
/** @param {HtmxContext} ctx */
function trouble(ctx) {
  const slot = ctx.target?.closest(".slot"), within = slot ?? ctx.target?.closest("[data-exercise]");
  if (!within) return;
  const state = asking(within);
  const status = ctx.response?.status ?? ctx.response?.raw?.status ?? 0;
  const overdue = Boolean(ctx.response?.headers?.get("Overdue"));
  const submitted = !is(ctx.sourceElement, "a"), mayHelp = status === 0 || status === 503;
  const again = submitted && !overdue && mayHelp && ++state.tries <= patience;
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

// ---- presets, reset, back -------------------------------------------------

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

document.addEventListener("click", (event) => {
  const a = around(event.target, "a"), own = slotOf(a);
  if (!a || event.defaultPrevented || aside(event)) return;
  if (a.matches(".reset") && own) {
    event.preventDefault();
    keep();
    unlinked(own);
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
  for (const slot of asked) linked(slot);
  for (const slot of asked) openLinked(slot, states.get(slot.id)?.join("&") ?? "", states, slot === asked[0]);
  return asked[0];
}

addEventListener("popstate", () => arrive(location.search));

// arrive brings every figure of the page into its state of a page's query.
/** @param {string} search */
function arrive(search) {
  const states = split(search);
  for (const slot of $$(".slot")) {
    const query = slot.dataset.prefix ? (states.get(slot.id) ?? []).join("&")
      : search.slice(1).replace(/(^|&)embed=1$/, "");
    if (query !== linkOf(slot)) open(slot, query, inNoHand());
  }
}

export { openLinked, statesOf, openLink, keep, arrive };

unfold(document);
for (const slot of slots) if (linkOf(slot)) linked(slot);
follow();
settle();
