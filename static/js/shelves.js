// What is kept in this browser under gramophone.…, as one file has it: read with care, since
// it may come from anywhere, and merged entry by entry, of which the newer counts.

/**
 * @typedef {Record<string, any>} Entries
 * @typedef {Record<string, Entries>} Work
 * @typedef {{ added: number, newer: number, kept: number }} Counts
 */

const shelves = ["progress", "sketches", "envelopes", "explained", "practice"];

// A file has at most so many bytes, and a part of it so many entries; the whole course's
// exercises answered and figures sketched are a tenth of that.
const maxBytes = 2e6, maxEntries = 500;

// ---- read ------------------------------------------------------------------------------

/** @param {unknown} v @returns {v is Record<string, unknown>} */
const isObject = (v) => typeof v === "object" && v !== null && !Array.isArray(v);
/** @param {unknown} v @param {number} most @returns {v is string} */
const isText = (v, most) => typeof v === "string" && v.length <= most;
/** @param {unknown} v @returns {v is number} */
const isNumber = (v) => typeof v === "number" && Number.isFinite(v);
/** @param {unknown} v @returns {v is string[]} */
const isAnswer = (v) => Array.isArray(v) && v.length > 0 && v.length <= 20 && v.every((one) => isText(one, 200));
/** @type {(v: unknown) => boolean} */
const isHeights = (v) => Array.isArray(v) && v.length === 101 && v.every((y) => y === null || isNumber(y));
/** @param {unknown} v */
const isBox = (v) => isNumber(v) && [1, 2, 3, 4].includes(v);
/** @param {string} name */
const isName = (name) => /^[a-z0-9-]{1,60}$/.test(name);

// A reader reads one file's entries and counts those that it leaves out. Times that lie
// ahead are now, so that no entry wins for ever.
/** @typedef {{ now: number, left: number }} Reader */
/** @type {(r: Reader, v: unknown) => number} */
const time = (r, v) => (isNumber(v) && v > 0 ? Math.min(v, r.now) : 0);

// some reads the entries whose names and values are good.
/** @type {(r: Reader, from: unknown, name: (s: string) => boolean, value: (v: unknown) => unknown) => Entries} */
function some(r, from, name, value) {
  const all = isObject(from) ? Object.entries(from) : [];
  const good = all.slice(0, maxEntries).flatMap(([key, v]) => {
    const one = name(key) ? value(v) : undefined;
    return one === undefined ? [] : [[key, one]];
  });
  r.left += all.length - good.length;
  return Object.fromEntries(good);
}

/** @type {(r: Reader, v: unknown) => unknown} */
function answer(r, v) {
  if (!isObject(v) || !isAnswer(v.values) || typeof v.right !== "boolean") return undefined;
  const { values, right, first, at, box } = v;
  return {
    values, right,
    ...(isAnswer(first) && { first }),
    ...(isNumber(at) && { at: time(r, at) }),
    ...(isBox(box) && { box }),
  };
}

/** @type {(r: Reader, v: unknown) => unknown} */
function lesson(r, v) {
  if (!isObject(v)) return undefined;
  const played = Array.isArray(v.played) ? v.played.slice(0, maxEntries) : [];
  return {
    seen: time(r, v.seen),
    answers: some(r, v.answers, isName, (a) => answer(r, a)),
    goals: some(r, v.goals, isName, (at) => (isNumber(at) && at > 0 ? time(r, at) : undefined)),
    played: played.filter((id) => isText(id, 60) && isName(id)),
  };
}

/** @type {(r: Reader, from: unknown) => Entries} */
function readProgress(r, from) {
  if (!isObject(from)) return {};
  const { last, ...lessons } = from;
  const all = some(r, lessons, isName, (v) => lesson(r, v));
  return isText(last, 60) && isName(last) ? { last, ...all } : all;
}

/** @type {(v: unknown, r: Reader) => unknown} */
function sketch(v, r) {
  if (!isObject(v) || !isText(v.x, 60) || !isHeights(v.y)) return undefined;
  const { x, y, first, at } = v;
  return { x, y, ...(isHeights(first) && { first }), ...(isNumber(at) && { at: time(r, at) }) };
}

/** @type {(v: unknown, r: Reader) => unknown} */
function envelope(v, r) {
  if (!isObject(v) || !isNumber(v.chosen) || !isNumber(v.sealed) || !isText(v.said, 500)) return undefined;
  const { chosen, sealed, said, at } = v;
  return { chosen, sealed, said, ...(isNumber(at) && { at: time(r, at) }) };
}

/** @type {(v: unknown, r: Reader) => unknown} */
const explained = (v, r) =>
  (isObject(v) && isText(v.text, 500) && isNumber(v.at) ? { text: v.text, at: time(r, v.at) } : undefined);

/** @type {(v: unknown) => boolean} */
const isCount = (v) => Array.isArray(v) && v.length === 2 && v.every((n) => Number.isInteger(n) && n >= 0 && n < 1e6)
  && v[1] <= v[0];
/** @type {(v: unknown, r: Reader) => unknown} */
function practised(v, r) {
  if (!isObject(v) || !isNumber(v.at) || !isBox(v.box)) return undefined;
  const { at, box, tally } = v, whole = Array.isArray(tally) && tally.length === 3 && tally.every(isCount);
  if (!whole) return undefined;
  const mistakes = some(r, v.mistakes ?? {}, isName, (n) => (isCount([n, 0]) ? n : undefined));
  return { at: time(r, at), box, tally, mistakes };
}

// parse reads a file: its work, with how many entries were left out, or what is wrong with it.
/** @type {(file: Blob, now: number) => Promise<{ work?: Work, wrong: string, left: number }>} */
async function parse(file, now) {
  const no = (/** @type {string} */ wrong) => ({ wrong, left: 0 });
  if (file.size > maxBytes) return no("That file is too large: 2 MB is the most.");
  let all;
  try { all = JSON.parse(await file.text()); } catch { all = null; }
  if (!isObject(all) || !("gramophone" in all)) return no("That file is not one that was saved here.");
  if (all.gramophone !== 1) return no("That file is of a later version of this course.");
  const r = { now, left: 0 };
  const path = (/** @type {string} */ s) => /^\/[\w/.-]{1,150} [^ ]{0,60}$/.test(s);
  const figure = (/** @type {string} */ s) => /^[a-z0-9-]{1,60}\/[a-z0-9-]{1,60}$/.test(s);
  const work = {
    progress: readProgress(r, all.progress),
    sketches: some(r, all.sketches, path, (v) => sketch(v, r)),
    envelopes: some(r, all.envelopes, figure, (v) => envelope(v, r)),
    explained: some(r, all.explained, isName, (v) => explained(v, r)),
    practice: some(r, all.practice, figure, (v) => practised(v, r)),
  };
  return { work, wrong: "", left: r.left };
}

// ---- merged --------------------------------------------------------------------------------

/** @param {any} one */
const timeOf = (one) => (isNumber(one) ? one : one?.at ?? 0);

// newest are the entries of both, of each name the newer; what is the same is not counted.
/** @type {(mine: Entries, theirs: Entries, counts: Counts) => Entries} */
function newest(mine, theirs, counts) {
  const all = { ...mine };
  for (const [name, one] of Object.entries(theirs)) {
    const there = Object.hasOwn(all, name);
    if (there && JSON.stringify(all[name]) === JSON.stringify(one)) continue;
    const wins = !there || timeOf(one) > timeOf(all[name]);
    counts[wins ? (there ? "newer" : "added") : "kept"]++;
    if (wins) all[name] = one;
  }
  return all;
}

// merge is what a shelf has after a file was read. Answers and goals are merged one by one.
/** @type {(shelf: string, mine: Entries, theirs: Entries, counts: Counts) => Entries} */
function merge(shelf, mine, theirs, counts) {
  if (shelf !== "progress") return newest(mine, theirs, counts);
  const all = { ...mine };
  for (const [slug, done] of Object.entries(theirs)) {
    if (slug === "last") {
      all.last ??= done;
      continue;
    }
    const own = all[slug] ?? {}, { answers = {}, goals = {}, played = [], seen = 0 } = own;
    all[slug] = {
      ...own,
      seen: Math.max(seen, done.seen),
      answers: newest(answers, done.answers, counts),
      goals: newest(goals, done.goals, counts),
      played: [...new Set([...played, ...done.played])],
    };
  }
  return all;
}

export { merge, parse, shelves };
