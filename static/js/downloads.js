// Where no server answers, what a link has a reader download is fetched and then saved: Chromium
// asks no service worker for it.

import { around, aside, is } from "./dom.js";
import { save } from "./save.js";

/** @param {HTMLAnchorElement} a */
async function download(a) {
  const reply = await fetch(a.href).catch(() => null);
  if (!reply?.ok) return location.assign(a.href); // which says why
  const [, named] = /filename="([^"]+)"/.exec(reply.headers.get("Content-Disposition") ?? "") ?? [];
  const last = a.pathname.split("/").pop() ?? "";
  save(await reply.blob(), reply.headers.get("Content-Type") ?? "", named ?? (a.download || last));
}

document.addEventListener("click", (event) => {
  const a = around(event.target, "a[download]");
  if (event.defaultPrevented || aside(event) || !is(a, "a") || a.origin !== location.origin) return;
  event.preventDefault();
  download(a);
});
