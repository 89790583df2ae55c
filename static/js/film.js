// A film: a slider that plays. Each place is shown when the picture of the one before
// has been there for a while, so that a slow server makes a slow film and no queue of requests.
// Nothing plays by itself, and whoever prefers less motion gets a place a second.

import { $$, the, around, aside, hear, is, calm } from "./dom.js";
import { slotOf } from "./figure.js";

const pace = () => (calm.matches ? 1000 : 150); // ms

/** @param {For} film */
const slideOf = (film) => /** @type {Slide} */ (document.getElementById(film.dataset.for));
/** @param {Slide} slide */
const last = (slide) => Number(slide.max);

/** @type {For | null} */
let playing = null; // the film that plays; one at a time
let turning = false; // it is the film that moves its slider
let timer = 0, since = 0;

// go shows a place, and reports whether it is another.
/** @type {(film: For, to: number) => boolean} */
function go(film, to) {
  const slide = slideOf(film);
  to = Math.min(Math.max(to, 0), last(slide));
  if (slide.valueAsNumber === to) return false;
  slide.valueAsNumber = to;
  turning = true;
  slide.dispatchEvent(new Event("input", { bubbles: true }));
  turning = false;
  return true;
}

/** @param {For} film */
function play(film) {
  pause();
  playing = film;
  show(film, true);
  since = performance.now();
  const slide = slideOf(film), now = slide.valueAsNumber;
  if (!go(film, now === last(slide) ? 0 : now + 1)) pause();
}

function pause() {
  clearTimeout(timer);
  if (playing) show(playing, false);
  playing = null;
}

/** @type {(film: For, on: boolean) => void} */
function show(film, on) {
  const button = the("[data-film=play]", film);
  button.textContent = on ? "Pause" : "Play";
  button.setAttribute("aria-pressed", String(on));
}

// The next place comes when this one has been drawn, and not before its time.
hear("moved", (slot) => {
  if (!playing) return;
  if (!playing.isConnected) pause(); // the figure has been replaced
  else if (slotOf(playing) === slot) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      since = performance.now();
      if (playing && !go(playing, slideOf(playing).valueAsNumber + 1)) pause();
    }, Math.max(0, pace() - (performance.now() - since)));
  }
});

/** @param {For} film */
const toggle = (film) => (film === playing ? pause() : play(film));

document.addEventListener("click", (event) => {
  const button = around(event.target, "[data-film]"), film = button?.closest(".film");
  if (!button || !film || aside(event)) return;
  event.preventDefault();
  if (button.dataset.film === "play") return toggle(film);
  pause();
  const slide = slideOf(film), now = slide.valueAsNumber;
  /** @type {Record<string, number>} */
  const places = { first: 0, back: now - 1, next: now + 1, last: last(slide) };
  go(film, places[button.dataset.film ?? ""]);
});

hear("stopped", (slot) => { if (playing && slotOf(playing) === slot) pause(); });

// A hand on its figure stops it.
for (const type of ["input", "change"]) {
  document.addEventListener(type, (event) => {
    if (!turning && playing && slotOf(event.target) === slotOf(playing)) pause();
  }, true);
}

// k plays, and pauses: the film of the figure that has the focus, or else one in sight.
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (is(event.target, "input[type=text], select, textarea")) return;
  const films = $$(".film").filter((el) => el.offsetParent && slotOf(el));
  const inSight = (/** @type {For} */ el) => {
    const box = slotOf(el)?.getBoundingClientRect();
    return box && box.bottom > 0 && box.top < innerHeight;
  };
  const film = playing ?? films.find((el) => slotOf(el)?.contains(document.activeElement)) ?? films.find(inSight);
  if (!film) return;
  event.preventDefault();
  toggle(film);
});
