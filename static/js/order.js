// Steps of a proof to put in order: dragged by mouse or finger, or moved by the arrow keys on
// the handle of a step. The places that the server reads stand in the form's own fields, in
// the order in which the steps were first shown; these are out of sight and follow.

import { $, $$, the, around, hear, made } from "./dom.js";

/** @type {WeakMap<HTMLElement, HTMLSelectElement>} */
const placeOf = new WeakMap(); // step → the field of its place

/** @param {HTMLElement} list @returns {HTMLElement[]} */
const stepsOf = (list) => $$(":scope > li", list);

// sort puts the steps where their fields say.
/** @param {HTMLElement} list */
function sort(list) {
  const place = (/** @type {HTMLElement} */ li) => Number(placeOf.get(li)?.value);
  list.append(...stepsOf(list).sort((a, b) => place(a) - place(b)));
  tell(list);
}

// tell has the fields and the handles say where the steps are.
/** @param {HTMLElement} list */
function tell(list) {
  const steps = stepsOf(list);
  for (const [i, li] of steps.entries()) {
    const field = placeOf.get(li);
    if (field) field.value = String(i + 1);
    the(".grab", li).ariaLabel = `Step ${i + 1} of ${steps.length}: arrow keys move it`;
  }
}

// go moves a step to a place, from 0.
/** @type {(li: HTMLElement, to: number) => void} */
function go(li, to) {
  const list = li.parentElement, steps = list ? stepsOf(list) : [], from = steps.indexOf(li);
  if (!list || to < 0 || to >= steps.length || to === from) return;
  if (to < from) steps[to].before(li);
  else steps[to].after(li);
  tell(list);
}

// enhance gives each step a handle, and takes the fields out of sight.
/** @param {HTMLElement} list */
function enhance(list) {
  const fields = made("span", { hidden: "" }), status = made("p", { class: "sr", role: "status" });
  for (const li of stepsOf(list)) {
    const field = the("select", li);
    placeOf.set(li, field);
    fields.append(field);
    li.prepend(made("button", { type: "button", class: "grab" }, "↕"));
  }
  list.after(fields, status);
  sort(list);
  list.addEventListener("keydown", (event) => {
    const grab = around(event.target, ".grab"), li = grab?.closest("li"), steps = stepsOf(list);
    const by = { ArrowUp: -1, ArrowDown: 1, Home: -steps.length, End: steps.length }[event.key];
    if (!grab || !li || !by) return;
    event.preventDefault();
    go(li, Math.min(steps.length - 1, Math.max(0, steps.indexOf(li) + by)));
    grab.focus();
    status.textContent = grab.ariaLabel?.split(":")[0] ?? "";
  });
  list.addEventListener("pointerdown", (event) => {
    const grab = around(event.target, ".grab"), li = grab?.closest("li");
    if (grab && li && event.button === 0) drag(list, li, event.pointerId);
  });
}

// drag has a step follow the pointer: it stands before the first other one whose middle is
// below it.
/** @type {(list: HTMLElement, li: HTMLElement, id: number) => void} */
function drag(list, li, id) {
  const over = new AbortController(), { signal } = over;
  li.classList.add("held");
  const move = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== id) return;
    const others = stepsOf(list).filter((other) => other !== li);
    const at = others.findIndex((other) => {
      const b = other.getBoundingClientRect();
      return event.clientY < b.y + b.height / 2;
    });
    go(li, at < 0 ? others.length : at);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (event.pointerId !== id) return;
    li.classList.remove("held");
    over.abort();
  };
  document.addEventListener("pointermove", move, { signal });
  document.addEventListener("pointerup", end, { signal });
  document.addEventListener("pointercancel", end, { signal });
}

// On the projector, where arrow keys turn the page, the fields stay.
if (!$(".deck")) for (const list of $$("form .steps")) enhance(list);
hear("renewed", (section) => $$("form .steps", section).forEach(enhance));

// An answer that was put back stands in the fields.
hear("judged", (section) => {
  const list = $("form .steps", section);
  if (list && $(".grab", list)) sort(list);
});
