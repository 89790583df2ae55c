// The course in a service worker: what it has kept, and the program that draws its figures.
// The file that a browser registers, sw.js, begins with `const course = …` (see Course in
// types.d.ts) and has this after it. The first of its files is Go's own script.
//
// A folder of files has no server: pages are its files, and all else is the program's. Where
// there is a server, it is asked first, and the program when it does not answer.
{
  const worker = /** @type {WorkerScope} */ (/** @type {unknown} */ (self));
  worker.importScripts(course.files[0]);
  const root = new URL(worker.registration.scope), scope = root.pathname;
  const shelf = `gramophone ${scope} `, mine = shelf + course.revision;
  const files = new Set(course.files);

  // ---- what is kept ---------------------------------------------------------

  /** @param {object} message */
  async function tell(message) {
    for (const client of await worker.clients.matchAll({ includeUncontrolled: true })) client.postMessage(message);
  }

  // keep fetches what the course needs without a network. A file's name has a hash of it, so
  // that what an older revision has kept is taken from there. Where the browser refuses to
  // keep anything, the course goes on for as long as there is a network.
  async function keep() {
    let cache;
    try {
      cache = await caches.open(mine);
    } catch (error) {
      await tell({ refused: true });
      if (course.served) throw error;
      return;
    }
    const last = form().path, hashed = [...course.files, last], all = [...course.pages, ...hashed];
    const left = all.values();
    let done = 0, refused = false;
    const some = async () => {
      for (const path of left) {
        if (refused) return;
        if (path === last) await engine?.catch(() => null); // which may have it fetched
        try {
          await storing.get(path);
          const address = new URL(path, root), older = hashed.includes(path) ? await caches.match(address) : undefined;
          if (!await cache.match(address)) await cache.put(address, older ?? await whole(path));
        } catch (error) {
          if (!(error instanceof DOMException)) throw error; // no network: the browser tries again
          refused = true;
          await tell({ refused });
          if (course.served) throw error; // whose pages have a server, and want nothing but to be kept
          return;
        }
        await tell({ done: ++done, of: all.length });
      }
    };
    await Promise.all(Array.from({ length: 6 }, some)); // as many as a browser asks of one host at once
  }

  /** @param {string} path */
  async function whole(path) {
    const answer = await fetch(new URL(path, root), { cache: files.has(path) ? "default" : "no-cache" });
    if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
    return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
  }

  /** @param {string} path */
  async function kept(path) {
    try {
      return await (await caches.open(mine)).match(new URL(path, root));
    } catch {
      return undefined; // the browser refuses
    }
  }

  /** @type {Map<string, Promise<unknown>>} */
  const storing = new Map(); // what fetched has begun to keep, by its path

  // fetched is a file by network, kept from now on.
  /** @type {(path: string) => Promise<Response>} */
  async function fetched(path) {
    const answer = await whole(path), copy = answer.clone();
    storing.set(path, caches.open(mine).then((cache) => cache.put(new URL(path, root), copy)).catch(() => null));
    return answer;
  }

  // ---- readers' tables --------------------------------------------------------

  // They are in a database of the browser's, which outlives the worker. days is how long they stay without use.
  const day = 24 * 3600 * 1000, days = 30;
  /** @type {Promise<IDBDatabase> | null} */
  let database = null;

  function opened() {
    database ??= new Promise((ready, fail) => {
      const asks = indexedDB.open(`gramophone ${scope}`, 1);
      asks.onupgradeneeded = () => asks.result.createObjectStore("tables").createIndex("used", "used");
      asks.onsuccess = () => ready(asks.result);
      asks.onerror = () => fail(asks.error);
    });
    database.catch(() => {
      database = null;
    });
    return database;
  }

  // stored is what comes of a request to the store of tables.
  /** @type {<T>(mode: IDBTransactionMode, act: (all: IDBObjectStore) => IDBRequest<T>) => Promise<T>} */
  async function stored(mode, act) {
    const change = (await opened()).transaction("tables", mode), asks = act(change.objectStore("tables"));
    return new Promise((ready, fail) => {
      change.oncomplete = () => ready(asks.result);
      change.onabort = () => fail(change.error);
    });
  }

  const tables = {
    /** @type {(name: string, table: Uint8Array) => Promise<unknown>} */
    save: (name, table) => stored("readwrite", (all) => {
      const unused = all.index("used").openKeyCursor(IDBKeyRange.upperBound(Date.now() - days * day));
      unused.onsuccess = () => {
        if (!unused.result) return;
        all.delete(unused.result.primaryKey);
        unused.result.continue();
      };
      return all.put({ table, used: Date.now() }, name);
    }),
    /** @type {(name: string) => Promise<Uint8Array | null>} */
    load: async (name) => {
      const found = await stored("readonly", (all) => all.get(name));
      if (!found || found.used < Date.now() - days * day) return null;
      if (found.used < Date.now() - day) await tables.save(name, found.table);
      return found.table;
    },
    /** @type {(name: string) => Promise<unknown>} */
    remove: (name) => stored("readwrite", (all) => all.delete(name)),
  };

  // ---- the program ------------------------------------------------------------

  /** @type {Promise<Engine> | null} */
  let engine = null;
  let asked = 0;
  /** @type {Map<number, () => void>} */
  const unanswered = new Map(); // number → gives up
  const start = () => {
    engine ??= begin();
    return engine;
  };

  // form is the smallest form of the program that this browser can unpack. The last is plain.
  function form() {
    const can = (/** @type {string} */ format) => {
      try {
        return format === "" || Boolean(new DecompressionStream(/** @type {CompressionFormat} */ (format)));
      } catch {
        return false;
      }
    };
    return course.programs.find(({ format }) => can(format)) ?? { path: "", format: "" };
  }

  // program is the program as it arrives, unpacked, so that it is compiled meanwhile. A host
  // may have unpacked it: its first bytes tell.
  async function program() {
    const { path, format } = form();
    const { body } = await kept(path) ?? await fetched(path);
    const [ahead, bytes] = /** @type {ReadableStream<Uint8Array<ArrayBuffer>>} */ (body).tee();
    const reader = ahead.getReader(), { value } = await reader.read();
    reader.cancel();
    const plain = value?.[0] === 0; // "\0asm"
    const unpacked = plain ? bytes
      : bytes.pipeThrough(new DecompressionStream(/** @type {CompressionFormat} */ (format)));
    return new Response(unpacked, { headers: { "Content-Type": "application/wasm" } });
  }

  // pause calls done once what waits for this thread has had its turn.
  /** @param {() => void} done */
  function pause(done) {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      done();
    };
    port2.postMessage(null);
  }

  async function begin() {
    try {
      const go = new Go();
      const { instance } = await WebAssembly.instantiateStreaming(program(), go.importObject);
      /** @type {Engine} */
      const one = await new Promise((ready, fail) => {
        const here = {
          prefix: scope.slice(0, -1), assets: course.assets, tables, pause,
          installing: () => !worker.registration.active,
          ready: () => ready(worker.gramophone),
        };
        worker.gramophone = /** @type {Engine} */ (/** @type {unknown} */ (here));
        go.run(instance).finally(() => { // it has broken: the next request starts another
          fail(new Error("the program ended"));
          engine = null;
          unanswered.forEach((giveUp) => giveUp());
        });
      });
      tell({ ready: true });
      return one;
    } catch (error) {
      engine = null;
      throw error;
    }
  }

  // drawn is the program's answer. It knows no address that ends in a slash, but its root.
  /** @type {(request: Request, url: URL) => Promise<Response>} */
  async function drawn(request, url) {
    const one = await start();
    /** @param {string} address */
    const plain = (address) => {
      const at = new URL(address);
      if (at.pathname !== scope) at.pathname = at.pathname.replace(/\/$/, "");
      return at.href;
    };
    const headers = [...request.headers].map(([name, value]) =>
      [name, name === "hx-current-url" ? plain(value) : value]);
    const body = request.method === "GET" ? null : new Uint8Array(await request.arrayBuffer());
    const id = ++asked;
    request.signal.addEventListener("abort", () => one.stop(id));
    return new Promise((answer, fail) => {
      unanswered.set(id, () => fail(new Error("the program ended")));
      one.answer(id, request.method, plain(url.href), headers, body, (status, fields, bytes) => {
        unanswered.delete(id);
        const head = new Headers(fields), to = head.get("Location"); // which a worker's answer has whole
        if (to) head.set("Location", new URL(to, url).href);
        answer(new Response([204, 205, 304].includes(status) ? null : bytes, { status, headers: head }));
      });
    });
  }

  // ---- requests ---------------------------------------------------------------

  const made = /(^|\/)card\.png$|^course\.epub$/; // files that the program does not make
  const own = /^data\/./; // pages of readers' tables, whose addresses no host hears of
  const named = /^(static|engine)\//; // files of a newer revision, if they are none of this one's

  // page is a page of the folder: kept, or by network, or else drawn.
  /** @type {(request: Request, url: URL, path: string) => Promise<Response>} */
  async function page(request, url, path) {
    if (path && !path.endsWith("/")) return Response.redirect(`${url.origin}${url.pathname}/${url.search}`);
    return await kept(path) ?? await fetched(path).catch(() => drawn(request, url));
  }

  /** @type {(request: Request, url: URL, path: string) => Promise<Response>} */
  async function folder(request, url, path) {
    if (named.test(path)) return fetch(request);
    if (made.test(path)) return fetched(path).catch(async () => await kept(path) ?? drawn(request, url));
    const visit = request.mode === "navigate" && request.method === "GET";
    if (visit && !url.search && !/\.[a-zA-Z]+$/.test(path) && !own.test(path)) return page(request, url, path);
    try {
      return await drawn(request, url);
    } catch {
      if (visit && !own.test(path)) return page(request, url, path);
      return new Response("This browser cannot run the program that draws the figures.", { status: 503 });
    }
  }

  worker.addEventListener("install", (event) => {
    const first = !course.served && !worker.registration.active;
    if (first) start().catch(() => null); // it is compiled while the rest is fetched
    event.waitUntil(keep());
  });
  worker.addEventListener("activate", (event) => event.waitUntil((async () => {
    for (const name of await caches.keys().catch(() => [])) {
      if (name.startsWith(shelf) && name !== mine) await caches.delete(name);
    }
    await worker.clients.claim();
    if (!course.served) await start().catch(() => tell({ broken: true }));
  })()));
  worker.addEventListener("message", ({ data, source }) => {
    if (data === "use") worker.skipWaiting();
    if (data !== "wake") return;
    worker.clients.claim(); // a page that was loaded past the worker has none
    start().then(() => source?.postMessage({ ready: true }), () => source?.postMessage({ broken: true }));
  });
  worker.addEventListener("fetch", (event) => {
    const { request } = event, url = new URL(request.url);
    if (url.origin !== root.origin || !url.pathname.startsWith(scope)) return;
    const path = url.pathname.slice(scope.length);
    if (files.has(path)) {
      event.respondWith(kept(path).then((file) => file ?? fetched(path)));
    } else if (!course.served) {
      if (path !== "sw.json") event.respondWith(folder(request, url, path));
    } else if (request.method === "GET" && !/^(rooms|sheets|api|data|healthz|readyz|dev|sw\.json)(\/|$)/.test(path)) {
      event.respondWith(fetch(request).catch(() => drawn(request, url)));
    }
  });
}
