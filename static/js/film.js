// A film: a slider that plays. Each place is shown when the picture of the one before
// has been there for a while, so that a slow server makes a slow film and no long line.
// Nothing plays by itself, and whoever prefers less motion gets a place a second.

import { $, $$, slotOf, calm } from "./course.js";

const pace = () => (calm.matches ? 1000 : 150); // ms

const filmOf = (el) => el.closest?.(".film");
const slideOf = (film) => document.getElementById(film.dataset.for);
const last = (slide) => Number(slide.max);

let playing = null; // the film that plays; one at a time
let turning = false; // it is the film that moves its slider
let timer, since;

function go(film, to) {
  const slide = slideOf(film);
  to = Math.min(Math.max(to, 0), last(slide));
  if (Number(slide.value) === to) return false;
  slide.value = to;
  turning = true;
  slide.dispatchEvent(new Event("input", { bubbles: true }));
  turning = false;
  return true;
}

function play(film) {
  pause();
  playing = film;
  show(film, true);
  since = performance.now();
  if (!go(film, Number(slideOf(film).value) === last(slideOf(film)) ? 0 : Number(slideOf(film).value) + 1)) pause();
}

function pause() {
  clearTimeout(timer);
  if (playing) show(playing, false);
  playing = null;
}

function show(film, on) {
  const button = $("[data-film=play]", film);
  button.textContent = on ? "Pause" : "Play";
  button.setAttribute("aria-pressed", String(on));
}

// The next place comes when this one has been drawn, and not before its time.
document.addEventListener("course:moved", ({ target: slot }) => {
  if (!playing) return;
  if (!playing.isConnected) pause(); // the figure has been replaced
  else if (slotOf(playing) === slot) {
    clearTimeout(timer);
    timer = setTimeout(() => {
      since = performance.now();
      if (playing && !go(playing, Number(slideOf(playing).value) + 1)) pause();
    }, Math.max(0, pace() - (performance.now() - since)));
  }
});

const toggle = (film) => (film === playing ? pause() : play(film));

document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-film]");
  if (!button || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  const film = filmOf(button), slide = slideOf(film), way = button.dataset.film;
  if (way === "play") return toggle(film);
  pause();
  go(film, { first: 0, back: Number(slide.value) - 1, next: Number(slide.value) + 1, last: last(slide) }[way]);
});

document.addEventListener("course:stopped", ({ target: slot }) => { if (playing && slotOf(playing) === slot) pause(); });

// A hand on its figure stops it.
for (const type of ["input", "change"]) {
  document.addEventListener(type, (event) => {
    if (!turning && playing && slotOf(event.target) === slotOf(playing)) pause();
  }, true);
}

// k plays, and pauses: the film of the figure that has the focus, or else one in sight.
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || event.ctrlKey || event.metaKey || event.altKey || event.target.matches?.("input[type=text], select, textarea")) return;
  const films = $$(".film").filter((el) => el.offsetParent && slotOf(el));
  const inSight = (el) => {
    const { top, bottom } = slotOf(el).getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const film = playing ?? films.find((el) => slotOf(el).contains(document.activeElement)) ?? films.find(inSight);
  if (!film) return;
  event.preventDefault();
  toggle(film);
});
