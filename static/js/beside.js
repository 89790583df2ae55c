// Figure and words stay together. Where they stand beside each other, the figure
// that the words at the reader's eye speak of is brought to them, wherever its own
// place is. Where they follow each other, a link that opens a state of a figure
// leads to the figure, and a button under its title back to the link.

import { $, $$, made, calm } from "./course.js";

const beside = matchMedia("screen and (min-width: 1200px)");

// ---- which figure words speak of --------------------------------------------

// A block speaks of the figure that its first link opens, that its exercise asks
// for or its code computes; one that says nothing, of what the block before did.
const about = new Map(); // block → figure
const owns = new Map(); // a scene's side → the figure whose place it is
for (const scene of $$(".scene")) {
  let slot = $(".slot", scene);
  if (slot) owns.set(slot.home = slot.parentElement, slot);
  for (const block of $$(":scope > .words > *", scene)) {
    const link = $("a.preset", block)?.getAttribute("href").match(/[?&]([\w-]+)\.(?!(?:hide|lock)=)/)?.[1];
    const name = block.dataset.goalFigure ?? (block.matches(".code") ? block.id.replace(/-code$/, "") : link);
    slot = (name && document.getElementById(name)) || slot;
    if (slot) about.set(block, slot);
  }
}

// ---- beside: the figure comes to the words -------------------------------------

// put has a figure stand beside a scene's words, and no other.
function put(slot, side) {
  if (slot.parentElement !== side) {
    const left = slot.parentElement;
    if (left === slot.home) left.style.minHeight = `${left.offsetHeight}px`; // what stands around it does not move
    if (side.moveBefore) side.moveBefore(slot, null);
    else side.append(slot);
    for (const other of $$(":scope > .slot", left)) other.hidden = other.home !== left;
  }
  side.style.minHeight = "";
  for (const other of $$(":scope > .slot", side)) other.hidden = other !== slot;
}

// eye is where a reader reads: what crosses this line is spoken of. The first
// screenful of a scene belongs to its own figure all the same.
const eye = new IntersectionObserver((entries) => {
  if (!beside.matches) return;
  for (const { isIntersecting, target } of entries) {
    const scene = target.closest(".scene"), side = isIntersecting && $(":scope > .side", scene);
    if (!side) continue;
    const first = target.getBoundingClientRect().top - scene.getBoundingClientRect().top < innerHeight;
    put((first && owns.get(side)) || about.get(target), side);
  }
}, { rootMargin: "-40% 0px -60% 0px" });
for (const block of about.keys()) eye.observe(block);

const home = () => owns.forEach((slot, side) => put(slot, side));
beside.addEventListener("change", () => beside.matches || home());
addEventListener("beforeprint", home);

// ---- after each other: the reader goes to the figure, and back ---------------------

const scroll = (el, block) => el.scrollIntoView({ block, behavior: calm.matches ? "auto" : "smooth" });

document.addEventListener("course:asked", ({ target: slot, detail: link }) => {
  const side = link.closest(".scene") && $(":scope > .side", link.closest(".scene"));
  if (beside.matches && side) {
    eye.takeRecords(); // what was read before the link asks for nothing now
    return put(slot, side);
  }
  const box = slot.getBoundingClientRect(), bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (box.top >= bar && box.bottom <= innerHeight) return;
  back(slot, link);
  scroll(slot.parentElement, "start");
});

// back offers the way back to a link, above the figure: what a state changes is
// inside it. There is one such way, from the last.
function back(slot, link) {
  $(".return")?.remove();
  const button = made("button", { type: "button", class: "return" }, "Back to the text");
  button.addEventListener("click", () => {
    button.remove();
    scroll(link, "center");
    link.focus({ preventScroll: true });
  });
  slot.before(button);
}

// ---- what is wider than its column -------------------------------------------------

// A formula or a table that scrolls in its own box is reached by the keyboard too.
function reach() {
  for (const box of $$(":is(.scene, .alone) :is(math[display=block], .long, table)")) {
    if (box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === "auto") box.setAttribute("tabindex", 0);
    else box.removeAttribute("tabindex");
  }
}
addEventListener("resize", reach);
document.fonts.ready.then(reach);
