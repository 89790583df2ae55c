// What the teacher's pages of a room share: the state of the room, which they ask for about
// once a second, changes of it, and in which order the phases come.
//
// Every page of hers knows the revision that it shows, and a change names it: of two devices
// the one that was late is told the new state, and its hand decides again.

import { $, $$, the } from "./dom.js";

/**
 * @typedef {{ revision: number, phase: string, lesson: string, screen: number, query: string, pace: string,
 *   question: string, round: number, left_ms: number, seats: number, voted: number, released: boolean,
 *   shown: boolean, silent?: number, tally?: { advice?: string } }} State
 */

const page = the("[data-room]"), at = page.dataset.room ?? "";
const hall = $(".hallbar") !== null; // it learns no more than the class
const known = hall ? "?hall=1" : "";
/** @type {State} */
let state = JSON.parse(page.dataset.state ?? "{}");
const now = () => state;

/** @type {((now: State, before: State) => void)[]} */
const listeners = [];
// heard has a function hear of every state that differs from the one before.
/** @param {(now: State, before: State) => void} listener */
function heard(listener) { listeners.push(listener); }

/** @param {State} s */
const text = (s) => JSON.stringify({ ...s, left_ms: 0 });
/** @param {State} fresh */
function take(fresh) {
  if (fresh.revision < state.revision) return; // an answer that was overtaken
  if (told === elsewhere && fresh.revision > state.revision) told = ""; // the class has gone on
  const before = state;
  state = fresh;
  ends = performance.now() + fresh.left_ms;
  paint();
  if (fresh.lesson !== before.lesson) location.reload();
  if (text(fresh) !== text(before)) for (const listener of listeners) listener(fresh, before);
}

// ---- what stands on every page -----------------------------------------------------

let ends = performance.now() + state.left_ms;
/** @type {(el: Element, words: string) => void} */
const put = (el, words) => { if (el.textContent !== words) el.textContent = words; };

// paint writes what is counted, and shows what the phase shows.
function paint() {
  for (const el of $$("[data-seats]")) put(el, String(state.seats));
  for (const el of $$("[data-voted]")) put(el, String(state.voted));
  for (const el of $$("[data-when]")) el.hidden = !(el.dataset.when ?? "").split(" ").includes(state.phase);
  for (const el of $$("span[data-pace]")) el.hidden = el.dataset.pace !== state.pace;
  for (const el of $$("[data-advise]")) el.hidden = el.dataset.advise !== state.tally?.advice;
  tick();
}
// tick counts down.
function tick() {
  const seconds = Math.max(0, Math.ceil((ends - performance.now()) / 1000));
  for (const el of $$("[data-left]")) put(el, String(seconds));
}
setInterval(tick, 250);

// ---- the network ----------------------------------------------------------------------

const gone = "No connection to the server. It is tried again every second; the class keeps its place.";
const elsewhere = "This was changed on your other device. Press again if you still want to.";
const ended = "The room has ended.";
/** @param {string} words */
function say(words) {
  const el = $("[data-link]");
  if (el) put(el, words);
}

// warn has the page say that something holds, until a change says more, or that it no longer does.
/** @type {(words: string, holds: boolean) => void} */
function warn(words, holds) {
  if (holds === (told === words)) return;
  told = holds ? words : "";
  say(told);
}

// going is whether there is a class: its room has not ended.
const going = () => !over;
let over = false, waiting = 0, told = "";
/** @type {Partial<State> | null} */
let owed = null; // what the projector has done while there was no connection
// refresh asks for the state now; the next time is a second later.
async function refresh() {
  clearTimeout(waiting);
  try {
    const answer = await fetch(at + "/state" + known, { signal: AbortSignal.timeout(5000) });
    if (answer.status === 404) finish();
    else if (answer.ok) {
      take(await answer.json());
      say(told);
      if (owed) change(owed, true);
      owed = null;
    } else if (answer.status !== 429) say(gone);
  } catch { say(gone); }
  clearTimeout(waiting);
  if (!over) waiting = setTimeout(refresh, 1000);
}
function finish() {
  over = true;
  clearTimeout(waiting);
  told = ended;
  say(told);
  take({ ...state, phase: "explore", question: "" }); // the lesson goes on without the room
}

// placeOf is where the class is, whatever its figures show.
/** @param {State} s */
const placeOf = (s) => [s.lesson, s.screen, s.phase, s.question, s.round, s.pace, s.released, s.shown].join();

// The windows of one browser tell each other that there is something new.
const windows = new BroadcastChannel("gramophone:room:" + at);
windows.onmessage = refresh;

// change sets what the class does. It returns whether another device was quicker, so that it
// is not set. What is kept is tried again when there is a connection. One change at a time is
// on its way: each names the revision that the one before has made.
let last = Promise.resolve(false);
/** @type {(fields: Partial<State>, kept?: boolean) => Promise<boolean>} */
function change(fields, kept = false) {
  last = last.then(() => send(fields, kept));
  return last;
}
// Where the projector has meanwhile sent how its figures rest, and nothing else, it is set after that.
/** @type {(fields: Partial<State>, kept: boolean) => Promise<boolean>} */
async function send(fields, kept) {
  if (over) return false;
  const { revision } = state, before = placeOf(state);
  try {
    const body = JSON.stringify({ revision, ...fields });
    const answer = await fetch(at + "/head" + known, { method: "POST", body, signal: AbortSignal.timeout(5000) });
    if (answer.status === 404) finish();
    else if (answer.status === 403) told = "This browser no longer has the room’s key. Open its address again.";
    else if (answer.ok || answer.status === 409) {
      take(await answer.json());
      const stays = state.revision > revision && placeOf(state) === before && !("query" in fields);
      if (!answer.ok && stays) return await send(fields, kept);
      told = answer.ok ? "" : elsewhere;
    } else told = (await answer.json()).error;
    if (!over) say(told);
    windows.postMessage(0);
    return answer.status === 409;
  } catch {
    say(gone);
    if (kept) owed = { ...owed, ...fields };
    return false;
  }
}

// move has the class see what a hand moves, which is kept nowhere.
/** @param {string} query */
const move = (query) => fetch(at + "/hand", { method: "POST", body: JSON.stringify({ query }) }).catch(() => null);

// dismiss takes back the seats that have never answered.
async function dismiss() {
  const answer = await fetch(at + "/seats", { method: "DELETE" }).catch(() => null);
  if (!answer?.ok) say(gone);
  refresh();
}

// end ends the room.
async function end() {
  const answer = await fetch(at, { method: "DELETE" }).catch(() => null);
  if (answer?.ok) finish();
  else say(gone);
  windows.postMessage(0);
  return Boolean(answer?.ok);
}

addEventListener("online", refresh);
document.addEventListener("visibilitychange", () => { if (!document.hidden) refresh(); });

// ---- the order of the phases --------------------------------------------------------

const order = ["read", "vote1", "closed1", "discuss", "vote2", "closed2", "reveal"];

// onward is the phase that comes after the present one, or before it; "" where the question
// is done with, or not begun. The short way goes from the first vote to the answer.
/** @type {(by: number, short: boolean) => string} */
function onward(by, short) {
  const { phase, round } = state;
  if (by > 0) return short && phase === "closed1" ? "reveal" : order[order.indexOf(phase) + 1] ?? "";
  if (phase === "reveal") return round === 2 ? "closed2" : "closed1";
  return order[order.indexOf(phase) - 1] ?? "";
}

// fragment puts the question, as the page may see it now, into an element. What does not come
// is asked for again, until something else is.
let asked = 0;
/** @param {HTMLElement} into */
async function fragment(into) {
  const turn = ++asked;
  const html = await fetch(at + "/ask" + known, { signal: AbortSignal.timeout(5000) })
    .then((answer) => (answer.ok ? answer.text() : null)).catch(() => null);
  if (turn !== asked || over) return;
  if (html === null) {
    setTimeout(() => { if (turn === asked && !over) fragment(into); }, 1000);
    return;
  }
  into.innerHTML = html;
  paint();
}

paint();
refresh();

export { at, hall, now, going, heard, change, move, dismiss, end, onward, fragment, refresh, warn };
