// A lesson's film: an SVG that plays by itself. Here it can be paused, and any place of it be
// gone to. It begins when the page is there, but for those who want no motion. A phone held upright
// has it drawn for its width.

import { $, $$, the, aside, is, calm } from "./dom.js";

const movie = the(".movie"), screening = the(".screening", movie);
const film = await drawn(/** @type {SVGSVGElement} */ (the(":scope > svg", screening)));
const button = the("[data-movie]", movie), over = the(".play", screening);
const place = /** @type {HTMLInputElement} */ (the("input", movie));
const clock = the("output", movie), sentences = $$("[data-start]", movie);
const length = Number(movie.dataset.length);
const ended = () => film.getCurrentTime() > length - 0.005; // which is a float of 32 bits
let playing = false;

// drawn is the film as the page has it, or, upright, as the server draws it for that.
/** @param {SVGSVGElement} there */
async function drawn(there) {
  if (!matchMedia("(max-width: 500px) and (orientation: portrait)").matches) return there;
  there.pauseAnimations();
  try {
    const answer = await fetch(location.pathname + "?w=358"), page = await answer.text();
    const found = new DOMParser().parseFromString(page, "text/html").querySelector(".screening > svg");
    if (!(found instanceof SVGSVGElement)) return there;
    const svg = document.importNode(found, true);
    there.replaceWith(svg);
    return svg;
  } catch {
    return there; // and is as small as before
  }
}

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
  const word = playing ? "Pause" : ended() ? "Again" : "Play";
  for (const el of [button, over]) if (el.textContent !== word) el.textContent = word;
  over.hidden = playing || at > 0 && !ended(); // on what is looked at stands nothing
}

// follow shows it until it is over.
function follow() {
  if (!playing) return;
  if (ended()) return pause();
  show();
  requestAnimationFrame(follow);
}

function play() {
  if (ended()) film.setCurrentTime(0);
  playing = true;
  over.hidden = true;
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
over.addEventListener("click", () => button.focus());
screening.addEventListener("click", toggle);
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
