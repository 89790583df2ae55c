// One's own points: the text field of the form holds them; whatever moves a point,
// a hand on the picture, the table or a button, writes the field, and the figure
// follows as it follows a slider. What was done can be undone.

import { $, $$, the, around, hear, is, tell, made, perElement, read, write as store } from "./dom.js";
import { slotOf, fieldOf } from "./figure.js";
import { link } from "./moves.js";
import { openLinked, keep } from "./states.js";
import { frameOf, refreshed } from "./frame.js";
import { listed, parse, fromTable } from "./table.js";

/** @param {Slot} slot */
const ownOf = (slot) => $(".own:not([data-off])", slot);
/** @param {Slot} slot */
const pointsFieldOf = (slot) => fieldOf(slot, "points");
/** @param {Slot} slot */
const textOf = (slot) => pointsFieldOf(slot)?.value ?? "";
/** @param {Slot} slot */
const panelOf = (slot) => {
  const panel = ownOf(slot)?.dataset.panel;
  return panel ? document.getElementById(`${panel}-title`)?.closest("svg.plot") : null;
};

// What is known of a figure's points besides their field: the point that was last in the
// hand, and whether new ones are of the other class.
const choice = perElement((/** @type {Slot} */ _) => ({ i: Infinity, other: false }));

const mostPasted = 100_000; // characters of a table: some thousand rows

// Bounds that the server states: of how many points there are, and of their text.
/** @param {Slot} slot */
const mostOf = (slot) => Number(the(".own", slot).dataset.most);
/** @param {Slot} slot */
const longestOf = (slot) => Number(the(".own", slot).dataset.longest); // bytes

/** @param {Slot} slot */
const isClassed = (slot) => "classed" in (ownOf(slot)?.dataset ?? {});
/** @type {(slot: Slot, text: string) => number[][]} */
const pointsIn = (slot, text) => parse(text, isClassed(slot));
/** @param {Slot} slot */
const pointsOf = (slot) => pointsIn(slot, textOf(slot)).slice(0, mostOf(slot));
/** @type {(slot: Slot, words: string) => void} */
const say = (slot, words) => { the(".own .remark", slot).textContent = words; };
/** @param {number[][]} points */
const write = (points) => points.map((p) => p.join(",")).join(";") || "none";

// rounded keeps a value to what the eye can tell apart on an axis of that width,
// so that the link stays short.
/** @type {(v: number, width: number) => number} */
function rounded(v, width) {
  const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(width / 400))));
  return Number(v.toFixed(digits));
}
/** @type {(p: number[], f: Bounds) => number[]} */
function snapped(p, f) {
  return [rounded(p[0], f.xhi - f.xlo), rounded(p[1], f.yhi - f.ylo), ...p.slice(2)];
}

// The history of a figure's points outlives a reload.
/** @typedef {{ undo: string[], redo: string[] }} Past */
/** @param {Slot} slot */
const historyKey = (slot) => `gramophone.points ${slot.dataset.path}`;
const historyOf = perElement((/** @type {Slot} */ slot) => {
  /** @type {Past | null} */
  const kept = read(historyKey(slot), "sessionStorage");
  return kept ?? { undo: [], redo: [] };
});
/** @param {Slot} slot */
const saved = (slot) => store(historyKey(slot), historyOf(slot), "sessionStorage");
/** @type {(slot: Slot, text: string) => void} */
function remember(slot, text) {
  const h = historyOf(slot);
  if (h.undo.at(-1) !== text) h.undo.push(text);
  h.undo.splice(0, h.undo.length - 100);
  h.redo = [];
  saved(slot);
}

/** @type {WeakMap<Field, string>} */
const known = new WeakMap(); // field of points → its text as it was taken last, not what is being typed

// put gives the figure other points. The frame stays as it is, unless a point
// has left it; figures that are linked have it too.
/** @type {(slot: Slot, text: string) => void} */
function put(slot, text) {
  const field = pointsFieldOf(slot), svg = panelOf(slot), frame = fieldOf(slot, "frame");
  if (!field) return;
  field.value = text;
  known.set(field, text);
  const points = pointsOf(slot);
  if (svg && frame) {
    const f = frameOf(svg);
    const inside = points.every(([x, y]) => x >= f.xlo && x <= f.xhi && y >= f.ylo && y <= f.yhi);
    frame.value = points.length && inside ? f.text : "";
    link(frame);
  }
  show(slot);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

/** @type {(slot: Slot, points: number[][], remembered?: boolean) => void} */
function change(slot, points, remembered = false) {
  if (points.length > mostOf(slot)) return say(slot, `${mostOf(slot)} points are the most there can be.`);
  if (!points.length && !ownOf(slot)?.dataset.panel) return say(slot, "One point has to stay.");
  if (!remembered) remember(slot, textOf(slot));
  put(slot, write(points));
}

/** @type {(slot: Slot, from: "undo" | "redo", to: "undo" | "redo") => void} */
function travel(slot, from, to) {
  const h = historyOf(slot), text = h[from].pop();
  if (text === undefined) return;
  h[to].push(textOf(slot));
  saved(slot);
  put(slot, text);
  say(slot, from === "undo" ? "Undone." : "Redone.");
}

// forget takes what is under way back as if it had not been.
/** @type {(slot: Slot, before: string) => void} */
function forget(slot, before) {
  const h = historyOf(slot);
  if (h.undo.at(-1) === before) h.undo.pop();
  saved(slot);
  put(slot, before);
}

// ---- shown: rows in the table, tools ----------------------------------------

/** @type {WeakMap<Slot, string | undefined>} */
const shown = new WeakMap(); // figure → the text of its points when show was last there
// show brings the table and the tools up to the field, and tells the hands.
/** @param {Slot} slot */
function show(slot) {
  const own = ownOf(slot), field = pointsFieldOf(slot);
  shown.set(slot, field?.value);
  if (own && field) {
    const points = pointsOf(slot), { undo, redo } = historyOf(slot);
    const none = !points.length, full = points.length >= mostOf(slot);
    fillTable(own, points);
    if (!known.has(field)) known.set(field, field.value);
    const off = { undo: !undo.length, redo: !redo.length, clear: none, delete: none, add: full };
    for (const [name, value] of Object.entries(off)) {
      $(`[data-hand="${name}"]`, own)?.setAttribute("aria-disabled", String(value));
    }
    const kind = $('[data-hand="class"]', own), { other } = choice(slot);
    if (kind) {
      kind.ariaPressed = String(other);
      kind.textContent = `New points: class ${other ? "−1" : "1"}`;
    }
  }
  tell(slot, "points");
}

/** @type {WeakMap<HTMLElement, string>} */
const tabled = new WeakMap(); // body of a table → the points in its rows
/** @type {(own: Own, points: number[][]) => void} */
function fillTable(own, points) {
  const body = the("tbody", own), text = write(points);
  if (tabled.get(body) === text) return; // and leave what is being typed
  tabled.set(body, text);
  while (body.rows.length > points.length) body.deleteRow(-1);
  while (body.rows.length < points.length) {
    const row = body.insertRow(), i = body.rows.length;
    const cell = { type: "text", inputmode: "decimal", class: "cell", size: 7 };
    row.append(made("th", { scope: "row" }, i));
    for (const name of points[0].length > 2 ? ["x₁", "x₂", "class"] : ["x", "y"]) {
      row.insertCell().append(made("input", { ...cell, "aria-label": `Point ${i}, ${name}` }));
    }
    const label = `Delete point ${i}`;
    row.insertCell().append(made("button", { type: "button", "data-hand": "row", "aria-label": label }, "×"));
  }
  points.forEach((p, i) => $$("input", body.rows[i]).forEach((input, j) => {
    if (input.value !== String(p[j])) input.value = String(p[j]);
    input.ariaInvalid = null;
  }));
}

document.addEventListener("change", (event) => {
  const cell = event.target;
  if (!is(cell, ".cell")) return;
  const slot = slotOf(cell), row = cell.closest("tr");
  if (!slot || !row) return;
  const values = $$("input", row).map((input) => input.value.trim().replace(",", ".").replaceAll("−", "-"));
  const [p] = parse(values.join(","), values.length > 2);
  if (!p) {
    cell.ariaInvalid = "true";
    return say(slot, `“${cell.value}” is not a number that can stand here.`);
  }
  const points = pointsOf(slot);
  points[row.sectionRowIndex] = p;
  change(slot, points);
});

// ---- typed or pasted as text -------------------------------------------------

// thinned are at most so many of a list, evenly.
/** @type {(list: number[][], most: number) => number[][]} */
function thinned(list, most) {
  const count = Math.min(most, list.length), last = list.length - 1;
  return Array.from({ length: count }, (_, i) => list[count > 1 ? Math.round((i * last) / (count - 1)) : 0]);
}

/** @type {WeakMap<Slot, string>} */
const wholes = new WeakMap(); // figure → the table that was pasted last, as it was
/** @param {Slot} slot */
const pastedIn = (slot) => wholes.get(slot) ?? "";

// pasted takes a table in place of the points, and says what was read; where there is no
// point in it, they stay. What does not fit can be sent as a table (own.js).
/** @type {(slot: Slot, table: Table, text: string) => void} */
function pasted(slot, { points, rows, head, commas, unread, bad, line }, text) {
  wholes.set(slot, text);
  const whole = $("[data-whole]", slot);
  if (whole) whole.hidden = points.length <= mostOf(slot) && !unread;
  const most = mostOf(slot), all = points.length;
  const shape = isClassed(slot) ? "x₁, x₂ and a class, 1 or −1," : "x and y";
  const others = unread > 2 ? `, nor have ${unread - 1} others` : unread > 1 ? ", nor has another" : "";
  const reason = unread ? ` Line ${bad + 1}, “${line.trim().slice(0, 30)}”, has no ${shape} alone${others}.` : "";
  if (!all) return say(slot, `No point could be read; yours stay as they were.${reason}`);
  change(slot, thinned(points, most));
  const what = rows ? "row" : "point", without = head > 1 ? `the ${head} lines of the head` : "the head";
  say(slot, `${all} ${what}${all === 1 ? " was" : "s were"} read` +
    `${commas ? ", with decimal commas" : ""}${head ? `, without ${without}` : ""}.` +
    (all > most ? ` ${most} of them, evenly thinned, are kept: more there cannot be.` : "") + reason);
}

document.addEventListener("paste", (event) => {
  const slot = slotOf(event.target), own = slot && ownOf(slot);
  if (!own || event.target !== pointsFieldOf(slot)) return;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const table = fromTable(text.slice(0, mostPasted), isClassed(slot));
  if (!table) return;
  event.preventDefault();
  pasted(slot, table, text);
});

// fitting is a text as the server takes it: as it stands or, where that is more
// points than there can be or longer than an address holds, the first of those
// that can be read, written anew. Where none can be read, the points stay.
/** @type {(slot: Slot, field: Field, text: string) => string} */
function fitting(slot, field, text) {
  const points = pointsIn(slot, text);
  if (text.trim() !== "none" && !points.length) return known.get(field) ?? text;
  if (listed(text).length <= mostOf(slot) && new TextEncoder().encode(text).length <= longestOf(slot)) return text;
  return points.length ? write(points.slice(0, mostOf(slot))) : known.get(field) ?? text;
}

// cut says what fitting leaves out.
/** @type {(slot: Slot, text: string) => string} */
function cut(slot, text) {
  const all = listed(text).length, points = pointsIn(slot, text).length, kept = Math.min(points, mostOf(slot));
  if (!points) return `None of ${all} points could be read; the points stay as they were.`;
  return `${points} points were read` +
    (points > kept ? `; the first ${kept} are kept and ${points - kept} left out.` : ".") +
    (all > points ? ` ${all - points} could not be read.` : "");
}

// This listens at the window, and so before any other script or htmx reads the field. The
// text before goes into the history.
addEventListener("change", (event) => {
  const slot = slotOf(event.target), field = slot && ownOf(slot) && pointsFieldOf(slot);
  if (!field || field !== event.target || !event.isTrusted) return;
  const text = field.value, before = known.get(field) ?? text, table = fromTable(text, isClassed(slot));
  if (table) {
    field.value = before;
    event.stopImmediatePropagation();
    return pasted(slot, table, text);
  }
  field.value = fitting(slot, field, text);
  if (field.value !== before) remember(slot, before);
  known.set(field, field.value);
  if (field.value !== text) say(slot, cut(slot, text));
  show(slot);
}, true);

// A figure may ask for a picture while the text is still being typed.
document.addEventListener("htmx:config:request", (event) => {
  const { target, request: { body } } = event.detail.ctx, slot = target && slotOf(target);
  const field = slot && ownOf(slot) && pointsFieldOf(slot);
  if (field && body?.has(field.name)) body.set(field.name, fitting(slot, field, String(body.get(field.name))));
});

// ---- added, removed, undone ---------------------------------------------------

// newClass is what a new point has besides its place.
/** @type {(slot: Slot, other: boolean) => number[]} */
const newClass = (slot, other) => (isClassed(slot) ? [choice(slot).other !== other ? -1 : 1] : []);

/** @type {(slot: Slot, p: number[]) => void} */
function add(slot, p) {
  change(slot, [...pointsOf(slot), p]);
  choice(slot).i = pointsOf(slot).length - 1;
  tell(slot, "chosen");
}

// addAnywhere puts a point into the middle, or beside what is there.
/** @param {Slot} slot */
function addAnywhere(slot) {
  const points = pointsOf(slot), svg = panelOf(slot);
  const f = svg ? frameOf(svg) : { xlo: 0, xhi: 10, ylo: -2, yhi: 2 };
  const [w, h] = [f.xhi - f.xlo, f.yhi - f.ylo];
  const y = f.ylo + h / 2;
  let x = f.xlo + w / 2;
  for (let i = 1; i < 40 && points.some((p) => Math.abs(p[0] - x) < w / 50 && Math.abs(p[1] - y) < h / 50); i++) {
    x = f.xlo + w * ((0.5 + i * 0.05) % 1);
  }
  add(slot, snapped([x, y, ...newClass(slot, false)], f));
}

// chosen is the point that was last in the hand, or the last one.
/** @param {Slot} slot */
const chosen = (slot) => Math.min(choice(slot).i, pointsOf(slot).length - 1);

/** @type {(slot: Slot, i: number) => void} */
function remove(slot, i) {
  const focused = document.activeElement?.matches(".handle");
  change(slot, pointsOf(slot).filter((_, j) => j !== i));
  choice(slot).i = chosen(slot);
  if (focused) tell(slot, "chosen");
}

document.addEventListener("click", (event) => {
  const tool = around(event.target, "[data-hand]"), slot = slotOf(tool);
  if (!tool || !slot) return;
  const { hand } = tool.dataset;
  if (tool.ariaDisabled === "true") {
    if (hand === "add") say(slot, `${mostOf(slot)} points are the most there can be: delete one first.`);
    return;
  }
  switch (hand) {
    case "add": return addAnywhere(slot);
    case "delete": return remove(slot, chosen(slot));
    case "undo": return travel(slot, "undo", "redo");
    case "redo": return travel(slot, "redo", "undo");
    case "clear": return change(slot, []);
    case "row": return remove(slot, tool.closest("tr")?.sectionRowIndex ?? -1);
    case "start": return start(slot);
    case "class":
      choice(slot).other = !choice(slot).other;
      show(slot);
  }
});

document.addEventListener("keydown", (event) => {
  const slot = slotOf(event.target);
  if (!slot || !ownOf(slot) || !(event.ctrlKey || event.metaKey) || event.altKey) return;
  if (is(event.target, "input[type=text], select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) travel(slot, "redo", "undo");
  else travel(slot, "undo", "redo");
});

// start takes the data now shown as one's own points, thinned evenly so far that a
// third of what there can be is left to add.
/** @param {Slot} slot */
async function start(slot) {
  const { query } = the(".panels", slot).dataset;
  const answer = await fetch(`${slot.dataset.path}.json${query ? "?" + query : ""}`).catch(() => null);
  if (!answer?.ok) return say(slot, "The server did not answer.");
  /** @type {number[][]} */
  const data = (await answer.json()).series.data;
  const most = mostOf(slot), thin = thinned(data, Math.floor((2 * most) / 3)), count = thin.length;
  const [w, h] = [0, 1].map((j) => {
    const column = thin.map((p) => p[j]);
    return Math.max(...column) - Math.min(...column) || 1;
  });
  const points = thin.map((p) => snapped(p, { xlo: 0, xhi: w, ylo: 0, yhi: h }));
  const others = query.split("&").filter((pair) => pair && !/^(data|points|frame|at|n|noise|seed)=/.test(pair));
  keep();
  await openLinked(slot, ["data=points", `points=${write(points)}`, ...others].join("&"), new Map());
  if (!ownOf(slot)) return;
  say(slot, (count < data.length ? `${count} of ${data.length} points, evenly thinned, are now yours`
    : `The ${count} points are now yours`) + `; ${most} are the most there can be.`);
  intoView(slot);
}
// intoView brings a figure to the reader whose picture is not wholly on the screen.
/** @param {Slot} slot */
function intoView(slot) {
  const bar = $(".bar")?.offsetHeight ?? 0, { top, bottom } = (panelOf(slot) ?? slot).getBoundingClientRect();
  if (top < bar || bottom > innerHeight) slot.scrollIntoView({ block: "start" });
}

export {
  rounded, pointsOf, ownOf, panelOf, textOf, choice, snapped, change, remember, forget,
  newClass, add, addAnywhere, remove, pastedIn, say,
};
refreshed(show);
// Points come from a linked figure too, and go back to what they were.
for (const what of /** @type {const} */ (["moved", "stopped"])) {
  hear(what, (/** @type {Slot} */ slot) => { if (shown.get(slot) !== pointsFieldOf(slot)?.value) show(slot); });
}
