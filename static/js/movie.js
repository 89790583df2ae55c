// A lesson's film: an SVG that plays by itself. Here it can be paused, and any place of it be
// gone to. It begins when the page is there, but for those who want no motion.

import { $, $$, the, aside, is, calm } from "./dom.js";

const movie = the(".movie"), film = /** @type {SVGSVGElement} */ (the(".screening > svg", movie));
const button = the("[data-movie]", movie), place = /** @type {HTMLInputElement} */ (the("input", movie));
const clock = the("output", movie), sentences = $$("[data-start]", movie);
const length = Number(movie.dataset.length);
let playing = false;

/** @param {number} s */
const minutes = (s) => `${Math.floor(s / 60)}:${String(Math.floor(s % 60)).padStart(2, "0")}`;

// show writes where the film is.
function show() {
  const at = Math.min(film.getCurrentTime(), length);
  place.value = String(at);
  place.setAttribute("aria-valuetext", `${minutes(at)} of ${minutes(length)}`);
  const text = `${minutes(at)} / ${minutes(length)}`;
  if (clock.textContent !== text) clock.textContent = text;
  const now = sentences.findLast((li) => Number(li.dataset.start) <= at + 0.01);
  for (const li of sentences) {
    if (li === now) li.setAttribute("aria-current", "true");
    else li.removeAttribute("aria-current");
  }
  const word = playing ? "Pause" : at < length ? "Play" : "Again";
  if (button.textContent !== word) button.textContent = word;
}

// follow shows it until it is over.
function follow() {
  if (!playing) return;
  if (film.getCurrentTime() >= length) return pause();
  show();
  requestAnimationFrame(follow);
}

function play() {
  if (film.getCurrentTime() >= length) film.setCurrentTime(0);
  playing = true;
  film.unpauseAnimations();
  requestAnimationFrame(follow);
}

function pause() {
  playing = false;
  film.pauseAnimations();
  show();
}

const toggle = () => (playing ? pause() : play());

button.addEventListener("click", (event) => { if (!aside(event)) toggle(); });
film.addEventListener("click", toggle);
place.addEventListener("input", () => {
  const to = place.valueAsNumber;
  pause();
  film.setCurrentTime(to);
  show();
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "k" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (is(event.target, "input[type=text], input[type=search], textarea, select") || $("dialog[open]")) return;
  event.preventDefault();
  toggle();
});

pause();
film.setCurrentTime(0);
show();
if (!calm.matches) play();
