// Choices made one after the other: the links under a picture that add one, take the
// last one back or begin again move the figure in place, and so does a datum that is
// chosen on the picture (datum.js). The list itself stands in a text field of the form.

import { $, slotOf, keep } from "./course.js";

const barOf = (slot) => $(".choose", slot);

// go gives the sequence other choices; Back returns to those before.
function go(slot, value) {
  const field = document.getElementById(barOf(slot).dataset.for);
  if (!field || field.value === value) return;
  keep();
  field.value = value;
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

const choosable = (slot, i) => Boolean(barOf(slot)?.dataset.open.split(" ").includes(String(i)));
const choose = (slot, i) => go(slot, [barOf(slot).dataset.chosen, i].filter(Boolean).join(","));

document.addEventListener("click", (event) => {
  const a = event.target.closest?.("a[data-choose]");
  if (!a || event.button || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  go(slotOf(a), a.dataset.choose);
});

export { choosable, choose };
