// What mistakes are called: a page that counts them has their names, hidden.

import { $, the } from "./dom.js";

// mistakeNamed is what a mistake is called, and what it is in a sentence; null for none of that name.
/** @type {(name: string) => { title: string, says: string } | null} */
export function mistakeNamed(name) {
  const named = $(`#mistake-names [data-mistake="${CSS.escape(name)}"]`);
  return named && { title: the("dt", named).textContent, says: the("dd", named).textContent };
}
