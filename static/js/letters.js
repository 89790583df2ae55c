// The letters of a question's choices on a figure's picture, before a class: from the vote to
// the answer, with the votes beside them when these are shown, and a ring around the right one.

import { $, $$, the } from "./dom.js";

// askedOf is how the page asks a question now: its votes and what is right as its table has them.
/** @type {(question: string, page: ParentNode) => Asked} */
function askedOf(question, page) {
  const rows = $$(".tallied tbody tr", page);
  return { question, votes: rows.map((row) => Number(row.dataset.votes)),
    right: 1 + rows.findIndex((row) => row.matches(".right")) };
}

// letters shows those of the question that is asked, and no others; it returns whether there are any.
/** @type {(figure: ParentNode, asked: Asked | null) => boolean} */
function letters(figure, asked) {
  for (const group of $$(".guesses", figure)) {
    const open = asked !== null && group.matches(`.q-${asked.question}`);
    group.classList.toggle("open", open);
    for (const chip of $$(".chip", group)) mark(chip, open ? asked : null);
  }
  return $(".guesses.open .chip", figure) !== null;
}

/** @type {(chip: SVGElement & { readonly dataset: DOMStringMap }, asked: Asked | null) => void} */
function mark(chip, asked) {
  const place = Number(chip.dataset.value), votes = asked?.votes[place - 1];
  $(".voted", chip)?.remove();
  chip.classList.toggle("right", asked?.right === place);
  if (votes === undefined) return;
  const disc = the(".disc", chip), x = Number(disc.getAttribute("cx")), box = chip.closest("svg")?.viewBox.baseVal;
  const left = box !== undefined && x > box.x + 0.85 * box.width; // no room for a number at its right
  const text = document.createElementNS("http://www.w3.org/2000/svg", "text");
  for (const [name, value] of Object.entries({
    class: "voted", x: String(x), y: disc.getAttribute("cy") ?? "", dx: left ? "-1.3em" : "1.3em",
    "text-anchor": left ? "end" : "start",
  })) text.setAttribute(name, value);
  text.textContent = String(votes);
  chip.append(text);
}

export { letters, askedOf };
