// A student's page in a class. It follows the state of the room, which it fetches: the
// stream of events only says that there is something new. What the network does to the page
// it says in words. What the reader answers goes to the server. A vote is kept until it is
// there, over a page that is left or loaded anew too.

import { $, $$, the, around, calm, hear, read, write } from "./dom.js";
import { fieldOf, place, say, slideOf, slotNamed } from "./figure.js";
import { openLinked } from "./states.js";
import { refreshed } from "./frame.js";
import { shares } from "./sketch.js";
import { letters, askedOf } from "./letters.js";

const page = the(".room"), { at, shown } = page.dataset, slot = slotNamed(shown);
/** @type {RoomState} */
let state = JSON.parse(page.dataset.state);
let ended = false;

/** @type {(lo: number, hi: number) => number} */
const within = (lo, hi) => lo + (hi - lo) * Math.random();
// put writes words where they are not there yet, so that they are read out once.
/** @type {(name: string, words?: string) => void} */
function put(name, words = "") {
  const el = $(`[data-${name}]`, page);
  if (el && el.textContent !== words) el.textContent = words;
}

// ---- the state -----------------------------------------------------------------

const trouble = {
  offline: "Your phone has no network. This page goes on when it is back.",
  silent: "The server does not answer. Your teacher’s computer may be asleep, or your phone may be in another " +
    "network. This page tries again.",
  busy: "The server is busy. This page tries again.",
  deaf: "The network holds back what the server tells at once. This page asks it every three seconds instead.",
  ended: "The room has ended. The figure is yours, and the lesson goes on without the room.",
};
const gone = () => (navigator.onLine ? trouble.silent : trouble.offline);

// pull fetches the state; it says whether it came.
/** @type {Promise<boolean> | null} */
let pulling = null;
const pull = () => (pulling ??= fetched().finally(() => { pulling = null; }));
async function fetched() {
  try {
    const answer = await fetch(`${at}/state`, { signal: AbortSignal.timeout(8000) });
    if (answer.status === 404) end();
    else if (!answer.ok) put("link", trouble.busy);
    if (!answer.ok) return false;
    take(await answer.json());
  } catch {
    put("link", gone());
    return false;
  }
  put("link", deaf ? trouble.deaf : "");
  if (kept) send();
  return true;
}

// take has the page show a state, unless it has a newer one.
/** @param {RoomState} next */
function take(next) {
  const last = state;
  if (next.revision < last.revision) return;
  state = next;
  due = next.left_ms ? performance.now() + next.left_ms : 0;
  tick();
  if (next.lesson !== last.lesson || next.figure !== shown) return location.reload();
  if (votes() || next.question !== last.question) refused = "";
  if (kept && (kept.round !== votes() || kept.question !== next.question)) {
    keep(null);
    refused = late;
    put("cast", refused);
  }
  const changed = (/** @type {(keyof RoomState)[]} */ ...names) => names.some((name) => next[name] !== last[name]);
  if (changed("phase", "pace", "question", "round", "released")) {
    ask();
    $("[data-class]", page)?.dispatchEvent(new Event("renew"));
  }
  if (changed("pace", "query")) follow();
}

// votes is the round whose votes are taken now, and draws whether sketches, picks and points are.
const votes = () => Number(state.phase.match(/^vote(.)/)?.[1] ?? 0);
const draws = () => state.phase === "explore" || votes() > 0;

function end() {
  ended = true;
  close();
  keep(null);
  state = { ...state, pace: "free", phase: "explore" };
  held = [];
  for (const name of ["says", "cast", "whose"]) put(name);
  the("[data-ask]", page).replaceChildren();
  put("link", trouble.ended);
  lock();
}

// ---- the stream ------------------------------------------------------------------

const silence = 25_000; // ms without a beat, which comes every ten seconds
/** @type {EventSource | null} */
let stream = null;
let deaf = false; // whether nothing has come on the stream for so long
let again = 0, listening = 0; // timers

function close() {
  stream?.close();
  stream = null;
  clearTimeout(again);
  clearTimeout(listening);
}

// connect fetches the state, and then listens. While the stream is silent the state is
// fetched every few seconds.
async function connect() {
  clearTimeout(again);
  if (document.hidden || ended) return;
  const there = await pull();
  if (document.hidden || ended) return;
  if (there && !stream) listen();
  clearTimeout(again);
  if (!there) again = setTimeout(connect, within(500, 3000));
  else if (deaf) again = setTimeout(connect, within(2000, 4000));
}

function listen() {
  const opened = stream = new EventSource(`${at}/events`);
  const hears = (/** @type {string} */ type, /** @type {(data: string) => void} */ on) =>
    opened.addEventListener(type, ({ data }) => {
      if (deaf) put("link");
      deaf = false;
      watch();
      on(data);
    });
  hears("beat", () => {});
  hears("revision", async (data) => {
    const newer = () => Number(data) > state.revision;
    if (newer() && await pull() && newer()) pull(); // the first may have been on its way before
  });
  hears("hand", hand);
  hears("end", reopen);
  opened.onerror = reopen;
  watch();
}
function reopen() {
  close();
  again = setTimeout(connect, within(500, 3000));
}
function watch() {
  clearTimeout(listening);
  listening = setTimeout(() => {
    deaf = true;
    close();
    connect();
  }, silence);
}

document.addEventListener("visibilitychange", () => (document.hidden ? close() : connect()));
addEventListener("pagehide", close);
addEventListener("pageshow", ({ persisted }) => { if (persisted) connect(); });
// What is told of the network may be wrong: the server is asked all the same.
addEventListener("online", () => {
  close();
  connect();
});
addEventListener("offline", () => {
  if (ended) return;
  put("link", trouble.offline);
  reopen();
});

// ---- the question -----------------------------------------------------------------

let held = heldNow(); // ids of the controls that would answer the question
function heldNow() {
  return $("[data-now]", page)?.dataset.held?.split(" ").filter(Boolean) ?? [];
}

let asked = 0;
async function ask() {
  const mine = ++asked, box = the("[data-ask]", page);
  let text;
  try {
    const answer = await fetch(`${at}/ask`, { signal: AbortSignal.timeout(8000) });
    if (!answer.ok) throw new Error(answer.statusText);
    text = await answer.text();
  } catch {
    if (mine === asked && !ended) setTimeout(() => { if (mine === asked) ask(); }, within(500, 3000));
    return;
  }
  if (mine !== asked || ended) return;
  const focused = box.contains(document.activeElement);
  box.innerHTML = text;
  const { does, whoseTurn } = the("[data-now]", box).dataset;
  put("says", does);
  put("whose", whoseTurn);
  held = heldNow();
  lock();
  letter();
  tick();
  if (kept) mark(kept.choice);
  put("cast", kept ? waits : refused || ($("[data-in]", box) ? cast : ""));
  if (focused) box.focus({ preventScroll: true });
  const { top } = page.getBoundingClientRect();
  if (state.phase !== "explore" && top < -100) {
    page.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
  }
}

let due = state.left_ms ? performance.now() + state.left_ms : 0; // when the countdown ends
function tick() {
  const left = $("[data-left]", page);
  if (left && due) left.textContent = String(Math.max(0, Math.ceil((due - performance.now()) / 1000)));
}
setInterval(tick, 250);

// ---- votes --------------------------------------------------------------------------

const cast = "Your vote is in. You can change it until the vote is closed.";
const late = "The vote was closed before your answer came. It does not count.";
const unread = "That does not read as a number. Write it as 0.5, 2e-3 or 4/3.";
const waits = "Your vote is kept here, and sent as soon as the server answers.";
const shelf = "gramophone.vote"; // in the browser: one vote, of one room and its lesson
const from = `${at} ${state.lesson}`;
/** @type {{ at: string, vote: RoomVote } | null} */
const before = read(shelf);
let kept = before?.at === from ? before.vote : null; // the vote that the server does not have yet
/** @param {RoomVote | null} vote */
function keep(vote) {
  if (vote || kept) write(shelf, vote && { at: from, vote });
  kept = vote;
}
let sending = false, resending = 0;
let refused = ""; // why a vote of this round does not count

/** @param {string} choice */
function mark(choice) {
  for (const button of $$(".votes button[name=choice]", page)) {
    button.ariaPressed = String(button.getAttribute("value") === choice);
  }
  const number = $("input[name=choice][type=text]", page);
  if (number) number.value = choice;
}

document.addEventListener("submit", (event) => {
  const form = around(event.target, ".votes");
  if (!form) return;
  event.preventDefault();
  const pressed = event.submitter?.getAttribute("value") ?? $("input[name=choice][type=text]", form)?.value ?? "";
  const choice = pressed.trim();
  keep({ question: state.question, round: votes(), choice });
  mark(choice);
  send();
});

// post sends something to the room: the status of the answer, 0 without one, and what it says.
/** @type {(path: string, body: object) => Promise<{ status: number, wait: number, error: string }>} */
async function post(path, body) {
  try {
    const form = body instanceof URLSearchParams;
    const answer = await fetch(at + path, {
      method: "POST", body: form ? body : JSON.stringify(body), signal: AbortSignal.timeout(8000),
      headers: { Accept: "application/json", ...(!form && { "Content-Type": "application/json" }) },
    });
    const error = answer.ok ? "" : (await answer.json()).error;
    return { status: answer.status, wait: Number(answer.headers.get("Retry-After") ?? 0), error };
  } catch {
    return { status: 0, wait: 0, error: gone() };
  }
}

// formOf is a vote as a form, whose number may be written as in a lesson: 4/3, sqrt(2).
/** @param {RoomVote} vote */
const formOf = (vote) => new URLSearchParams({ ...vote, round: String(vote.round) });

// send sends the vote that is kept. One that comes meanwhile goes after it, and counts.
async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(resending);
  while (kept) {
    const vote = kept, { status, wait, error } = await post("/votes", formOf(vote));
    if (status === 0) {
      put("cast", waits);
      put("link", error);
      if (stream) reopen();
      break;
    }
    if (wait) {
      put("cast", `${error} Your vote is kept, and sent again in ${wait} seconds.`);
      resending = setTimeout(send, 1000 * wait);
      break;
    }
    if (kept !== vote) continue;
    keep(null);
    refused = status === 204 ? "" : status === 409 ? late : status === 400 ? unread : error;
    put("cast", refused || cast);
    if (status === 409) pull();
  }
  sending = false;
}

// ---- the figure -----------------------------------------------------------------------

// own is the part of the class's states that is of the figure on the page.
/** @param {string} query */
const own = (query) => new URLSearchParams(query.split("&")
  .filter((part) => part.startsWith(`${shown}.`)).map((part) => part.slice(shown.length + 1)).join("&"));

// follow opens the teacher's state in the figure, if it shows another.
function follow() {
  lock();
  if (!slot || state.pace !== "teacher") return;
  const wanted = own(state.query), there = new URLSearchParams($(".panels", slot)?.dataset.query);
  wanted.sort();
  there.sort();
  if (String(wanted) !== String(there)) openLinked(slot, String(wanted), new Map(), false);
}

// hand moves the sliders at once, as the teacher's hand does; the picture comes after them.
/** @param {string} query */
function hand(query) {
  if (!slot || state.pace !== "teacher") return;
  for (const [name, value] of own(query)) {
    const field = fieldOf(slot, name), slide = slideOf(slot, name);
    if (!field?.matches(".value")) continue;
    field.value = value;
    if (!slide) continue;
    slide.valueAsNumber = place(slide, Number(value));
    say(slide);
  }
  draw();
}

// draw fetches the picture in a moment, the more rarely the larger the class, and at a time of
// this phone's own. What comes meanwhile is in it.
let drawing = 0, drawn = -Infinity;
function draw() {
  if (drawing || !slot) return;
  const every = state.seats <= 50 ? 250 : state.seats <= 200 ? 500 : 1000; // ms
  drawing = setTimeout(() => {
    drawing = 0;
    drawn = performance.now();
    htmx.trigger(the(".knobs", slot), "submit");
  }, Math.max(0, drawn + every - performance.now()) + within(0, every / 2));
}

// lock has the controls out of reach that are the teacher's now, or would give the answer away.
const parts = ".control, .own, .choose, .reset, .edit, .many, .envelope, .handle, .grip, [data-resample]";
function lock() {
  page.dataset.pace = state.pace;
  if (!slot) return;
  const all = state.pace === "teacher", some = held.some((id) => id.startsWith(`${slot.id}-`));
  slot.classList.toggle("led", all || some);
  for (const el of $$(parts, slot)) {
    el.inert = all || (el.matches(".handle, .grip, .choose") ? some : held.some((id) => $(`#${id}`, el)));
  }
}
refreshed(lock);
// letter has the letters of the choices on the picture from the vote on.
function letter() {
  const told = state.question && !["explore", "read"].includes(state.phase) && !ended;
  if (slot) letters(slot, told ? askedOf(state.question, page) : null);
}
refreshed(letter);
hear("moved", lock);
// A key of the page presses what is out of reach too.
document.addEventListener("click", (event) => {
  if (!around(event.target, ".room [inert]")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
}, true);

// ---- sketches, picks and points ------------------------------------------------------------------

// sender sends the newest of what it is given, at most one every eight seconds: of ten
// answers a minute some are left for votes.
/** @type {(path: string, thing: string) => (body: object, words: string) => void} */
function sender(path, thing) {
  let timer = 0, last = -Infinity;
  /** @type {[body: object, words: string]} */
  let newest;
  async function go() {
    const [body, words] = newest;
    last = performance.now();
    const { status, wait, error } = await post(path, body);
    timer = 0;
    if (newest[0] !== body || status === 0 || wait) later();
    put("sent", status === 204 ? words : `Your ${thing} is not sent yet. ${error}`);
    if (status === 409) put("sent", `Your ${thing} came after the round was closed.`);
  }
  function later() {
    timer = setTimeout(go, Math.max(0, last + 8000 - performance.now()));
  }
  return (body, words) => {
    newest = [body, words];
    if (!timer) later();
  };
}
const round = () => votes() || Math.max(1, state.round);

const sketch = sender("/sketches", "sketch");
hear("sketched", (of) => {
  if (ended || of !== slot || !draws()) return;
  const all = shares(slot);
  if (!all) return put("sent", "Draw across the picture, and your sketch is sent to the class.");
  const bytes = all.map((share) => Math.round(255 * Math.min(1, Math.max(0, share))));
  sketch({ figure: shown, round: round(), heights: btoa(String.fromCharCode(...bytes)) },
    "Your sketch was sent to the class, without your name.");
});

// Who plays freely sends where she stands: her bandwidth and λ or, at points of her own, the last
// that she has put down, which is one of the class's.
const pick = sender("/picks", "setting"), putDown = sender("/points", "point");
hear("rest", (_, of) => {
  if (ended || !of || of !== slot || state.pace !== "free" || !draws()) return;
  const on = { figure: shown, round: round() };
  if (fieldOf(of, "data")?.value === "points") {
    const last = fieldOf(of, "points")?.value.split(";").at(-1) ?? "";
    const [x, y, group = 0] = last.split(",").map(Number);
    if (!last || ![x, y, group].every(Number.isFinite)) return;
    putDown({ ...on, x, y, class: group }, `Your point was sent to the class: ${x}, ${y}.`);
    return;
  }
  const [bandwidth, lambda] = ["bandwidth", "lambda"].map((name) => Number(fieldOf(of, name)?.value));
  if (!(bandwidth > 0 && lambda > 0)) return;
  const reached = Boolean($(".live > .goal", of)?.matches("[data-reached]"));
  pick({ ...on, bandwidth, lambda, reached },
    `Your setting was sent to the class: bandwidth ${bandwidth}, λ ${lambda}${reached ? ", goal reached" : ""}.`);
});

// ---- begin --------------------------------------------------------------------------------

// The address that a teacher opens on another device ends with the key: it is changed for a
// cookie, and leaves the address.
const [, key] = location.hash.match(/^#([A-Z2-7]{20,})$/) ?? [];
if (key) {
  history.replaceState(null, "", location.pathname);
  fetch(`${at}/key`, { method: "POST", headers: { Authorization: `Bearer ${key}` } }).then(
    (answer) => (answer.ok ? location.reload() : put("link", "This is not the key of the room.")),
    () => put("link", gone()),
  );
}
if (kept) mark(kept.choice);
if (kept || $("[data-in]", page)) put("cast", kept ? waits : cast);
lock();
connect();
