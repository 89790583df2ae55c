// The worker that keeps the course in this browser, as the pages see it: see worker.js.

const root = new URL("../../", import.meta.url);
const workers = navigator.serviceWorker; // there is none where the page came by plain http

/** @returns {Promise<ServiceWorkerRegistration | undefined>} */
const registered = async () => workers?.getRegistration(root);
const register = () => workers.register(new URL("sw.js", root), { updateViaCache: "none" });

// hearing has what the worker says come here.
/** @param {(message: WorkerMessage) => void} told */
const hearing = (told) => workers?.addEventListener("message", ({ data }) => told(data));

// remove takes away all that this browser keeps of the course, but for the reader's work.
async function remove() {
  await (await registered())?.unregister();
  for (const name of await caches.keys()) {
    if (name.startsWith(`gramophone ${root.pathname} `)) await caches.delete(name);
  }
}

// waiting is the worker of a newer revision, which waits until it is told to go on, or until
// no page of the course is open.
/** @type {(registration: ServiceWorkerRegistration, come: (worker: ServiceWorker) => void) => void} */
function waiting(registration, come) {
  const look = () => { if (registration.waiting && registration.active) come(registration.waiting); };
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", look);
  });
  look();
}

// use has a newer worker go on, and the page loaded anew under it.
/** @param {ServiceWorker} worker */
function use(worker) {
  workers.addEventListener("controllerchange", () => location.reload(), { once: true });
  worker.postMessage("use");
}

export { root, workers, registered, register, hearing, remove, waiting, use };
