// Presenting: on the projector, keys, a clicker and swipes that turn the page; in
// the teacher's window, the notes and the clock. The two windows of a lesson
// follow each other.
//
// The server has put every step on the page; this file shows one of them, and
// keeps its number in the address.

import { $, $$, read, write } from "./course.js";
import { address, params, modified, typing } from "./present.js";

// ---- which step is shown -----------------------------------------------------

const deck = $(".deck");
const steps = [...deck.children];
const notes = steps[0].matches(".note");
const slug = document.body.dataset.lesson;
const channel = new BroadcastChannel("gramophone:" + slug);
let step = Number(deck.dataset.step);
const current = () => steps[step - 1];

// show turns to a step, and tells the other window unless it came from there.
function show(n, { tell = true, write = true } = {}) {
  n = Math.min(Math.max(n, 1), steps.length);
  if (n === step) return;
  step = n;
  steps.forEach((s, i) => { s.hidden = i !== n - 1; });
  $(".turning b").textContent = n;
  $(".turning progress").value = n;
  document.body.dataset.params = params(n, notes).join("&");
  if (write) history.replaceState(history.state, "", address(...params(n, notes)));
  for (const a of $$("[data-turn]")) {
    a.href = address(...params(Math.min(Math.max(n + Number(a.dataset.turn), 1), steps.length), notes));
  }
  current().scrollTop = 0;
  current().focus({ preventScroll: true });
  fit();
  if (tell) channel.postMessage({ step: n });
}
const turn = (by) => { came(0); show(step + by); };

addEventListener("popstate", () => {
  const n = location.search.match(/[?&]step=(\d+)/);
  show(n ? Number(n[1]) : 1, { write: false });
});

// A link to a figure's state leads to the figure; Backspace leads back.
let origin = 0;
function came(from) {
  origin = from;
  const back = $("[data-return]");
  if (back) back.hidden = !from;
}
function toFigure(name) {
  const n = steps.findIndex((s) => s.dataset.slot === name) + 1;
  if (!n || n === step) return;
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
  else if (on("[data-return]")) back();
  else if (on("[data-to]")) toFigure(a.dataset.to);
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

// ---- room: pictures as large as the screen, words that fit -----------------

function fit() {
  const screen = current();
  const page = $(".page", screen);
  if (!page) return;
  const style = getComputedStyle(screen);
  const over = () => page.offsetHeight - (screen.clientHeight - parseFloat(style.paddingTop) - parseFloat(style.paddingBottom));
  const panels = $(".panels", page);
  if (panels) {
    screen.style.setProperty("--panels", "100%");
    const tall = panels.offsetHeight;
    const share = tall && over() > 0 ? Math.max((tall - over()) / tall, 0.4) : 1;
    screen.style.setProperty("--panels", `${Math.floor(share * 1000) / 10}%`);
    return;
  }
  const wide = () => $$("math[display=block], table, pre", page).some((el) => el.matches(":not(pre)") && el.scrollWidth > el.clientWidth + 1);
  for (let zoom = 1; zoom >= 0.7; zoom -= 0.05) {
    screen.style.setProperty("--zoom", zoom);
    if (over() <= 0 && !wide()) return;
  }
}
addEventListener("resize", fit);
document.fonts.ready.then(fit);
document.addEventListener("htmx:after:swap", (event) => {
  if (!event.detail?.ctx?.target?.matches?.(".live")) fit();
});
document.addEventListener("toggle", fit, true);
fit();

// ---- questions: the answer when the teacher asks for it --------------------

function release() {
  const ask = $(".ask", current());
  if (!ask) {
    for (const d of $$("details", current())) d.open = !d.open;
    return;
  }
  ask.classList.add("released");
  if ($(":checked", ask)) $("form", ask).requestSubmit();
  fit();
}
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
const openNotes = () => window.open(address(...params(step, true)), "gramophone-notes", "popup,width=960,height=720");
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
    ArrowLeft: () => turn(-1), Home: () => show(1), End: () => show(steps.length),
    a: release, b: blank, ".": blank, Backspace: back, f: fullScreen,
    r: () => el.closest?.(".slot") || $(".reset", current())?.click(),
    s: () => notes || openNotes(),
    p: () => notes || leave(), Escape: () => notes || leave(),
  }[event.key];
  if (!does) return;
  event.preventDefault();
  if (black && !black.hidden) blank(false);
  else if (notes && /^[ab.]$/.test(event.key)) channel.postMessage({ key: event.key });
  else does();
});
black?.addEventListener("click", () => blank(false));

// A swipe turns the page, unless it starts on what is itself moved or scrolled
// sideways.
let touch;
const takes = (el) => {
  for (; el && el !== deck; el = el.parentElement) {
    if (el.matches("input, select, pre, .editing .plot") || getComputedStyle(el).touchAction === "none") return true;
    if (el.scrollWidth > el.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(el).overflowX)) return true;
  }
  return false;
};
deck.addEventListener("touchstart", (event) => {
  const { clientX: x, clientY: y } = event.touches[0];
  touch = event.touches.length === 1 && !takes(event.target) ? { x, y } : undefined;
}, { passive: true });
deck.addEventListener("touchend", (event) => {
  if (!touch || event.touches.length) return;
  const x = event.changedTouches[0].clientX - touch.x;
  const y = event.changedTouches[0].clientY - touch.y;
  touch = undefined;
  if (Math.abs(x) > 50 && Math.abs(x) > 2 * Math.abs(y)) turn(x < 0 ? 1 : -1);
});

// ---- the two windows ---------------------------------------------------------

channel.onmessage = ({ data }) => {
  if (data.step) { came(0); show(data.step, { tell: false }); }
  if ("black" in data) blank(data.black, false);
  if (notes) return;
  if (data.hello) {
    channel.postMessage({ step });
    channel.postMessage({ black: !black.hidden });
  }
  if (data.key === "a") release();
  else if (data.key) blank();
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
    elapsed.textContent = `${Math.floor(s / 60)}:${String(s % 60).padStart(2, "0")}`;
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
