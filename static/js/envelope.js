// Sealed data: a reader tunes on what is open, and opens the envelope once. What she chose by
// and what she found is kept in this browser, and every envelope says how all she has opened
// went. A move closes it: what is found belongs to the setting it was opened at.

import { $, $$, around, hear, made, read, write } from "./dom.js";
import { announce, fieldOf, slotOf } from "./figure.js";
import { byLink } from "./moves.js";

/**
 * An envelope that was opened: what was chosen by, what was found, and when.
 * @typedef {{ chosen: number, sealed: number, said: string, at: number }} Found
 */

const shelf = "gramophone.envelopes";
/** @type {() => Record<string, Found>} */
const all = () => read(shelf) ?? {};
/** @param {Slot} slot */
const nameOf = (slot) => `${document.body.dataset.lesson ?? ""}/${slot.id}`;

/** @param {Slot} slot */
const boxOf = (slot) => {
  const field = fieldOf(slot, "envelope");
  return field instanceof HTMLInputElement && field.checked ? field : null;
};

/** @param {EventTarget | null} target */
const buttonOf = (target) => /** @type {HTMLElement | null} */ (around(target, "label.envelope"));

// A first press says what is in the envelope, and the next one opens it: to have seen what is sealed cannot be undone.
document.addEventListener("click", (event) => {
  const box = event.target, label = buttonOf(box), slot = slotOf(box);
  if (!(box instanceof HTMLInputElement) || !label || !slot) return;
  if (box.checked && !label.dataset.armed) {
    event.preventDefault();
    label.dataset.armed = `${label.title}. Press again to open it: what you choose afterwards has seen it.`;
    announce(slot, label.dataset.armed);
  } else delete label.dataset.armed;
}, true);
for (const kind of ["pointerdown", "focusin", "input"]) {
  document.addEventListener(kind, ({ target }) => {
    const here = buttonOf(target);
    for (const label of $$("label.envelope")) if (label !== here) delete label.dataset.armed;
  }, true);
}

// closed has a move asked for without the envelope.
document.addEventListener("input", (event) => {
  const slot = slotOf(event.target), box = slot && boxOf(slot);
  if (box && event.target !== box) box.checked = false;
}, true);

/** @param {Slot} slot */
function tell(slot) {
  const envelope = $(".unsealed", slot);
  if (!envelope || $("[data-openings]", envelope)) return; // those of a reader's table the server counts
  const found = {
    chosen: Number(envelope.dataset.chosen), sealed: Number(envelope.dataset.sealed), said: envelope.dataset.said ?? "",
    at: Date.now(),
  };
  const opened = all(), before = opened[nameOf(slot)];
  if (before && before.said !== found.said) {
    $(".before", envelope)?.replaceChildren(
      `You had opened it before: ${before.said} What you choose since then has seen it.`);
  }
  if (!before && !byLink(slot)) write(shelf, { ...opened, [nameOf(slot)]: found });
  const each = Object.values(all()), worse = each.filter((one) => one.sealed > one.chosen).length;
  if (each.length > 1) {
    envelope.append(made("p", {}, `Of the ${each.length} envelopes that you have opened in this course, `
      + `${worse} cost more than what you chose by.`));
  }
}

hear("moved", tell);
for (const slot of $$(".slot")) tell(/** @type {Slot} */ (slot));

export { boxOf };
