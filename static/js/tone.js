// A curve as a tone: its height is the pitch, and time runs from left to right, as the sound
// does. Data click as they pass by. It is read from the picture that is there, and begins
// only when asked.

import { $, $$, around, hear, is } from "./dom.js";
import { slotOf } from "./figure.js";
import { courseOf, insideOf, subpaths } from "./frame.js";

const lasts = 3; // s
const steps = 180;
const [lowest, octaves] = [220, 2]; // Hz at the lower edge of the picture, and up to the upper
const loud = 0.2;

/** @param {Slot} slot */
const buttonOf = (slot) => $("[data-hear]", slot);

/** @type {(v: number) => number} */
const share = (v) => Math.min(1, Math.max(0, v));

/**
 * The pitch in Hz and the loudness at even times, 0 where there is no curve; and when data
 * pass by, as shares of the time.
 * @typedef {{ pitch: Float32Array, gain: Float32Array, clicks: number[] }} Schedule
 */

// schedule reads the curve of the picture that the server says has one; null where there is none.
/** @type {(slot: Slot) => Schedule | null} */
export function schedule(slot) {
  const svg = $(`svg.plot[aria-labelledby="${buttonOf(slot)?.dataset.hear}-title"]`, slot);
  const path = svg && ($$(".curve", svg).at(-1) ?? $$(".heard", svg).at(-1));
  if (!path || !svg.dataset.frame) return null;
  const { y0, y1 } = insideOf(svg), courses = subpaths(courseOf(path));
  const xs = courses.flat().map(([x]) => x), x0 = Math.min(...xs), x1 = Math.max(...xs); // it may not fill the picture
  if (!(x1 > x0)) return null;
  const pitch = new Float32Array(steps).fill(lowest), gain = new Float32Array(steps);
  for (const corners of courses) {
    corners.forEach(([x, y], i) => {
      const [from, at] = corners[i - 1] ?? [x, y];
      const [first, end] = [from, x].map((v) => ((v - x0) / (x1 - x0)) * (steps - 1));
      for (let k = Math.ceil(first); k <= end; k++) {
        const here = x0 + (k / (steps - 1)) * (x1 - x0), t = x > from ? (here - from) / (x - from) : 1;
        pitch[k] = lowest * 2 ** (octaves * share((y1 - (at + t * (y - at))) / (y1 - y0)));
        gain[k] = loud;
      }
    });
  }
  const clicks = $$(".points", svg).flatMap((el) => subpaths(courseOf(el)))
    .map(([[x]]) => (x - x0) / (x1 - x0)).filter((t) => t >= 0 && t <= 1);
  return gain.some((v) => v > 0) ? { pitch, gain, clicks } : null;
}

// sound builds what plays a schedule, and begins it: it goes from the left ear to the right.
/** @type {(audio: BaseAudioContext, schedule: Schedule) => OscillatorNode} */
export function sound(audio, { pitch, gain, clicks }) {
  const tone = new OscillatorNode(audio, { type: "triangle" }), volume = new GainNode(audio, { gain: 0 });
  const side = new StereoPannerNode(audio), begin = audio.currentTime + 0.05;
  tone.frequency.setValueCurveAtTime(pitch, begin, lasts);
  volume.gain.setValueCurveAtTime(gain, begin, lasts);
  volume.gain.linearRampToValueAtTime(0, begin + lasts + 0.05);
  side.pan.setValueCurveAtTime([-0.9, 0.9], begin, lasts);
  tone.connect(volume).connect(side).connect(audio.destination);
  if (clicks.length) {
    const { sampleRate } = audio, tick = Math.round(sampleRate / 400);
    const all = audio.createBuffer(1, Math.ceil((lasts + 0.1) * sampleRate), sampleRate), wave = all.getChannelData(0);
    for (const at of clicks) {
      const from = Math.round(at * lasts * sampleRate);
      for (let i = 0; i < tick; i++) wave[from + i] = 0.3 * (1 - i / tick) * (i % 2 ? -1 : 1);
    }
    const data = new AudioBufferSourceNode(audio, { buffer: all });
    data.connect(side);
    data.start(begin);
    tone.addEventListener("ended", () => data.disconnect());
  }
  tone.start(begin);
  tone.stop(begin + lasts + 0.06);
  return tone;
}

// ---- what is heard ---------------------------------------------------------------

/** @type {AudioContext | undefined} */
let audio; // made by the first hand that asks, as browsers want it
/** @type {{ slot: Slot, tone: OscillatorNode } | null} */
let heard = null;

function stop() {
  const last = heard;
  heard = null;
  if (!last) return;
  last.tone.stop();
  last.tone.disconnect();
  buttonOf(last.slot)?.setAttribute("aria-pressed", "false");
  audio?.suspend();
}

// switched is a new context that stays on while something is heard: that one before was stopped may
// be carried out only now.
function switched() {
  const context = new AudioContext();
  context.addEventListener("statechange", () => { if (heard && context.state === "suspended") context.resume(); });
  return context;
}

/** @param {Slot} slot */
function play(slot) {
  const again = heard?.slot === slot;
  stop();
  const plan = again ? null : schedule(slot);
  if (!plan) return;
  audio ??= switched();
  audio.resume();
  const tone = sound(audio, plan);
  heard = { slot, tone };
  const over = () => { if (heard?.tone === tone) stop(); };
  tone.addEventListener("ended", over);
  setTimeout(over, 1000 * (lasts + 2)); // where there is no sound, its clock may stand
  buttonOf(slot)?.setAttribute("aria-pressed", "true");
}

document.addEventListener("click", (event) => {
  const slot = slotOf(around(event.target, "[data-hear]"));
  if (slot) play(slot);
});

// What moves is another curve.
hear("begin", (slot) => { if (heard?.slot === slot) stop(); });

// h plays the figure that has the focus, or else the first in sight that has a curve.
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") stop();
  if (event.key !== "h" || event.ctrlKey || event.metaKey || event.altKey) return;
  if (is(event.target, "input[type=text], select, textarea")) return;
  const inSight = (/** @type {Slot} */ slot) => {
    const box = slot.getBoundingClientRect();
    return box.height > 0 && box.bottom > 0 && box.top < innerHeight && buttonOf(slot) !== null;
  };
  const focused = slotOf(document.activeElement);
  const slot = heard?.slot ?? (focused && buttonOf(focused) ? focused : $$(".slot").find(inSight));
  if (!slot) return;
  event.preventDefault();
  play(slot);
});
