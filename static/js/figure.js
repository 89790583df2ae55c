// A figure of the page, and its controls. A slider's places are listed by the server in
// data-grid, and the text field beside it holds the real value.

import { $, $$, the, around, perElement } from "./dom.js";

const slots = $$(".slot"); // in the order of the lesson, wherever they stand now
/** @param {EventTarget | null} target */
const slotOf = (target) => around(target, ".slot");
/** @param {string} [id] */
const slotNamed = (id) => slots.find((slot) => slot.id === id);

// announce says to those who cannot see it what has happened to a figure.
/** @type {(slot: Slot, words: string) => void} */
const announce = (slot, words) => { the(`#${slot.id}-status`).textContent = words; };

const gridOf = perElement((/** @type {Slide} */ slide) => slide.dataset.grid.split(" "));

// fieldOf is a figure's control of that name, and slideOf its slider.
/** @type {(slot: Slot, name: string) => Field | null} */
const fieldOf = (slot, name) => inputNamed(`${slot.id}-${name}`);
/** @type {(slot: Slot, name: string) => Slide | null} */
const slideOf = (slot, name) => slideNamed(`${slot.id}-${name}-slider`);

/** @param {string} id */
const inputNamed = (id) => /** @type {Field | null} */ (document.getElementById(id));
/** @param {string} id */
const slideNamed = (id) => /** @type {Slide | null} */ (document.getElementById(id));

// valueOf is the field beside a slider, which holds the real value.
/** @param {Slide} slide */
const valueOf = (slide) => /** @type {HTMLInputElement} */ (inputNamed(slide.dataset.for));

/** @param {Slide} slide */
function say(slide) {
  const control = slide.closest(".control"), unit = control && $(".unit", control);
  slide.setAttribute("aria-valuetext", `${valueOf(slide).value} ${unit?.textContent ?? ""}`.trim());
}

// place returns the place on the slider's grid nearest to a value.
/** @type {(slide: Slide, value: number) => number} */
function place(slide, value) {
  const grid = gridOf(slide).map(Number);
  value = Math.min(value, grid[grid.length - 1]); // 1e999 is infinite
  const log = "log" in slide.dataset;
  const at = (/** @type {number} */ v) => (log ? Math.log(Math.max(v, grid[1] / 2)) : v);
  let best = 0;
  grid.forEach((v, i) => {
    if (Math.abs(at(v) - at(value)) < Math.abs(at(grid[best]) - at(value))) best = i;
  });
  return best;
}

// chosen is the value that a field sends: for a box that is not ticked, the field
// behind it does.
/** @param {Field} field */
function chosen(field) {
  const behind = isBox(field) && !field.checked && field.nextElementSibling;
  return behind instanceof HTMLInputElement ? behind.value : field.value;
}
/** @param {Field} field @returns {field is HTMLInputElement} */
const isBox = (field) => field.type === "checkbox";
/** @param {Field} field */
const isFixed = (field) => field.disabled || "readOnly" in field && field.readOnly;

// linkOf is the query of a figure's state, with what its link hides and locks.
/** @param {Slot} slot */
function linkOf(slot) {
  const panels = $(".panels", slot);
  return [panels?.dataset.query, panels?.dataset.access].filter(Boolean).join("&");
}

// settled puts the values in use into the fields of sliders, where the server did not take
// what stood there and says so. In other fields somebody may be typing.
/** @param {Slot} slot */
function settled(slot) {
  if ($(".notes", slot)) restore(slot, ".field .value");
}

// restore puts the values of the picture that is there into the fields. A choice goes back to
// what the server has marked: to choose another replaces the whole figure, marks included.
/** @type {(slot: Slot, fields?: ".value[data-default]" | ".field .value") => void} */
function restore(slot, fields = ".value[data-default]") {
  const used = new URLSearchParams(the(".panels", slot).dataset.query);
  for (const field of $$(fields, slot)) {
    const slide = slideNamed(field.id + "-slider");
    field.value = used.get(field.id.slice(slot.id.length + 1)) ?? field.dataset.default ?? "";
    if (!slide) continue;
    slide.valueAsNumber = place(slide, Number(field.value));
    say(slide);
  }
  for (const field of $$("[data-choice]", slot)) {
    if (field instanceof HTMLInputElement) field.checked = field.defaultChecked;
    else for (const option of field.options) option.selected = option.defaultSelected;
  }
}

export {
  slots, slotOf, slotNamed, announce, gridOf, fieldOf, slideOf, slideNamed, valueOf, say, place, chosen, isBox, isFixed,
  linkOf, settled, restore,
};
