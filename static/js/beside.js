// Figure and words stay together. Where they stand beside each other, the figure
// that the words at the reader's eye speak of is brought to them, wherever its own
// place is. Where they follow each other, a link that opens a state of a figure
// leads to the figure, and a button under its title back to the link.

import { $, $$, made, calm, hear } from "./dom.js";
import { slotNamed } from "./figure.js";

const beside = matchMedia("screen and (min-width: 1200px)");

// ---- which figure words speak of --------------------------------------------

// A block speaks of the figure that its first link opens, that its exercise asks
// for or its code computes; one that says nothing, of what the block before did.
/** @type {Map<Element, Slot>} */
const about = new Map(); // block → figure
/** @type {Map<HTMLElement, Slot>} */
const owns = new Map(); // a scene's side → the figure whose place it is
/** @type {WeakMap<Slot, HTMLElement>} */
const homes = new WeakMap(); // and the other way round
for (const scene of $$(".scene")) {
  let slot = $(".slot", scene) ?? undefined;
  const side = slot?.parentElement;
  if (slot && side) {
    owns.set(side, slot);
    homes.set(slot, side);
  }
  for (const block of $$(":scope > .words > *", scene)) {
    const link = $("a.preset", block)?.getAttribute("href")?.match(/[?&]([\w-]+)\.(?!(?:hide|lock)=)/)?.[1];
    const name = block.dataset.goalFigure ?? (block.matches(".code") ? block.id.replace(/-code$/, "") : link);
    slot = slotNamed(name) ?? slot;
    if (slot) about.set(block, slot);
  }
}

// ---- beside: the figure comes to the words -------------------------------------

// put has a figure stand beside a scene's words, and no other.
/** @type {(slot: Slot, side: HTMLElement) => void} */
function put(slot, side) {
  const left = slot.parentElement;
  if (left && left !== side) {
    // What stands around its own place does not move.
    if (left === homes.get(slot)) left.style.minHeight = `${left.offsetHeight}px`;
    if (side.moveBefore) side.moveBefore(slot, null);
    else side.append(slot);
    // Where it was in sight, the figure whose place it is comes back.
    if (!slot.hidden) for (const other of $$(":scope > .slot", left)) other.hidden = homes.get(other) !== left;
  }
  side.style.minHeight = "";
  for (const other of $$(":scope > .slot", side)) other.hidden = other !== slot;
}

// eye watches a line two fifths down the screen: the block that crosses it is being read. In
// the first screenful of a scene, the scene's own figure stays beside it all the same. Nothing
// takes the place of a figure that is drawn on.
const eye = new IntersectionObserver((entries) => {
  if (!beside.matches) return;
  for (const { isIntersecting, target } of entries) {
    const scene = isIntersecting && target.closest(".scene"), side = scene && $(":scope > .side", scene);
    if (!side) continue;
    const first = target.getBoundingClientRect().top - scene.getBoundingClientRect().top < innerHeight;
    const slot = (first && owns.get(side)) || about.get(target);
    if (slot && !$(":scope > .sketching", side)) put(slot, side);
  }
}, { rootMargin: "-40% 0px -60% 0px" });
for (const block of about.keys()) eye.observe(block);

const home = () => owns.forEach((slot, side) => put(slot, side));
beside.addEventListener("change", () => beside.matches || home());
addEventListener("beforeprint", home);

// ---- after each other: the reader goes to the figure, and back ---------------------

/** @type {(el: Element, block: ScrollLogicalPosition) => void} */
const scroll = (el, block) => el.scrollIntoView({ block, behavior: calm.matches ? "auto" : "smooth" });

hear("asked", (slot, link) => {
  const scene = link.closest(".scene"), side = scene && $(":scope > .side", scene);
  if (beside.matches && side) {
    eye.takeRecords(); // blocks that crossed the line before do not count
    return put(slot, side);
  }
  const box = slot.getBoundingClientRect();
  const bar = parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop) || 0;
  if (box.top >= bar && box.bottom <= innerHeight) return;
  back(slot, link);
  scroll(slot.parentElement ?? slot, "start");
});

// back offers the way back to a link, above the figure: what a state changes is
// inside it. There is one such way, from the last.
/** @type {(slot: Slot, link: HTMLElement) => void} */
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
    const scrolls = box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).overflowX === "auto";
    if (scrolls) box.setAttribute("tabindex", "0");
    else box.removeAttribute("tabindex");
  }
}
addEventListener("resize", reach);
document.fonts.ready.then(reach);
