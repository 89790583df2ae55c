// What is ticked on the form of a sheet is counted, and times in UTC are told by the reader's clock too.

import { $, $$, the, made } from "./dom.js";

// here is a time on this clock, "" where that is UTC.
/** @param {Date} at */
function here(at) {
  if (Number.isNaN(at.getTime()) || at.getTimezoneOffset() === 0) return "";
  return at.toLocaleString("en-GB", { dateStyle: "medium", timeStyle: "short" }) + " on your clock";
}

for (const time of $$(".sheets time")) {
  const words = here(new Date(time.getAttribute("datetime") ?? ""));
  if (words) time.after(made("span", {}, ` (${words})`));
}

// points are those of an exercise: its own, or else those of each.
/** @param {HTMLElement} box */
function points(box) {
  const row = /** @type {HTMLElement} */ (box.closest(".row"));
  return Number(valueOf("[name^='points.']", row) || valueOf("#points")) || 0;
}

/** @param {string} field @param {ParentNode} [within] */
const valueOf = (field, within = document) => /** @type {HTMLInputElement} */ (the(field, within)).value;

function count() {
  const ticked = $$("[name=item]:checked"), said = the(".make [data-most]", document);
  const most = Number(said.dataset.most), sum = ticked.reduce((total, box) => total + points(box), 0);
  said.textContent = `${ticked.length} of at most ${most} exercises, ${sum} ${sum === 1 ? "point" : "points"}`;
  said.classList.toggle("over", ticked.length > most);
  const opens = /** @type {HTMLInputElement | null} */ ($("#opens")); // where a sheet can be sealed
  if (opens) the("#opens-here", document).textContent = opens.value && here(new Date(opens.value + "Z"));
}

const form = $(".sheets form");
if (form) {
  form.addEventListener("input", count);
  count();
}
