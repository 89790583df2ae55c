// The lesson on the projector, or its notes, in a room. A step that is turned to, and a state
// in which a figure rests, become the room's; what is changed elsewhere is followed. Where a
// step asks a question the room asks it: then a turn is a phase, up to the answer.

import { $, $$, the, hear } from "./dom.js";
import { fieldOf, linkOf } from "./figure.js";
import { arrive } from "./states.js";
import { refreshed } from "./frame.js";
import { steps, inSight as step, show, guide, keys, fit, release, letter, type } from "./deck.js";
import { askedOf } from "./letters.js";
import { at, hall, now, going, heard, change, move, onward, fragment, refresh, warn } from "./lead.js";

// ---- where the class is ----------------------------------------------------------------

const most = { query: 1500, hand: 200 }; // bytes: MaxQuery and MaxHand of the server
const states = () => $$(".slot").flatMap((slot) => linkOf(slot).split("&").filter(Boolean)
  .map((pair) => slot.dataset.prefix + pair)).join("&");

/** @param {number} n */
const questionOf = (n) => steps[n - 1].dataset.asks ?? "";
// asking is whether the class is asked the question of the step that is shown.
const asking = () => now().phase !== "explore" && now().question !== "" && now().question === questionOf(step());

/** @type {Set<string>} */
const answered = new Set(); // questions whose answer this page has seen shown

// begun is what the class does on a step that is turned to: where there is a question, it
// reads that, or sees the answer once more.
/** @param {number} n */
function begun(n) {
  const question = questionOf(n);
  if (!question) return { screen: n, phase: "explore" };
  return { screen: n, question, phase: answered.has(question) ? "reveal" : "read" };
}

// set changes the room by what was done here. Where another device was quicker, the class is
// where that one has put it.
/** @param {Parameters<typeof change>[0]} fields */
async function set(fields) {
  if (await change(fields, true)) {
    show(Math.max(now().screen, 1), { tells: false });
    if (hall) arrive("?" + now().query);
  }
}
hear("turned", () => { set(begun(step())); });
const long = "Too much to send: the class sees the figures as they were. Use fewer points of your own, or press Reset.";
hear("rest", () => {
  if (!hall) return;
  const query = states();
  warn(long, query.length > most.query);
  if (query !== now().query && query.length <= most.query) set({ query });
});

// ---- the teacher's hand ------------------------------------------------------------------

/** @type {Slot | null} */
let held = null;
let due = 0, timer = 0;
hear("moved", (slot, { leads }) => {
  if (!leads || !hall || now().pace !== "teacher") return;
  held = slot;
  timer ||= setTimeout(pass, Math.max(0, due - performance.now()));
});

// pass tells the class where the hand has brought the figure: all that has left its default,
// and what has gone back to it since.
/** @type {Set<string>} */
let names = new Set();
function pass() {
  timer = 0;
  due = performance.now() + 100; // ten times a second
  if (!held) return;
  const pairs = new URLSearchParams(linkOf(held));
  for (const name of names) {
    const field = fieldOf(held, name);
    if (field && !pairs.has(name)) pairs.set(name, field.value);
  }
  names = new Set(pairs.keys());
  const { prefix } = held.dataset;
  const query = [...pairs].map(([name, value]) => `${prefix}${name}=${encodeURIComponent(value)}`).join("&");
  if (query && query.length <= most.hand) move(query);
}
hear("begin", (slot) => { if (slot !== held) names = new Set(); });

// ---- questions ---------------------------------------------------------------------------

// phased goes a phase further at a question, or back, and returns whether it does; past the
// ends of the question it does not.
/** @type {(by: number, short: boolean) => boolean} */
function phased(by, short) {
  const question = questionOf(step());
  if (uncovered()) return true; // a turn first takes a sheet away
  if (!question || !going()) return false;
  if (!asking()) {
    const begins = by > 0 && now().phase === "explore" && !answered.has(question);
    if (begins) change(begun(step()));
    return begins;
  }
  const phase = onward(by, short);
  if (phase) change({ phase });
  return phase !== "";
}
guide.stays = (by) => phased(by, true);

// ask shows the question as the room asks it, in place of the deck's own.
async function ask() {
  const place = asking() ? $(".inroom", steps[step() - 1]) : null;
  for (const other of $$(".inroom")) {
    if (other === place) continue;
    other.hidden = true;
    the("[data-fragment]", other).textContent = "";
  }
  if (now().phase === "reveal" && asking()) {
    answered.add(now().question);
    if ($(".ask:not(.released)", steps[step() - 1])) release(); // the veils go, and the figure shows it
  }
  if (place) {
    await fragment(the("[data-fragment]", place));
    place.hidden = !asking();
  }
  fit();
  mark();
}

// mark puts the letters of the question's choices on the picture, once they are told.
function mark() {
  const place = asking() && now().phase !== "read" ? $(".inroom:not([hidden])", steps[step() - 1]) : null;
  if (hall) letter(place ? askedOf(now().question, place) : null);
}
refreshed(mark);
heard((room, before) => {
  if (room.screen && room.screen !== before.screen) show(room.screen, { tells: false });
  if (hall && room.query !== before.query && room.query !== states()) arrive("?" + room.query);
  if (room.revision !== before.revision || room.phase !== before.phase) ask();
});
ask();

// ---- keys --------------------------------------------------------------------------------

// sheet shows one of the two sheets that cover the screen, how to join or what the class has
// done, or hides it. uncovered hides both, and returns whether one was shown.
/** @type {(name: "joining" | "classing", on?: boolean) => boolean} */
function sheet(name, on) {
  const el = $(`[data-${name}]`), was = el !== null && !el.hidden;
  if (el) el.hidden = !(on ?? !was);
  if (name === "classing") enlarge();
  if (name === "classing" && was && el?.hidden && now().shown) change({ shown: false });
  if (name === "joining") $("[data-join]")?.setAttribute("aria-expanded", String(el !== null && !el.hidden));
  return was;
}
const uncovered = () => [sheet("joining", false), sheet("classing", false)].includes(true);
$("[data-join]")?.addEventListener("click", () => { sheet("joining"); });
$("[data-joining]")?.addEventListener("click", () => { sheet("joining", false); });

// What the class has done is raised when its teacher has it shown, whatever device she does it
// on: where a question is asked, which has its votes, only if there is a picture.
let raising = now().shown;
function raise() {
  if (!raising || now().phase !== "explore" && !$("[data-class] svg")) return;
  raising = false;
  sheet("classing", true);
}
function enlarge() {
  for (const figure of $$("[data-classing] .done")) {
    const plot = $("svg.plot", figure);
    if (plot) type(figure, plot);
  }
}
addEventListener("resize", enlarge);
heard((room, before) => {
  if (room.shown === before.shown) return;
  raising = room.shown;
  if (!raising) sheet("classing", false);
  else $("[data-class]")?.dispatchEvent(new Event("renew"));
  raise();
});
document.addEventListener("htmx:after:swap", () => {
  raise();
  enlarge();
});
raise();

const { a: answer, v: view } = keys;
Object.assign(keys, {
  j: () => { sheet("joining"); },
  c: () => { sheet("classing"); },
  f: () => { change({ pace: now().pace === "teacher" ? "free" : "teacher" }); },
  v: (/** @type {KeyboardEvent} */ event) => { if (!phased(1, false)) view(event); },
  a: (/** @type {KeyboardEvent} */ event) => {
    if (asking() && now().phase !== "reveal") change({ phase: "reveal" });
    else answer(event);
  },
  p: () => { uncovered(); }, // the lesson is left by closing its window
  Escape: () => { uncovered(); },
});

// ---- the stream tells at once what the state would within a second -------------------------

if (hall) {
  /** @type {EventSource | undefined} */
  let stream;
  const listen = () => {
    stream?.close();
    if (document.hidden) return;
    stream = new EventSource(at + "/events");
    stream.addEventListener("revision", ({ data }) => { if (Number(data) > now().revision) refresh(); });
    stream.addEventListener("end", refresh);
  };
  document.addEventListener("visibilitychange", listen);
  listen();
}
