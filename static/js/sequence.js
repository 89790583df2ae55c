// Choices made one after the other: the links under a picture that add one, take the
// last one back or begin again move the figure in place, and so does a datum that is
// chosen on the picture (datum.js). The list itself stands in a text field of the form.

import { $, around, aside } from "./dom.js";
import { slotOf } from "./figure.js";
import { keep } from "./states.js";

/** @param {Slot} slot */
const barOf = (slot) => $(".choose", slot);

// go gives the sequence other choices; Back returns to those before.
/** @type {(slot: Slot, value: string) => void} */
function go(slot, value) {
  const field = document.getElementById(barOf(slot)?.dataset.for ?? "");
  if (!(field instanceof HTMLInputElement) || field.value === value) return;
  keep();
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @type {(slot: Slot, i: number) => boolean} */
const choosable = (slot, i) => Boolean(barOf(slot)?.dataset.open.split(" ").includes(String(i)));
/** @type {(slot: Slot, i: number) => void} */
const choose = (slot, i) => go(slot, [barOf(slot)?.dataset.chosen, i].filter(Boolean).join(","));

document.addEventListener("click", (event) => {
  const a = around(event.target, "a[data-choose]"), slot = slotOf(a);
  if (!a || !slot || aside(event)) return;
  event.preventDefault();
  go(slot, a.dataset.choose ?? "");
});

export { choosable, choose };
