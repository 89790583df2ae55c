// One's own points: the text field of the form holds them; whatever moves a point,
// a hand on the picture, the table or a button, writes the field, and the figure
// follows as it follows a slider. What was done can be undone.

import { $, $$, slotOf, tell, link, openLinked, keep, made, read, write as store } from "./course.js";
import { frameOf, refreshed } from "./frame.js";
import { listed, parse, fromTable } from "./table.js";

const ownOf = (slot) => $(".own:not([data-off])", slot);
const fieldOf = (slot) => document.getElementById(`${slot.id}-points`);
const panelOf = (slot) => {
  const panel = ownOf(slot)?.dataset.panel;
  return panel ? document.getElementById(`${panel}-title`)?.closest("svg") : null;
};

const mostPasted = 100_000; // characters of a table: some thousand rows

// Bounds that the server states: of how many points there are, and of their text.
const mostOf = (slot) => Number($(".own", slot).dataset.most);
const longestOf = (slot) => Number($(".own", slot).dataset.longest); // bytes

const isClassed = (slot) => "classed" in ownOf(slot).dataset;
const pointsIn = (slot, text) => parse(text, isClassed(slot));
const pointsOf = (slot) => pointsIn(slot, fieldOf(slot).value).slice(0, mostOf(slot));
const say = (slot, words) => { $(".own .remark", slot).textContent = words; };
const write = (points) => points.map((p) => p.join(",")).join(";") || "none";

// rounded keeps a value to what the eye can tell apart on an axis of that width,
// so that the link stays short.
function rounded(v, width) {
  const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(width / 400))));
  return Number(v.toFixed(digits));
}
function snapped(p, f) {
  return [rounded(p[0], f.xhi - f.xlo), rounded(p[1], f.yhi - f.ylo), ...p.slice(2)];
}

// The history of a figure's points outlives a reload.
const historyKey = (slot) => `gramophone.points ${slot.dataset.path}`;
const historyOf = (slot) => (slot.past ??= read(historyKey(slot), "sessionStorage") ?? { undo: [], redo: [] });
const saved = (slot) => store(historyKey(slot), historyOf(slot), "sessionStorage");
function remember(slot, text) {
  const h = historyOf(slot);
  if (h.undo.at(-1) !== text) h.undo.push(text);
  h.undo.splice(0, h.undo.length - 100);
  h.redo = [];
  saved(slot);
}

// put gives the figure other points. The frame stays as it is, unless a point
// has left it; figures that are linked have it too.
function put(slot, text) {
  const field = fieldOf(slot), svg = panelOf(slot), frame = document.getElementById(`${slot.id}-frame`);
  field.value = field.known = text;
  const points = pointsOf(slot);
  if (svg && frame) {
    const f = frameOf(svg);
    frame.value = points.length && points.every((p) => p[0] >= f.xlo && p[0] <= f.xhi && p[1] >= f.ylo && p[1] <= f.yhi) ? f.text : "";
    link(frame);
  }
  show(slot);
  field.dispatchEvent(new Event("change", { bubbles: true }));
}

function change(slot, points, remembered = false) {
  if (points.length > mostOf(slot)) return say(slot, `${mostOf(slot)} points are the most there can be.`);
  if (!points.length && !ownOf(slot).dataset.panel) return say(slot, "One point has to stay.");
  if (!remembered) remember(slot, fieldOf(slot).value);
  put(slot, write(points));
}

function travel(slot, from, to) {
  const h = historyOf(slot);
  if (!h[from].length) return;
  h[to].push(fieldOf(slot).value);
  const text = h[from].pop();
  saved(slot);
  put(slot, text);
  say(slot, from === "undo" ? "Undone." : "Redone.");
}

// forget takes what is under way back as if it had not been.
function forget(slot, before) {
  const h = historyOf(slot);
  if (h.undo.at(-1) === before) h.undo.pop();
  saved(slot);
  put(slot, before);
}

// ---- shown: rows in the table, tools ----------------------------------------

// show brings the table and the tools up to the field, and tells the hands.
function show(slot) {
  const own = ownOf(slot);
  slot.pointed = fieldOf(slot)?.value;
  if (own) {
    const points = pointsOf(slot), h = historyOf(slot);
    table(slot, points);
    fieldOf(slot).known ??= fieldOf(slot).value; // not what is still being typed
    const off = { undo: !h.undo.length, redo: !h.redo.length, clear: !points.length, delete: !points.length, add: points.length >= mostOf(slot) };
    for (const [name, value] of Object.entries(off)) $(`[data-hand="${name}"]`, own)?.setAttribute("aria-disabled", value);
    const kind = $('[data-hand="class"]', own);
    if (kind) {
      kind.ariaPressed = Boolean(slot.other);
      kind.textContent = `New points: class ${slot.other ? "−1" : "1"}`;
    }
  }
  tell(slot, "points");
}

function table(slot, points) {
  const body = $("tbody", ownOf(slot)), text = write(points);
  if (body.dataset.shown === text) return; // and leave what is being typed
  body.dataset.shown = text;
  while (body.rows.length > points.length) body.lastChild.remove();
  while (body.rows.length < points.length) {
    const row = body.insertRow(), i = body.rows.length;
    row.append(made("th", { scope: "row" }, i));
    for (const name of points[0].length > 2 ? ["x₁", "x₂", "class"] : ["x", "y"]) {
      row.insertCell().append(made("input", { type: "text", inputmode: "decimal", class: "cell", size: 7, "aria-label": `Point ${i}, ${name}` }));
    }
    row.insertCell().append(made("button", { type: "button", "data-hand": "row", "aria-label": `Delete point ${i}` }, "×"));
  }
  points.forEach((p, i) => $$("input", body.rows[i]).forEach((input, j) => {
    if (input.value !== String(p[j])) input.value = p[j];
    input.ariaInvalid = null;
  }));
}

document.addEventListener("change", (event) => {
  const cell = event.target;
  if (!cell.matches?.(".cell")) return;
  const slot = slotOf(cell), row = cell.closest("tr");
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
function thinned(list, most) {
  const count = Math.min(most, list.length);
  return Array.from({ length: count }, (_, i) => list[count > 1 ? Math.round((i * (list.length - 1)) / (count - 1)) : 0]);
}

// pasted takes a table in place of the points, and says what was read; where there is no
// point in it, they stay.
function pasted(slot, table) {
  const { points, rows, head, commas, unread, bad, line } = table, most = mostOf(slot);
  const shape = isClassed(slot) ? "x₁, x₂ and a class, 1 or −1," : "x and y";
  const reason = unread ? ` Line ${bad + 1}, “${line.trim().slice(0, 30)}”, has no ${shape} alone${unread > 2 ? `, nor have ${unread - 1} others` : unread > 1 ? ", nor has another" : ""}.` : "";
  if (!points.length) return say(slot, `No point could be read; yours stay as they were.${reason}`);
  const kept = thinned(points, most), what = rows ? "row" : "point";
  change(slot, kept);
  say(slot, `${points.length} ${what}${points.length === 1 ? " was" : "s were"} read` +
    `${commas ? ", with decimal commas" : ""}${head > 1 ? `, without the ${head} lines of the head` : head ? ", without the head" : ""}.` +
    (points.length > most ? ` ${most} of them, evenly thinned, are kept: more there cannot be.` : "") + reason);
}

document.addEventListener("paste", (event) => {
  const slot = slotOf(event.target), own = slot && ownOf(slot);
  if (!own || event.target !== fieldOf(slot)) return;
  const table = fromTable(event.clipboardData.getData("text/plain").slice(0, mostPasted), isClassed(slot));
  if (!table) return;
  event.preventDefault();
  pasted(slot, table);
});

// fitting is a text as the server takes it: as it stands or, where that is more
// points than there can be or longer than an address holds, the first of those
// that can be read, written anew. Where none can be read, the points stay.
function fitting(slot, text) {
  if (text.trim() !== "none" && !pointsIn(slot, text).length) return fieldOf(slot).known;
  if (listed(text).length <= mostOf(slot) && new TextEncoder().encode(text).length <= longestOf(slot)) return text;
  const points = pointsIn(slot, text).slice(0, mostOf(slot));
  return points.length ? write(points) : fieldOf(slot).known;
}

// cut says what fitting leaves out.
function cut(slot, text) {
  const all = listed(text).length, points = pointsIn(slot, text).length, kept = Math.min(points, mostOf(slot));
  if (!points) return `None of ${all} points could be read; the points stay as they were.`;
  return `${points} points were read` + (points > kept ? `; the first ${kept} are kept and ${points - kept} left out.` : ".") +
    (all > points ? ` ${all - points} could not be read.` : "");
}

// At the window, and so before anyone else reads the field. It is remembered too.
addEventListener("change", (event) => {
  const field = event.target, slot = slotOf(field), own = slot && ownOf(slot);
  if (!own || field !== fieldOf(slot) || !event.isTrusted) return;
  const text = field.value, table = fromTable(text, isClassed(slot));
  if (table) {
    field.value = field.known;
    event.stopImmediatePropagation();
    return pasted(slot, table);
  }
  field.value = fitting(slot, text);
  if (field.value !== field.known) remember(slot, field.known);
  field.known = field.value;
  if (field.value !== text) say(slot, cut(slot, text));
  show(slot);
}, true);

// A figure may ask for a picture while the text is still being typed.
document.addEventListener("htmx:config:request", (event) => {
  const { target, request: { body } } = event.detail.ctx, slot = target && slotOf(target);
  const field = slot && ownOf(slot) && fieldOf(slot);
  if (field && body?.has(field.name)) body.set(field.name, fitting(slot, body.get(field.name)));
});

// ---- added, removed, undone ---------------------------------------------------

const newClass = (slot, other) => (isClassed(slot) ? [(slot.other ?? false) !== other ? -1 : 1] : []);

function add(slot, p) {
  change(slot, [...pointsOf(slot), p]);
  slot.chosen = pointsOf(slot).length - 1;
  tell(slot, "chosen");
}

// addAnywhere puts a point into the middle, or beside what is there.
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
const chosen = (slot) => Math.min(slot.chosen ?? Infinity, pointsOf(slot).length - 1);

function remove(slot, i) {
  const focused = document.activeElement?.matches(".handle");
  change(slot, pointsOf(slot).filter((_, j) => j !== i));
  slot.chosen = chosen(slot);
  if (focused) tell(slot, "chosen");
}

document.addEventListener("click", (event) => {
  const tool = event.target.closest?.("[data-hand]");
  if (!tool) return;
  const slot = slotOf(tool);
  if (tool.ariaDisabled === "true") {
    if (tool.dataset.hand === "add") say(slot, `${mostOf(slot)} points are the most there can be: delete one first.`);
    return;
  }
  switch (tool.dataset.hand) {
    case "add": return addAnywhere(slot);
    case "delete": return remove(slot, chosen(slot));
    case "undo": return travel(slot, "undo", "redo");
    case "redo": return travel(slot, "redo", "undo");
    case "clear": return change(slot, []);
    case "row": return remove(slot, tool.closest("tr").sectionRowIndex);
    case "start": return start(slot);
    case "class":
      slot.other = !slot.other;
      show(slot);
  }
});

document.addEventListener("keydown", (event) => {
  const slot = slotOf(event.target);
  if (!slot || !ownOf(slot) || !(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input[type=text], select, textarea")) return;
  const key = event.key.toLowerCase();
  if (key !== "z" && key !== "y") return;
  event.preventDefault();
  if (key === "y" || event.shiftKey) travel(slot, "redo", "undo");
  else travel(slot, "undo", "redo");
});

// start takes the data now shown as one's own points, thinned evenly so far that a
// third of what there can be is left to add.
async function start(slot) {
  const query = $(".panels", slot).dataset.query;
  const answer = await fetch(`${slot.dataset.path}.json${query ? "?" + query : ""}`).catch(() => null);
  if (!answer?.ok) return say(slot, "The server did not answer.");
  const data = (await answer.json()).series.data;
  const most = mostOf(slot), thin = thinned(data, Math.floor((2 * most) / 3)), count = thin.length;
  const width = (j) => Math.max(...thin.map((p) => p[j])) - Math.min(...thin.map((p) => p[j])) || 1;
  const [w, h] = [width(0), width(1)];
  const points = thin.map((p) => snapped(p, { xlo: 0, xhi: w, ylo: 0, yhi: h }));
  const rest = query.split("&").filter((pair) => pair && !/^(data|points|frame|at|n|noise|seed)=/.test(pair));
  keep();
  await openLinked(slot, ["data=points", `points=${write(points)}`, ...rest].join("&"), new Map());
  if (!ownOf(slot)) return;
  const taken = count < data.length ? `${count} of ${data.length} points, evenly thinned, are now yours` : `The ${count} points are now yours`;
  say(slot, `${taken}; ${most} are the most there can be.`);
  const bar = $(".bar")?.offsetHeight ?? 0, { top, bottom } = panelOf(slot)?.getBoundingClientRect() ?? slot.getBoundingClientRect();
  if (top < bar || bottom > innerHeight) slot.scrollIntoView({ block: "start" });
}

export { rounded, pointsOf, ownOf, panelOf, fieldOf, snapped, change, remember, forget, newClass, add, addAnywhere, remove };
refreshed(show);
// Points come from a linked figure too.
for (const type of ["moved", "stopped"]) document.addEventListener("course:" + type, ({ target: slot }) => { if (slot.pointed !== fieldOf(slot)?.value) show(slot); });
