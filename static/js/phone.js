// On a phone a picture is drawn for its width, not scaled: the server is asked for that when
// a figure comes within a screen of what is in sight, and with every move. Until it is there,
// the wide drawing stands in its place, which is as high (stage.css).

import { $, $$, the, around } from "./dom.js";
import { slotOf } from "./figure.js";

const phone = matchMedia("screen and (max-width: 479px)");
const width = "358"; // px, of a screen of 390

// sized has a request's parameters say for which width to draw.
/** @param {URLSearchParams | FormData} parameters */
function sized(parameters) {
  if (phone.matches && !document.body.matches(".present")) parameters.set("w", width);
}

document.addEventListener("htmx:config:request", ({ detail: { ctx } }) => {
  if (ctx.target && slotOf(ctx.target)) sized(ctx.request.body);
});

// A figure in sight is asked for anew when its drawing is not the screen's: on a phone, and
// where a window is made wider again.
const near = new IntersectionObserver((entries) => {
  for (const { target: slot, isIntersecting } of entries) {
    const staged = $(".staged", slot);
    if (!isIntersecting || !staged || slot.matches(".sketching")) continue;
    near.unobserve(slot);
    if (staged.matches(".phone") === phone.matches) continue;
    noted(slot);
    htmx.trigger(the(".knobs", slot), "submit");
  }
}, { rootMargin: "100% 0px" });

// noted keeps what the server had to say of the address, which is no part of its next answer, until a hand moves
// the figure.
/** @param {Element} slot */
function noted(slot) {
  const notes = /** @type {Element | undefined} */ ($(".notes", slot)?.cloneNode(true));
  if (!notes) return;
  slot.addEventListener("course:moved", () => {
    if (!$(".notes", slot)) the(".panels", slot).before(notes);
  }, { once: true });
  slot.addEventListener("course:begin", () => notes.remove(), { once: true });
}
const look = () => $$(".slot").forEach((slot) => {
  near.unobserve(slot);
  near.observe(slot);
});
if (!document.body.matches(".present")) {
  phone.addEventListener("change", look);
  look();
}

// What opens a lesson is two lines there, and whole when it is asked for.
document.addEventListener("click", ({ target }) => {
  const button = around(target, "button.unfold");
  if (!button) return;
  const open = button.getAttribute("aria-expanded") !== "true";
  button.setAttribute("aria-expanded", String(open));
  button.textContent = open ? "less" : "more";
});

export { sized };
