// What every script builds on: elements of the page, what scripts tell each other, and what a
// browser keeps.
//
// Scripts hear of each other by events (tell, hear): course:begin at a figure when a hand
// starts to move it, course:moved when its new picture is there, with whether the hand leads
// it, and course:rest at the document when all have rested, with the figure that the hand was
// on. A figure hears course:asked when a link has opened a state of it, with the link, and
// course:stopped when its reader gives a state up; an exercise course:judged when the server
// has said something to an answer, and course:renewed when it is asked otherwise. types.d.ts
// lists all of them.
//
// What a script knows of an element stands in the script, in a map by elements
// (perElement), and not on the element.

// $ is the first element that a selector finds, $$ are all of them, and the is one that has
// to be there.
/** @type {<S extends string>(selector: S, root?: ParentNode) => Selected<S> | null} */
const $ = (selector, root = document) => root.querySelector(selector);
/** @type {<S extends string>(selector: S, root?: ParentNode) => Selected<S>[]} */
const $$ = (selector, root = document) => Array.from(root.querySelectorAll(selector));
/** @type {<S extends string>(selector: S, root?: ParentNode) => Selected<S>} */
const the = (selector, root) => {
  const found = $(selector, root);
  if (!found) throw new Error(`no ${selector}`);
  return found;
};

// is says whether an event's target matches a selector, around finds what it stands in. A
// target that is no element, as the document, matches nothing and stands in nothing.
/**
 * @template {string} S
 * @param {EventTarget | null} target
 * @param {S} selector
 * @returns {target is Selected<S>}
 */
const is = (target, selector) => target instanceof Element && target.matches(selector);
/** @type {<S extends string>(target: EventTarget | null, selector: S) => Selected<S> | null} */
const around = (target, selector) => (target instanceof Element ? target.closest(selector) : null);

// aside is whether a press means the browser: another tab, another window, a menu.
/** @param {MouseEvent} event */
const aside = (event) => Boolean(event.button) || event.ctrlKey || event.metaKey || event.shiftKey;

// perElement keeps a value for each element, made when it is first asked for.
/**
 * @template {Element} E
 * @template T
 * @param {(el: E) => T} fresh
 */
function perElement(fresh) {
  /** @type {WeakMap<E, T>} */
  const kept = new WeakMap();
  return (/** @type {E} */ el) => {
    if (!kept.has(el)) kept.set(el, fresh(el));
    return /** @type {T} */ (kept.get(el));
  };
}

// made is a new element.
/**
 * @template {keyof HTMLElementTagNameMap} K
 * @param {K} name
 * @param {Record<string, string | number>} attributes
 * @param {string | number} text
 */
function made(name, attributes, text = "") {
  const el = document.createElement(name);
  for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, String(v));
  el.textContent = String(text);
  return el;
}

/**
 * @template {keyof CourseEvents} K
 * @param {CourseEvents[K]["target"]} target
 * @param {K} what
 * @param {CourseEvents[K]["detail"]} [detail]
 */
function tell(target, what, detail) {
  target.dispatchEvent(new CustomEvent("course:" + what, { bubbles: true, detail }));
}
/**
 * @template {keyof CourseEvents} K
 * @param {K} what
 * @param {(target: CourseEvents[K]["target"], detail: CourseEvents[K]["detail"]) => void} listener
 */
function hear(what, listener) {
  document.addEventListener("course:" + what, (event) => {
    const { target, detail } = /** @type {CustomEvent} */ (event);
    listener(/** @type {CourseEvents[K]["target"]} */ (target), detail);
  });
}

// read and write keep values in the browser, under a name; where it keeps
// nothing, there is nothing. What is read is what was written: nobody else writes there.
/** @type {<T>(name: string, where?: "localStorage" | "sessionStorage") => T | null} */
function read(name, where = "localStorage") {
  try { return JSON.parse(window[where].getItem(name) ?? "null"); } catch { return null; }
}
/** @type {(name: string, value: unknown, where?: "localStorage" | "sessionStorage") => void} */
function write(name, value, where = "localStorage") {
  try { window[where].setItem(name, JSON.stringify(value)); } catch { /* for this page only */ }
}

// calm is whether the reader wants no motion.
const calm = matchMedia("(prefers-reduced-motion: reduce)");

export { $, $$, the, is, around, aside, perElement, made, tell, hear, read, write, calm };
