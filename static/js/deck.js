// Presenting: on the projector, keys, a clicker and swipes that turn the page; in
// the teacher's window, the notes and the clock. The two windows of a lesson
// follow each other.
//
// The server has put every step on the page; this file shows one of them, and
// keeps its number in the address.

import { $, $$, tell, read, write } from "./course.js";
import { address, params, modified, typing } from "./present.js";
import { panelOf } from "./sketch.js";

// ---- which step is shown -----------------------------------------------------

const deck = $(".deck");
const steps = [...deck.children];
const notes = steps[0].matches(".note");
const slug = document.body.dataset.lesson;
const channel = new BroadcastChannel("gramophone:" + slug);
let step = Number(deck.dataset.step);
let all = "all" in deck.dataset; // every step is gone through, not the short way alone
const current = () => steps[step - 1];
const onWay = (n) => all || "route" in steps[n - 1].dataset;

// turned is the step that is turned to; the present one at the ends of the way.
function turned(by, from = step) {
  for (let n = from + by; n >= 1 && n <= steps.length; n += by) if (onWay(n)) return n;
  return from;
}
const ends = () => [onWay(1) ? 1 : turned(1, 1), onWay(steps.length) ? steps.length : turned(-1, steps.length)];

// show turns to a step, and tells the other window unless it came from there.
function show(n, { tell = true, write = true } = {}) {
  n = Math.min(Math.max(n, 1), steps.length);
  if (n === step) return;
  step = n;
  steps.forEach((s, i) => { s.hidden = i !== n - 1; });
  accompany(current().dataset.beside);
  tally(write);
  current().scrollTop = 0;
  current().focus({ preventScroll: true });
  fit();
  if (tell) channel.postMessage({ step: n });
}

// tally says where the class is: on the short way as long as the step is one of it.
function tally(write = true) {
  const way = onWay(step) ? steps.map((_, i) => i + 1).filter(onWay) : steps.map((_, i) => i + 1);
  const at = way.indexOf(step) + 1;
  $(".turning b").textContent = at;
  $(".count span").textContent = way.length;
  Object.assign($(".turning progress"), { max: way.length, value: at });
  document.body.dataset.params = params(step, notes, all).join("&");
  if (write) history.replaceState(history.state, "", address(...params(step, notes, all)));
  for (const a of $$("[data-turn]")) a.href = address(...params(turned(Number(a.dataset.turn)), notes, all));
  const other = $("[data-all]", $(".turning"));
  other.href = address(...params(step, notes, !all));
  other.textContent = all ? other.dataset.short : other.dataset.long;
}
const turn = (by) => { came(0); show(turned(by)); };

// widen goes through every step from now on, or through the short way.
function widen(on = !all, tell = true) {
  all = on;
  deck.toggleAttribute("data-all", all);
  tally();
  if (tell) channel.postMessage({ all });
}

addEventListener("popstate", () => {
  const n = location.search.match(/[?&]step=(\d+)/);
  show(n ? Number(n[1]) : 1, { write: false });
});

// A link to a state of the figure in sight moves it there; one of another figure leads
// to that, and Backspace leads back.
let origin = 0;
function came(from) {
  origin = from;
  const back = $("[data-return]");
  if (back) back.hidden = !from;
}
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

document.addEventListener("click", (event) => {
  const a = event.target.closest?.("a, button");
  if (!a || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const on = (selector) => a.matches(selector) && (event.preventDefault(), true);
  if (on("[data-turn]")) turn(Number(a.dataset.turn));
  else if (on("[data-all]")) widen();
  else if (on("[data-return]")) back();
  else if (on("[data-to]")) toFigure(a.dataset.to);
  else if (on("[data-panels]")) view();
  else if (on("[data-more]")) more();
  else if (on(".veil a")) show(1 + steps.findIndex((s) => $(a.hash, s)));
  else if (a.matches(".release")) release();
  else if (a.matches(".preset")) {
    if (notes) {
      event.preventDefault();
      channel.postMessage({ preset: a.getAttribute("href") });
      return;
    }
    // The states are opened by course.js; the picture comes into view here.
    toFigure(new URL(a.href).search.slice(1).split(".")[0]);
  }
});

// ---- the figure beside the words -------------------------------------------

const stages = $$(".stage");
const seen = () => stages.find((s) => !s.hidden);
const apart = () => document.body.dataset.lay === "apart"; // the words fill the screen

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
  stage.dataset.view = at > last ? 1 : at;
  fit();
}

// What is to be drawn on comes into sight.
document.addEventListener("course:asked", ({ target: slot, detail: link }) => {
  if (!link.matches("[data-draw]")) return;
  seen().dataset.view = 1 + Math.max(0, $$("svg.plot", slot).indexOf(panelOf(slot)));
  document.body.classList.toggle("pictured", apart());
  fit();
});
document.addEventListener("course:drawing", () => fit()); // goal and sliders make room

// more shows the figure's other controls and numbers.
function more() {
  seen()?.classList.toggle("more-shown");
  fit();
}

// buttons offers what the figure in sight has.
function buttons() {
  const stage = seen();
  const panels = $("[data-panels]"), rest = $("[data-more]");
  if (!panels) return;
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
  const screen = current();
  const page = $(".page", screen);
  const style = getComputedStyle(screen);
  const over = () => page.offsetHeight - (screen.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom));
  const wide = () => screen.scrollWidth > screen.clientWidth + 1 || $$("math[display=block], table, pre", page).some((el) => el.matches(":not(pre)") && el.scrollWidth > el.clientWidth + 1);
  const stage = seen();
  screen.style.setProperty("--zoom", 1);
  let lay = "alone";
  if (stage) {
    for (lay of screen.matches(".of-figure") ? ["figure"] : $(".released", page) ? ["apart"] : ["beside", "even", "apart"]) {
      document.body.dataset.lay = lay;
      if (over() <= 0 && !wide()) break;
    }
  }
  document.body.dataset.lay = lay;
  page.classList.remove("wide");
  if (over() > 0 || wide()) page.classList.add("wide"); // longer lines rather than small type
  for (let zoom = 1; zoom >= 0.7 && (over() > 0 || wide()); zoom -= 0.01) screen.style.setProperty("--zoom", zoom);
  if (stage) enlarge(stage);
  buttons();
}

// enlarge makes the panel as large as there is room for, and its type at least so large
// as is read from the last row.
const least = 24, drawn = 12; // px: on the screen, and of the smallest type in a drawing
function enlarge(stage) {
  const plot = $$("svg.plot", stage)[Number(stage.dataset.view ?? 1) - 1] ?? $("svg.plot", stage);
  if (!plot || !stage.clientWidth) return;
  const goal = $(".live > .goal", stage);
  for (let size = 20; goal && size >= 17; size--) { // in one line, if that is still read
    stage.style.setProperty("--goal", `${size}px`);
    if (goal.clientHeight < 2.6 * size) break;
  }
  let share = 1;
  for (let i = 0; i < 3; i++) { // controls as narrow as the picture may take another row
    stage.style.setProperty("--panels", `${Math.floor(1000 * share) / 10}%`);
    const tall = plot.getBoundingClientRect().height, over = stage.scrollHeight - stage.clientHeight;
    if (!tall || over <= 0 || share === 0.4) break;
    share = Math.max(share * (tall - over) / tall, 0.4);
  }
  const scale = plot.getBoundingClientRect().width / plot.viewBox.baseVal.width;
  stage.style.setProperty("--type", Math.max(1, Math.ceil(100 * least / drawn / scale) / 100));
}
addEventListener("resize", fit);
document.fonts.ready.then(fit).then(() => document.documentElement.classList.remove("held"));
document.addEventListener("htmx:after:swap", (event) => {
  if (!event.detail?.ctx?.target?.matches?.(".live")) fit();
});
document.addEventListener("toggle", fit, true);
fit();

// ---- questions: the answer when the teacher asks for it --------------------

function release() {
  const ask = $(".ask", current());
  const veil = !ask && ($(".after:not(.open) .veil button", current()) ?? (seen() && $(".veil button", seen())));
  if (veil) veil.click();
  else if (!ask) {
    for (const d of $$("details", current())) d.open = !d.open;
  }
  if (!ask) return;
  ask.classList.add("released");
  tell(ask, "released");
  if ($(":checked", ask)) $("form", ask).requestSubmit();
  htmx.ajax("GET", $(".release", ask).dataset.answer, { source: ask, target: $(".answer", ask), swap: "innerHTML" }).then(() => {
    const right = $(".answer [data-right]", ask)?.dataset.right;
    if (right) $(`[type=radio][value="${right}"]`, ask)?.closest("label").classList.add("right");
    fit();
  });
}
document.addEventListener("course:bared", fit); // words that were covered take room
// Before that a choice is a show of hands, and Enter sends nothing.
document.addEventListener("submit", (event) => {
  if (!event.target.closest(".ask:not(.released)")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
document.addEventListener("change", (event) => {
  if (event.target.matches(".ask.released [type=radio]")) event.target.form.requestSubmit();
});

// ---- keys, clicker, swipes -------------------------------------------------

const black = $(".black");
function blank(on = black?.hidden, tell = true) {
  if (black) black.hidden = !on;
  else $(".blanked").textContent = on ? "The screen is black." : "";
  if (tell) channel.postMessage({ black: on });
}
const leave = () => {
  location.assign(address() + "#" + (current().dataset.anchor ?? ""));
};
const openNotes = () => window.open(address(...params(step, true, all)), "gramophone-notes", "popup,width=960,height=720");
const fullScreen = () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => { /* not allowed here */ });

// A clicker sends the Page keys, whatever has the focus; so they turn the page
// even where a slider would take them.
addEventListener("keydown", (event) => {
  const by = { PageDown: 1, PageUp: -1 }[event.key];
  if (!by || modified(event)) return;
  event.preventDefault();
  event.stopPropagation();
  if (black && !black.hidden) blank(false);
  else turn(by);
}, true);

// The other keys belong to what has the focus, if it has a use for them.
const moves = /^(Arrow|Home$|End$)/;
addEventListener("keydown", (event) => {
  const el = event.target;
  if (event.defaultPrevented || modified(event) || typing(el)) return;
  if (moves.test(event.key) && el.matches?.("input, .panels *, .stage *, pre")) return;
  if (event.key === " " && el.matches?.("a, button, summary, input:not([type=range])")) return;
  const does = {
    ArrowRight: () => turn(1), " ": () => turn(event.shiftKey ? -1 : 1), n: () => turn(1),
    ArrowLeft: () => turn(-1), Home: () => show(ends()[0]), End: () => show(ends()[1]),
    e: () => widen(), v: view, m: more,
    a: release, b: blank, ".": blank, Backspace: back, f: fullScreen,
    r: () => el.closest?.(".slot") || $(".reset", current())?.click(),
    s: () => notes || openNotes(),
    p: () => notes || leave(), Escape: () => notes || leave(),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  if (black && !black.hidden) blank(false);
  else if (notes && /^[abmv.]$/.test(event.key)) channel.postMessage({ key: event.key });
  else does();
});
black?.addEventListener("click", () => blank(false));

// A swipe turns the page, unless it starts on what is itself moved or scrolled
// sideways.
const hall = $(".hall");
let touch;
const takes = (el) => {
  for (; el && el !== hall; el = el.parentElement) {
    if (el.matches("input, select, pre, .editing .plot") || getComputedStyle(el).touchAction === "none") return true;
    if (el.scrollWidth > el.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(el).overflowX)) return true;
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

channel.onmessage = ({ data }) => {
  if (data.step) { came(0); show(data.step, { tell: false }); }
  if ("all" in data) widen(data.all, false);
  if ("black" in data) blank(data.black, false);
  if (notes) return;
  if (data.hello) {
    channel.postMessage({ step });
    channel.postMessage({ all });
    channel.postMessage({ black: !black.hidden });
  }
  if (data.key) ({ a: release, v: view, m: more }[data.key] ?? blank)();
  if (data.preset) {
    // The link is followed as if it stood here.
    const a = Object.assign(document.createElement("a"), { className: "preset", href: data.preset, hidden: true });
    current().append(a);
    a.click();
    a.remove();
  }
};
if (notes) channel.postMessage({ hello: true });

// ---- the clock -----------------------------------------------------------------

const elapsed = $("[data-elapsed]");
if (elapsed) {
  // Milliseconds gone before the last start, and when that was; 0 while it rests.
  const clock = { gone: 0, since: 0, ...read("gramophone.clock." + slug, "sessionStorage") };
  function tick() {
    const s = Math.floor((clock.gone + (clock.since ? Date.now() - clock.since : 0)) / 1000);
    const inWords = (s) => `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
    elapsed.textContent = inWords(s);
    const plan = $("[data-plan]");
    if (plan) {
      const left = Number(plan.dataset.plan) - s;
      plan.textContent = left >= 0 ? `${inWords(left)} left of the plan` : `${inWords(-left)} over the plan`;
      plan.classList.toggle("over", left < 0);
    }
    $("[data-time]").textContent = new Date().toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
    $("[data-clock]").textContent = clock.since ? "Stop" : "Start";
  }
  function wind(change) {
    Object.assign(clock, change);
    write("gramophone.clock." + slug, clock, "sessionStorage");
    tick();
  }
  $("[data-clock]").addEventListener("click", () => {
    if (clock.since) wind({ gone: clock.gone + Date.now() - clock.since, since: 0 });
    else wind({ since: Date.now() });
  });
  $("[data-clock-reset]").addEventListener("click", () => wind({ gone: 0, since: clock.since && Date.now() }));
  setInterval(tick, 1000);
  tick();
}
