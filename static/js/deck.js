// Presenting: on the projector, keys, a clicker and swipes that turn the page; in
// the teacher's window, the notes and the clock. The two windows of a lesson
// follow each other.
//
// The server has put every step on the page; this file shows one of them, and
// keeps its number in the address.

import { $, $$, the, around, aside, hear, is, made, tell, read, write } from "./dom.js";
import { slotOf } from "./figure.js";
import { openLink } from "./states.js";
import { refresh } from "./frame.js";
import { address, params, modified, typing } from "./present.js";
import { panelOf } from "./sketch.js";
import { letters } from "./letters.js";

// ---- which step is shown -----------------------------------------------------

const deck = the(".deck");
const steps = $$(":scope > *", deck);
const notes = steps[0].matches(".note");
const slug = document.body.dataset.lesson;
const channel = new BroadcastChannel("gramophone:" + ($("[data-room]")?.dataset.room ?? slug));
let step = Number(deck.dataset.step);
let all = "all" in deck.dataset; // every step is gone through, not the short way alone
const current = () => steps[step - 1];
// A step is on the short way, or else among all steps, which have no slides; many are on both.
/** @type {(n: number, long?: boolean) => boolean} */
const onWay = (n, long = all) => long ? !("short" in steps[n - 1].dataset) : "route" in steps[n - 1].dataset;

// turned is the step that is turned to; the present one at the ends of the way.
/** @type {(by: number, from?: number) => number} */
function turned(by, from = step) {
  for (let n = from + by; n >= 1 && n <= steps.length; n += by) if (onWay(n)) return n;
  return from;
}
const ends = () => [onWay(1) ? 1 : turned(1, 1), onWay(steps.length) ? steps.length : turned(-1, steps.length)];

// show turns to a step, and tells the other window unless it came from there.
/** @type {(n: number, how?: { tells?: boolean, writes?: boolean }) => void} */
function show(n, { tells = true, writes = true } = {}) {
  n = Math.min(Math.max(n, 1), steps.length);
  if (n === step) return;
  step = n;
  steps.forEach((s, i) => { s.hidden = i !== n - 1; });
  accompany(current().dataset.beside);
  tally();
  current().scrollTop = 0;
  current().focus({ preventScroll: true });
  fit();
  addressed(writes);
  if (!tells) return;
  channel.postMessage({ step: n });
  tell(deck, "turned");
}

// tally says where the class is: on the way that it goes as long as the step is one of it, or on the other.
function tally() {
  const long = onWay(step) ? all : !all, way = steps.map((_, i) => i + 1).filter((n) => onWay(n, long));
  const at = way.indexOf(step) + 1, bar = the(".turning");
  the("b", bar).textContent = String(at);
  the(".count span", bar).textContent = String(way.length);
  Object.assign(the("progress", bar), { max: way.length, value: at });
  for (const a of $$("[data-turn]")) a.href = address(...params(turned(Number(a.dataset.turn)), notes, all));
  const other = the("[data-all]", bar);
  other.href = address(...params(step, notes, !all));
  other.textContent = (all ? other.dataset.short : other.dataset.long) ?? "";
  tell(deck, "counted");
}

// addressed has the address of what is seen, its panel too: copied, it opens so.
function addressed(writes = true) {
  const here = params(step, notes, all, shownPanel());
  document.body.dataset.params = here.join("&");
  if (writes) history.replaceState(history.state, "", address(...here));
}
// In a room a turn may be a phase of the question on the step (hall.js): then the step stays.
const guide = { stays: (/** @type {number} */ _) => false };
/** @param {number} by */
function turn(by) {
  if (guide.stays(by)) return;
  came(0);
  show(turned(by));
}

// widen goes through every step from now on, or through the short way.
function widen(on = !all, tells = true) {
  all = on;
  deck.toggleAttribute("data-all", all);
  tally();
  addressed();
  if (tells) channel.postMessage({ all });
}

addEventListener("popstate", () => {
  const n = location.search.match(/[?&]step=(\d+)/);
  show(n ? Number(n[1]) : 1, { writes: false });
  asAsked(location.search);
});

// A link to a state of the figure in sight moves it there; one of another figure leads
// to that, and Backspace leads back.
let origin = 0;
/** @param {number} from */
function came(from) {
  origin = from;
  const link = $("[data-return]");
  if (link) link.hidden = !from;
}
/** @param {string} [name] */
function toFigure(name) {
  const n = steps.findIndex((s) => s.dataset.slot === name) + 1;
  if (!n || n === step || name === seen()?.dataset.figure && !apart()) return;
  const from = step;
  show(n);
  came(from);
}
function back() {
  if (!origin) return;
  const n = origin;
  came(0);
  show(n);
}

// What the links and buttons of a page do, by what they are.
/** @type {[string, (a: HTMLAnchorElement | HTMLButtonElement) => void][]} */
const does = [
  ["[data-turn]", (a) => turn(Number(a.dataset.turn))],
  ["[data-all]", () => widen()],
  ["[data-return]", back],
  ["[data-to]", (a) => toFigure(a.dataset.to)],
  ["[data-panels]", view],
  ["[data-more]", more],
  [".veil a", (a) => { if (a instanceof HTMLAnchorElement) show(1 + steps.findIndex((s) => $(a.hash, s))); }],
];
document.addEventListener("click", (event) => {
  const a = around(event.target, "a, button");
  if (!a || aside(event)) return;
  const found = does.find(([selector]) => a.matches(selector));
  if (found) {
    event.preventDefault();
    found[1](a);
  } else if (a.matches(".release")) release();
  else if (a instanceof HTMLAnchorElement && a.matches(".preset")) {
    if (notes) {
      event.preventDefault();
      channel.postMessage({ preset: a.getAttribute("href") });
      return;
    }
    // The states are opened by states.js; the picture comes into view here.
    toFigure(new URL(a.href).search.slice(1).split(".")[0]);
  }
});

// ---- the figure beside the words -------------------------------------------

const stages = $$(".stage");
const seen = () => stages.find((s) => !s.hidden);
const apart = () => document.body.dataset.lay === "apart"; // the words fill the screen

/** @param {string} [figure] */
function accompany(figure) {
  for (const s of stages) s.hidden = s.dataset.figure !== figure;
  document.body.classList.remove("pictured");
}

// view shows the figure's next panel; where the words have filled the screen, first
// the picture, and after its last panel the words again.
function view() {
  const stage = seen();
  if (!stage) return;
  const last = $$("svg.plot", stage).length;
  const pictured = document.body.classList.contains("pictured");
  let at = Number(stage.dataset.view ?? 1) + 1;
  if (apart() && !pictured) at = 1;
  if (apart()) document.body.classList.toggle("pictured", at <= last);
  stage.dataset.view = String(at > last ? 1 : at);
  overlaid(stage);
}

// shownPanel is the number of the panel in sight, 0 for what is seen anyway: the first, or
// the words where they have filled the screen.
function shownPanel() {
  const n = Number(seen()?.dataset.view ?? 1);
  if (apart()) return document.body.classList.contains("pictured") ? n : 0;
  return n > 1 ? n : 0;
}
// asAsked shows the panel that an address asks for; the last one for a number above it.
/** @param {string} [query] */
function asAsked(query = "") {
  const stage = seen(), n = Number(query.match(/(?:^|[?&])show=(\d+)(?=&|$)/)?.[1]);
  if (!n) return;
  if (!stage) return addressed();
  const plots = $$("svg.plot", stage);
  document.body.classList.toggle("pictured", apart());
  see(stage, plots[Math.min(n, plots.length) - 1]);
}

// overlaid has what lies over a panel seen with it, and with no other.
/** @param {HTMLElement} stage */
function overlaid(stage) {
  fit();
  addressed();
  for (const slot of $$(".slot", stage)) refresh(slot);
}

// see shows a panel of the figure in sight.
/** @type {(stage: HTMLElement, panel: Element | undefined) => void} */
function see(stage, panel) {
  stage.dataset.view = String(1 + Math.max(0, $$("svg.plot", stage).findIndex((svg) => svg === panel)));
  overlaid(stage);
}
// The panel that a sketch is to be drawn on is shown.
hear("asked", (slot, link) => {
  const stage = seen();
  if (!link.matches("[data-draw]") || !stage) return;
  document.body.classList.toggle("pictured", apart());
  see(stage, panelOf(slot));
});

// letter puts the letters of a question's choices on the picture, on the panel that has them.
/** @param {Asked | null} asked */
function letter(asked) {
  const stage = seen();
  if (!stage || !letters(stage, asked)) return;
  const panel = $(".guesses.open", stage)?.closest("svg") ?? undefined;
  if (panel && !panel.checkVisibility()) see(stage, panel);
}
hear("drawing", fit); // goal and sliders make room

// more shows the figure's other controls and numbers.
function more() {
  seen()?.classList.toggle("more-shown");
  fit();
}

// buttons offers what the figure in sight has.
function buttons() {
  const stage = seen();
  const panels = $("[data-panels]"), rest = $("[data-more]");
  if (!panels || !rest) return;
  const count = stage ? $$("svg.plot", stage).length : 0;
  const pictured = document.body.classList.contains("pictured");
  panels.hidden = !stage || count < 2 && !apart();
  panels.textContent = apart() && !pictured ? "Picture" : `Panel ${stage?.dataset.view ?? 1} of ${count}`;
  rest.hidden = !stage || !$(".knobs", stage) || apart() && !pictured;
  rest.setAttribute("aria-pressed", String(Boolean(stage?.classList.contains("more-shown"))));
}

// ---- room: pictures as large as the screen, words that fit -----------------

// fit gives words and picture their room: two parts in five for the words, half where
// they need it, and all where that is too little. A figure's own step has but its name.
function fit() {
  if (notes) return;
  const screen = current(), page = the(".page", screen), stage = seen();
  const full = () => isOver(screen, page) || isWide(screen, page);
  const zoom = (/** @type {number} */ by) => screen.style.setProperty("--zoom", String(by));
  zoom(1);
  document.body.dataset.lay = "alone";
  if (stage) {
    const ways = $(".inroom:not([hidden])", page) ? ["beside", "even"]
      : $(".released", page) ? ["apart"] : ["beside", "even", "apart"];
    for (const lay of screen.matches(".of-figure") ? ["figure"] : ways) {
      document.body.dataset.lay = lay;
      if (!full()) break;
    }
  }
  page.classList.remove("wide");
  if (full()) page.classList.add("wide"); // longer lines rather than small type
  for (let by = 1; by >= 0.7 && full(); by -= 0.01) zoom(by);
  if (stage) {
    stage.style.setProperty("--under", `${page.offsetTop + page.offsetHeight}px`);
    enlarge(stage);
  }
  buttons();
}
// isOver is whether a page is higher than its screen, isWide whether something on it is wider
// than its place.
/** @type {(screen: HTMLElement, page: HTMLElement) => boolean} */
function isOver(screen, page) {
  const style = getComputedStyle(screen);
  return page.offsetHeight > screen.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom);
}
/** @type {(screen: HTMLElement, page: HTMLElement) => boolean} */
const isWide = (screen, page) => [screen, ...$$("math[display=block], table", page)]
  .some((el) => el.scrollWidth > el.clientWidth + 1);

// enlarge makes the panel as large as there is room for, with its legend beside it, or over it where
// that gains a tenth, and its type large enough to be read from the last row.
const least = 24, drawn = 12; // px: on the screen, and of the smallest type in a drawing
/** @param {HTMLElement} stage */
function enlarge(stage) {
  const plots = $$("svg.plot", stage), plot = plots[Number(stage.dataset.view ?? 1) - 1] ?? plots[0];
  if (!plot || !stage.clientWidth) return;
  const goal = $(".live > .goal", stage);
  for (let size = 20; goal && size >= 17; size--) { // in one line, if that is still read
    stage.style.setProperty("--goal", `${size}px`);
    if (goal.clientHeight < 2.6 * size) break;
  }
  const beside = grown(stage, plot, false), named = document.body.dataset.lay === "figure";
  if (!named && plot.matches(".plane") && grown(stage, plot, true) <= 1.1 * beside) grown(stage, plot, false);
  type(stage, plot);
}
// grown has the panel as wide as there is room for, with its legend over it or not, and returns that.
/** @type {(stage: HTMLElement, plot: SVGSVGElement, above: boolean) => number} */
function grown(stage, plot, above) {
  stage.toggleAttribute("data-over", above);
  let share = 1;
  for (let i = 0; i < 3; i++) { // what is over it may take another row
    stage.style.setProperty("--share", String(Math.floor(1000 * share) / 1000));
    const tall = plot.getBoundingClientRect().height, excess = stage.scrollHeight - stage.clientHeight;
    if (!tall || excess <= 0 || share === 0.4) break;
    share = Math.max(share * (tall - excess) / tall, 0.4);
  }
  return plot.getBoundingClientRect().width;
}
// type has that of a picture be read from the last row, by a property of what it stands in.
/** @type {(holds: HTMLElement, plot: SVGSVGElement) => void} */
function type(holds, plot) {
  const { width, height } = plot.getBoundingClientRect(), box = plot.viewBox.baseVal;
  const scale = Math.min(width / box.width, height / box.height);
  const by = Math.max(1, Math.ceil(100 * least / drawn / scale) / 100);
  if (!scale) return;
  holds.style.setProperty("--type", String(by));
  thin($$(".rows text", plot), drawn * by);
}
// thin leaves of the names of rows, those outlined first, as many as stand clear of each other.
/** @type {(names: SVGElement[], gap: number) => void} */
function thin(names, gap) {
  /** @type {number[]} */
  const taken = [];
  for (const name of names) {
    const at = Number(name.getAttribute("y")), room = taken.every((y) => Math.abs(y - at) >= gap);
    name.classList.toggle("crowded", !room);
    if (room) taken.push(at);
  }
}
addEventListener("resize", fit);
document.fonts.ready.then(fit).then(() => document.documentElement.classList.remove("held"));
document.addEventListener("htmx:after:swap", (event) => {
  if (!event.detail.ctx.target?.matches(".live")) fit();
});
document.addEventListener("toggle", fit, true);
fit();
asAsked(document.body.dataset.params);

// ---- questions: the answer when the teacher asks for it --------------------

function release() {
  const screen = current(), ask = $(".ask", screen), stage = seen();
  if (ask) return answer(ask);
  const veil = $(".after:not(.open) .veil button", screen) ?? (stage ? $(".veil button", stage) : null);
  if (veil) veil.click();
  else for (const d of $$("details", screen)) d.open = !d.open;
}
/** @param {HTMLElement} ask */
async function answer(ask) {
  ask.classList.add("released");
  tell(ask, "released");
  if ($(":checked", ask)) the("form", ask).requestSubmit();
  const verdict = the(".release", ask).dataset.answer ?? "";
  await htmx.ajax("GET", verdict, { source: ask, target: the(".answer", ask), swap: "innerHTML" });
  const right = $(".answer [data-right]", ask)?.dataset.right;
  const radio = right ? $(`[type=radio][value="${right}"]`, ask) : null;
  radio?.closest("label")?.classList.add("right");
  const shown = ask.dataset.shows ? made("a", { href: ask.dataset.shows }) : $(".answer a.preset", ask);
  if (shown && ask.closest(".of-predict")) openLink(shown); // its figures show what was predicted
  fit();
}
hear("bared", fit); // words that were covered take room
// Before that a choice is a show of hands, and Enter sends nothing.
document.addEventListener("submit", (event) => {
  if (!around(event.target, ".ask:not(.released)")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("change", ({ target }) => {
  if (is(target, ".ask.released [type=radio]")) target.form?.requestSubmit();
});

// ---- keys, clicker, swipes -------------------------------------------------

const black = $(".black");
function blank(on = Boolean(black?.hidden), tells = true) {
  if (black) black.hidden = !on;
  else the(".blanked").textContent = on ? "The screen is black." : "";
  if (tells) channel.postMessage({ black: on });
}
const over = () => $(".many input", current())?.click(); // many samples
const leave = () => {
  location.assign(address() + "#" + (current().dataset.anchor ?? ""));
};
const openNotes = () =>
  window.open(address(...params(step, true, all)), "gramophone-notes", "popup,width=960,height=720");
async function fullScreen() {
  try {
    await (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen());
  } catch { /* not allowed here */ }
}

// A clicker sends the Page keys, whatever has the focus; so they turn the page
// even where a slider would take them.
addEventListener("keydown", (event) => {
  const by = event.key === "PageDown" ? 1 : event.key === "PageUp" ? -1 : 0;
  if (!by || modified(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (black && !black.hidden) blank(false);
  else turn(by);
}, true);

// The other keys belong to what has the focus, if it has a use for them.
const moves = /^(Arrow|Home$|End$)/;
/** @type {Record<string, (event: KeyboardEvent) => void>} */
const keys = {
  ArrowRight: () => turn(1), " ": (event) => turn(event.shiftKey ? -1 : 1), n: () => turn(1),
  ArrowLeft: () => turn(-1), Home: () => show(ends()[0]), End: () => show(ends()[1]),
  e: () => widen(), v: view, m: more, o: over,
  a: release, b: () => blank(), ".": () => blank(), Backspace: back, f: fullScreen,
  r: ({ target }) => { if (!slotOf(target)) $(".reset", current())?.click(); },
  s: () => { if (!notes) openNotes(); },
  p: () => { if (!notes) leave(); }, Escape: () => { if (!notes) leave(); },
};
addEventListener("keydown", (event) => {
  const el = event.target, act = keys[event.key];
  if (!act || event.defaultPrevented || modified(event) || typing(el)) return;
  if (moves.test(event.key) && is(el, "input, .panels *, .stage *, pre")) return;
  if (event.key === " " && is(el, "a, button, summary, input:not([type=range])")) return;
  event.preventDefault();
  if (black && !black.hidden) blank(false);
  else if (notes && /^[abmov.]$/.test(event.key)) channel.postMessage({ key: event.key });
  else act(event);
});
black?.addEventListener("click", () => blank(false));

// A swipe turns the page, unless it starts on what is itself moved or scrolled
// sideways.
const hall = $(".hall");
/** @type {{ x: number, y: number } | undefined} */
let touch;
/** @param {EventTarget | null} target */
const takes = (target) => {
  for (let el = target instanceof Element ? target : null; el && el !== hall; el = el.parentElement) {
    const style = getComputedStyle(el);
    if (el.matches("input, select, pre, .editing .plot") || style.touchAction === "none") return true;
    if (el.scrollWidth > el.clientWidth + 1 && /auto|scroll/.test(style.overflowX)) return true;
  }
  return false;
};
hall?.addEventListener("touchstart", (event) => {
  const { clientX: x, clientY: y } = event.touches[0];
  touch = event.touches.length === 1 && !takes(event.target) ? { x, y } : undefined;
}, { passive: true });
hall?.addEventListener("touchend", (event) => {
  if (!touch || event.touches.length) return;
  const x = event.changedTouches[0].clientX - touch.x;
  const y = event.changedTouches[0].clientY - touch.y;
  touch = undefined;
  if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
});

// ---- the two windows ---------------------------------------------------------

/**
 * One window tells the other where it is, what was pressed in it, and that it has opened.
 * @typedef {{ step?: number, all?: boolean, black?: boolean, key?: string, preset?: string, hello?: true }} Message
 */
channel.onmessage = (event) => {
  /** @type {Message} */
  const said = event.data;
  if (said.step) {
    came(0);
    show(said.step, { tells: false });
  }
  if (said.all !== undefined) widen(said.all, false);
  if (said.black !== undefined) blank(said.black, false);
  if (notes) return;
  if (said.hello) {
    channel.postMessage({ step });
    channel.postMessage({ all });
    channel.postMessage({ black: black?.hidden === false });
  }
  if (said.key) keys[said.key](new KeyboardEvent("keydown", { key: said.key }));
  if (said.preset) {
    // The link is followed as if it stood here.
    const a = made("a", { class: "preset", href: said.preset, hidden: "" });
    current().append(a);
    a.click();
    a.remove();
  }
};
if (notes) channel.postMessage({ hello: true });

const inSight = () => step;
export { steps, inSight, show, guide, keys, fit, release, letter, type };

// ---- the clock -----------------------------------------------------------------

const elapsed = $("[data-elapsed]");
if (elapsed) watch(elapsed);
/** @param {HTMLElement} shown */
function watch(shown) {
  const shelf = "gramophone.clock." + slug, plan = $("[data-plan]");
  // Milliseconds gone before the last start, and when that was; 0 while it rests.
  /** @type {{ gone: number, since: number }} */
  const clock = { gone: 0, since: 0, ...read(shelf, "sessionStorage") };
  const inWords = (/** @type {number} */ s) => `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
  function tick() {
    const s = Math.floor((clock.gone + (clock.since ? Date.now() - clock.since : 0)) / 1000);
    shown.textContent = inWords(s);
    if (plan) {
      const rest = Number(plan.dataset.plan) - s;
      plan.textContent = rest >= 0 ? `${inWords(rest)} left of the plan` : `${inWords(-rest)} over the plan`;
      plan.classList.toggle("over", rest < 0);
    }
    the("[data-time]").textContent = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    the("[data-clock]").textContent = clock.since ? "Stop" : "Start";
  }
  function wind(/** @type {typeof clock} */ now) {
    Object.assign(clock, now);
    write(shelf, clock, "sessionStorage");
    tick();
  }
  the("[data-clock]").addEventListener("click", () => {
    if (clock.since) wind({ gone: clock.gone + Date.now() - clock.since, since: 0 });
    else wind({ gone: clock.gone, since: Date.now() });
  });
  the("[data-clock-reset]").addEventListener("click", () => wind({ gone: 0, since: clock.since && Date.now() }));
  setInterval(tick, 1000);
  tick();
}
