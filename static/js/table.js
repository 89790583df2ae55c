// Text that a reader types or pastes, read as points as the server reads it; see Own in
// lessons/points.

// number is a finite one, or NaN: what is too large for one is the largest.
/** @param {string} text */
function number(text) {
  const s = text.trim().replaceAll("−", "-");
  if (/^[+-]*(inf|infinity)$/i.test(s)) return s.startsWith("-") ? -Number.MAX_VALUE : Number.MAX_VALUE;
  if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(s)) return NaN;
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, Number(s)));
}

// pointOf is the point that a text is, [x, y] or [x₁, x₂, 1 or −1], or null.
/** @type {(text: string, classed: boolean) => number[] | null} */
function pointOf(text, classed) {
  const v = text.split(",").map(number);
  if (classed && v[2] === 0) v[2] = -1;
  return v.length === (classed ? 3 : 2) && v.every(Number.isFinite) && (!classed || Math.abs(v[2]) === 1) ? v : null;
}

/** @param {string} text */
const listed = (text) => text.split(";").filter((point) => point.trim());
/** @type {(text: string, classed: boolean) => number[][]} */
const parse = (text, classed) => listed(text).flatMap((point) => {
  const p = pointOf(point, classed);
  return p ? [p] : [];
});

// cellsOf are the cells of a line, without empty ones at its end.
/** @type {(line: string, apart: string | RegExp) => string[]} */
function cellsOf(line, apart) {
  const cells = line.trim().split(apart).map((cell) => cell.trim());
  while (cells.length && !cells.at(-1)) cells.pop();
  return cells;
}

// isList reports whether lines are a list of points that was broken, and no table whose
// lines have two cells.
/** @type {(lines: string[], classed: boolean) => boolean} */
function isList(lines, classed) {
  const parts = lines.map((line) => cellsOf(line, ";"));
  const pairs = !classed && parts.every((part) => part.length === 2);
  return !pairs && lines.some((line) => line.includes(";")) && parts.flat().every((part) => pointOf(part, classed));
}

// isHead reports whether a line has no digit but in a name, as x1.
/** @param {string} line */
const isHead = (line) => !/\p{Nd}/u.test(line.replace(/[\p{L}_][\p{L}\p{N}_]*/gu, ""));

// fromTable is what a text of several lines is as points, a list that was broken or a
// table, a row a line, as it is copied from a spreadsheet: its cells apart by tabs,
// semicolons, spaces or commas, the first of these by which most lines are points, and
// numbers with decimal commas unless commas keep the cells apart. The lines of its head are
// counted, and those that are unread; the first of these stands beside them. Null for what
// is neither.
/** @type {(all: string, classed: boolean) => Table | null} */
function fromTable(all, classed) {
  const text = all.trim();
  if (!/[\n\r\t]/.test(text)) return null;
  const lines = text.split(/[\n\r]+/).filter((line) => /[^\s;,]/.test(line));
  if (isList(lines, classed)) {
    const points = parse(lines.join(";"), classed);
    return { points, rows: 0, head: 0, unread: 0, commas: false, bad: 0, line: "" };
  }
  let head = lines.findIndex((line) => !isHead(line));
  if (head < 0) head = lines.length;
  /** @type {Table} */
  let table = { points: [], rows: 0, head: 0, unread: lines.length, commas: false, bad: 0, line: lines[0] };
  for (const apart of ["\t", ";", /\s+/, ","]) {
    let commas = false;
    const read = lines.slice(head).map((line) => {
      const cells = cellsOf(line, apart).map((cell) => cell.replace(/^"+|"+$/g, ""));
      const numbers = apart === "," ? cells : cells.map((cell) => cell.replace(",", "."));
      const point = pointOf(numbers.join(","), classed);
      commas ||= point !== null && apart !== "," && cells.some((cell) => cell.includes(","));
      return point;
    });
    const points = read.filter((point) => point !== null), bad = head + read.indexOf(null);
    if (points.length > table.points.length) {
      const unread = read.length - points.length;
      table = { points, rows: read.length, head, unread, commas, bad, line: lines[bad] };
    }
  }
  return table.points.length || lines.length > 1 ? table : null;
}

export { listed, parse, fromTable };
