// A page of the course as a folder of files, which no server answers. It shows its figures as
// they open; once the worker is there (worker.js), they can be moved. Until then what a hand
// asks for waits.

import { $, made, is, around } from "./dom.js";
import { workers, register, hearing, waiting, use } from "./keep.js";

const asked = performance.getEntriesByType("navigation")[0]?.name ?? location.href;
let ready = Boolean(workers?.controller);
/** @type {(can: boolean) => void} */
let settle = () => {};
/** @type {Promise<boolean>} */
const begun = new Promise((done) => { settle = done; });

// say has a line at the foot of the window.
/** @param {string} words */
function say(words, lasts = true) {
  let line = $(".standing");
  if (!line) {
    line = made("p", { class: "standing", role: "status" });
    document.body.append(line);
  }
  line.textContent = words;
  line.classList.toggle("passing", !lasts);
  return line;
}

const soon = "The figures can be moved in a moment";
const still = "This copy shows every figure as it opens.";

/** @param {string} why */
function never(why) {
  say(`${still} ${why}`);
  settle(false);
}

// A request of a figure waits until there is somebody who answers. Before any other script.
addEventListener("htmx:before:request", (event) => {
  const { ctx } = /** @type {CustomEvent<{ ctx: HtmxContext }>} */ (event).detail;
  if (ready) return;
  ctx.fetch = async (address, request) => {
    if (!await begun) throw new TypeError("nobody answers");
    return fetch(address, request);
  };
}, true);

// there is somebody: a page whose address asks for a state is loaded anew in it.
function there() {
  if (ready) return;
  ready = true;
  settle(true);
  if (new URL(asked).search) location.replace(asked);
  else say("The figures can be moved now.", false);
}

async function begin() {
  if (!workers) {
    never(isSecureContext ? "To move them takes a browser with service workers."
      : "To move them, open it by https, or on localhost.");
    return;
  }
  hearing((message) => {
    if (message.done && !ready) say(`${soon}: ${message.done} of ${message.of} files are here.`);
    if (message.refused) say("This browser keeps no files of the course: it needs the network.");
    if (message.ready && workers.controller) there();
    if (message.broken) never("This browser cannot run the program that moves them.");
  });
  if (!ready) say(soon + ".");
  try {
    const registration = await register();
    waiting(registration, (worker) => {
      const button = made("button", { type: "button" }, "Use it");
      button.addEventListener("click", () => use(worker));
      say("There is a newer revision of the course. ").append(button);
    });
    workers.addEventListener("controllerchange", () => workers.controller?.postMessage("wake"));
    (workers.controller ?? registration.active)?.postMessage("wake");
  } catch {
    if (!ready) never("This browser refuses to keep the program that moves them.");
  }
}

// A browser stops a worker that has nothing to do. A hand on a control has it start again.
for (const what of ["pointerdown", "focusin"]) {
  addEventListener(what, ({ target }) => {
    if (is(target, ".knobs *") || around(target, ".slot")) workers?.controller?.postMessage("wake");
  }, { passive: true });
}

if (document.readyState === "complete") begin();
else addEventListener("load", begin);
