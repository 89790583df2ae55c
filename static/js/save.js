// What a page has made, or fetched, as a file of the reader's.

import { made } from "./dom.js";

// save has the browser keep what a page has as a file of that name.
/** @type {(part: BlobPart, type: string, name: string) => void} */
function save(part, type, name) {
  const url = URL.createObjectURL(new Blob([part], { type }));
  made("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60e3);
}

export { save };
