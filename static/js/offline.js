// The page on which a reader has the course kept in her browser, and gives it up again.

import { the } from "./dom.js";
import { root, workers, registered, register, hearing, remove, waiting, use } from "./keep.js";

const status = the("#kept-status"), keepIt = the("#keep"), removeIt = the("#remove"), update = the("#update");
let refused = false; // by the browser, which says so itself
const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`;

/** @param {Record<string, boolean>} shown */
function offer(shown) {
  keepIt.hidden = !shown.keep;
  removeIt.hidden = !shown.remove;
  update.hidden = !shown.update;
}

async function taken() {
  const { usage } = await navigator.storage?.estimate?.() ?? {};
  return usage ? ` This browser has ${megabytes(usage)} of this address.` : "";
}

async function show() {
  const registration = await registered();
  if (!registration?.active) {
    const about = await fetch(new URL("sw.json", root)).then((answer) => answer.json()).catch(() => null);
    status.textContent = about ? `It takes ${megabytes(about.bytes)}.` : "The server does not answer.";
    offer({ keep: Boolean(about) });
    return;
  }
  status.textContent = "The course is kept in this browser." + await taken();
  offer({ remove: true, update: Boolean(registration.waiting) });
  waiting(registration, () => {
    status.textContent = "There is a newer revision of the course.";
    offer({ remove: true, update: true });
  });
}

async function keep() {
  offer({});
  refused = false;
  status.textContent = "It is being fetched.";
  await navigator.storage?.persist?.();
  try {
    const registration = await register();
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    worker?.addEventListener("statechange", () => {
      if (worker.state === "activated" && !refused) show();
      if (worker.state === "redundant") {
        if (!refused) status.textContent = "It could not be fetched. Please try again.";
        offer({ keep: true });
      }
    });
    if (worker?.state === "activated") show();
  } catch {
    status.textContent = "This browser refuses to keep the course.";
  }
}

if (!workers) {
  status.textContent = isSecureContext ? "This browser has no service workers, and cannot keep the course."
    : "A browser keeps only what came by https, or from its own machine. Open this page so.";
} else {
  hearing((message) => {
    if (message.done && message.of) status.textContent = `${message.done} of ${message.of} files are here.`;
    if (!message.refused) return;
    refused = true;
    status.textContent = "This browser refuses to keep files of the course. Is its disk full?";
    offer({ remove: true });
  });
  keepIt.addEventListener("click", keep);
  removeIt.addEventListener("click", async () => {
    await remove();
    status.textContent = "It is removed. What you have done in the course is still here: see My work.";
    offer({ keep: true });
  });
  update.addEventListener("click", async () => {
    const worker = (await registered())?.waiting;
    if (worker) use(worker);
  });
  show();
}
