// What the scripts take the page to be, for whoever checks them (.ci/scripts). No browser
// reads this file.

// ---- what a selector finds ------------------------------------------------------

/** A query's parts as the server writes them; see views. */
type Data<Names extends string> = DOMStringMap & Record<Names, string>;

interface Slot extends HTMLElement { readonly dataset: Data<"path" | "action" | "prefix"> }
interface Slide extends HTMLInputElement { readonly dataset: Data<"for" | "grid">; readonly form: HTMLFormElement }
interface Panels extends HTMLElement { readonly dataset: Data<"query" | "access" | "reached"> }
interface Plot extends SVGSVGElement { readonly dataset: Data<"x" | "y" | "frame"> }
interface For extends HTMLElement { readonly dataset: Data<"for"> }
interface Chooser extends HTMLElement { readonly dataset: Data<"for" | "chosen" | "open"> }
interface Slips extends HTMLElement { readonly dataset: Data<"for" | "used"> }
interface Own extends HTMLElement { readonly dataset: Data<"panel" | "most" | "longest" | "send"> }
interface Hear extends HTMLButtonElement { readonly dataset: Data<"hear"> }
interface Guess extends SVGElement { readonly dataset: Data<"value"> }
// A question that a class is asked: the votes by choice, none before they are shown, and the place, from 1,
// of the right one; 0 before it may be seen.
interface Asked { question: string, votes: number[], right: number }
interface Room extends HTMLElement { readonly dataset: Data<"at" | "state" | "shown"> }
interface Exercise extends HTMLElement { readonly dataset: Data<"exercise"> }

/** What holds a value of a form. */
type Field = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What the classes and attributes stand for that a selector's last part begins with. */
interface Known {
  ".slot": Slot;
  ".slide": Slide;
  ".value": HTMLInputElement | HTMLTextAreaElement;
  ".was": HTMLInputElement;
  ".cell": HTMLInputElement;
  ".knobs": HTMLFormElement;
  ".panels": Panels;
  ".plot": Plot;
  ".curve": SVGPathElement;
  ".points": SVGPathElement;
  ".stems": SVGPathElement;
  ".stems-heads": SVGPathElement;
  ".stem-high": SVGPathElement;
  ".stem-high-heads": SVGPathElement;
  ".bumps": SVGPathElement;
  ".truth": SVGPathElement;
  ".ghost": SVGPathElement;
  ".raster": SVGElement;
  ".film": For;
  ".choose": Chooser;
  ".slips": Slips;
  ".chip": Guess;
  ".own": Own;
  ".preset": HTMLAnchorElement;
  ".release": HTMLButtonElement;
  ".handle": HTMLButtonElement;
  ".grip": HTMLButtonElement;
  ".room": Room;
  ".votes": HTMLFormElement;
  "[data-choice]": HTMLInputElement | HTMLSelectElement;
  "[data-exercise]": Exercise;
  "[data-quote]": HTMLTextAreaElement;
  "[data-turn]": HTMLAnchorElement;
  "[data-all]": HTMLAnchorElement;
  "[data-present]": HTMLAnchorElement;
  "[data-take]": HTMLAnchorElement;
  "[type=radio]": HTMLInputElement;
  "[type=checkbox]": HTMLInputElement;
  "[type=submit]": HTMLButtonElement;
  "[data-hand]": HTMLButtonElement;
  "[data-sketch]": HTMLButtonElement;
  "[data-film]": HTMLButtonElement;
  "[data-hear]": Hear;
  "[data-copy]": HTMLButtonElement;
  "[data-draw]": HTMLButtonElement;
  "#keys": HTMLDialogElement;
  "#start": HTMLAnchorElement;
}

type Before<S extends string, End extends string> = S extends `${infer Head}${End}${string}` ? Head : S;
type Tag<S extends string> = Before<Before<Before<Before<S, ".">, "[">, ":">, "#">;
type Class<S extends string> = S extends `${string}.${infer Rest}` ? `.${Tag<Rest>}` : "";
type Attribute<S extends string> = S extends `${string}[${infer Inner}]${string}` ? Inner : "";

type Compound<S extends string> =
  S extends keyof Known ? Known[S]
    : S extends `svg.plot${string}` ? Plot
      : Tag<S> extends keyof HTMLElementTagNameMap ? HTMLElementTagNameMap[Tag<S>]
        : Tag<S> extends keyof SVGElementTagNameMap ? SVGElementTagNameMap[Tag<S>]
          : Class<S> extends keyof Known ? Known[Class<S>]
            : `[${Attribute<S>}]` extends keyof Known ? Known[`[${Attribute<S>}]`]
              : `[${Before<Attribute<S>, "=">}]` extends keyof Known ? Known[`[${Before<Attribute<S>, "=">}]`]
                : HTMLElement;

/** The element that a selector finds, by the last of its parts. */
type Selected<S extends string> =
  string extends S ? HTMLElement
    : S extends `${infer One}, ${infer Others}` ? Selected<One> | Selected<Others>
      : S extends `${string} ${infer Inner}` ? Selected<Inner>
        : Compound<S>;

interface Element {
  closest<S extends string>(selectors: S): Selected<S> | null;
}

// ---- pictures: frame.js ------------------------------------------------------------

/** An axis: the values at its ends, and where on it a value stands, 0 to 1. */
interface Axis {
  lo: number;
  hi: number;
  log: boolean;
  share(value: number): number;
  value(share: number): number;
}

/** Where a picture's data rectangle lies on the screen, and which values stand at its edges. */
interface Frame extends Bounds {
  box: DOMRect;
  left: number;
  top: number;
  width: number;
  height: number;
  axes: [Axis, Axis];
  text: string;
  at(px: number, py: number): [number, number];
  share(x: number, y: number): [number, number];
  value(px: number, py: number): [number, number];
  has(px: number, py: number): boolean;
}
interface Bounds { xlo: number; xhi: number; ylo: number; yhi: number }

// ---- what hands move: hands.js, grips.js, points.js -----------------------------------

/** A coordinate of a handle: where it was when the control that it sets was at Now. */
interface Side { Sets: string; At: number; Now: number; Per: number; Whole: boolean }
/** A handle as the server lists it (course.Handle). */
interface Grip { Panel: string; Label: string; X: Side; Y: Side; Snaps: boolean }

/** A text of several lines read as points: see fromTable in table.js. */
interface Table {
  points: number[][];
  rows: number;
  head: number;
  unread: number;
  commas: boolean;
  bad: number;
  line: string;
}

/** What is at a handle, for whoever moves it. */
interface Held {
  svg: Plot;
  at: number[];
  /** What is done before the first step of a move, and what takes the whole of it back. */
  move: { begin(): void; back(): void };
  to(place: number[], f: Frame): void;
  tapped(event: PointerEvent): void;
  /** Where it is after so many steps of a key. */
  next(steps: number[], f: Frame): number[];
}

// ---- what scripts tell each other: tell and hear in dom.js ---------------------

interface CourseEvents {
  begin: { target: Slot; detail?: undefined };
  moved: { target: Slot; detail: { leads: boolean } };
  rest: { target: Document; detail: Slot | null };
  asked: { target: Slot; detail: HTMLElement };
  stopped: { target: Slot; detail?: undefined };
  judged: { target: Exercise; detail?: undefined };
  renewed: { target: Exercise; detail?: undefined };
  veiled: { target: Slot; detail?: undefined };
  released: { target: HTMLElement; detail?: undefined };
  bared: { target: HTMLElement; detail?: undefined };
  points: { target: Slot; detail?: undefined };
  chosen: { target: Slot; detail?: undefined };
  drawing: { target: Slot; detail?: undefined };
  turned: { target: HTMLElement; detail?: undefined };
  sketched: { target: Slot; detail?: undefined };
  counted: { target: HTMLElement; detail?: undefined };
}

// ---- a class: room.js ----------------------------------------------------------------

/** The state of a room as GET …/state has it, but for the tally. */
interface RoomState {
  revision: number;
  phase: "explore" | "read" | "vote1" | "closed1" | "discuss" | "vote2" | "closed2" | "reveal";
  lesson: string;
  figure: string;
  query: string;
  pace: "teacher" | "free";
  question: string;
  round: number;
  left_ms: number;
  seats: number;
  released: boolean;
}
interface RoomVote { question: string; round: number; choice: string }

// ---- htmx -------------------------------------------------------------------------

/** A request of htmx's, and its answer as far as it is there. */
interface HtmxContext {
  sourceElement: Element;
  target?: Element | null;
  request: {
    action: string;
    headers: Record<string, string>;
    cache?: RequestCache;
    body: FormData;
    signal?: AbortSignal;
    abort(): void;
  };
  /** How it is asked for; htmx takes fetch where this is not set. */
  fetch: (address: string, request: RequestInit) => Promise<HtmxAnswer>;
  response?: { status: number; headers: Headers; raw?: Response };
  text: string;
}
type HtmxAnswer = Pick<Response, "status" | "headers" | "text">;
type HtmxEvent = CustomEvent<{ ctx: HtmxContext }>;
interface HtmxEvents {
  "htmx:config:request": HtmxEvent;
  "htmx:before:request": HtmxEvent;
  "htmx:after:request": HtmxEvent;
  "htmx:finally:request": HtmxEvent;
  "htmx:response:error": HtmxEvent;
  "htmx:error": CustomEvent<{ ctx?: HtmxContext }>;
  "htmx:before:swap": HtmxEvent;
  "htmx:after:swap": HtmxEvent;
}
declare const htmx: {
  ajax(method: "GET", address: string, how: { source: Element; target: Element; swap: "innerHTML" }): Promise<void>;
  trigger(element: Element, event: string): void;
};

interface DocumentEventMap extends HtmxEvents {}
interface WindowEventMap extends HtmxEvents {}

// ---- what browsers have and the library does not know -------------------------------

interface Navigator { readonly connection?: { readonly saveData: boolean } }

// ---- the course without a server: worker.js, keep.js ------------------------------------

/** What sw.js begins with: what there is to keep, and how the course runs here. */
interface Course {
  revision: string;
  served: boolean; // there is a server, which is asked first
  files: string[]; // whose names have a hash of them, by their paths from the root
  pages: string[]; // to be kept with them
  programs: { path: string; format: string }[]; // the forms of the program, the smallest first
  assets: string; // JSON, for the program
}
declare const course: Course;

/** The program, once it runs: see cmd/web/main_js.go. */
interface Engine {
  answer(id: number, method: string, url: string, headers: string[][], body: Uint8Array | null,
    done: (status: number, headers: [string, string][], body: Uint8Array<ArrayBuffer>) => void): void;
  stop(id: number): void;
}
declare class Go {
  importObject: WebAssembly.Imports;
  run(instance: WebAssembly.Instance): Promise<void>;
}

/** What the worker tells pages. */
interface WorkerMessage { done?: number; of?: number; ready?: boolean; refused?: boolean; broken?: boolean }

/** A service worker's own side, which the library for pages does not have. */
interface WorkerScope {
  gramophone: Engine;
  registration: ServiceWorkerRegistration;
  clients: {
    claim(): Promise<void>;
    matchAll(options: object): Promise<{ postMessage(message: object): void }[]>;
  };
  importScripts(address: string): void;
  skipWaiting(): void;
  addEventListener(type: "install" | "activate", hear: (event: Lasting) => void): void;
  addEventListener(type: "fetch", hear: (event: Fetching) => void): void;
  addEventListener(type: "message", hear: (event: MessageEvent) => void): void;
}
interface Lasting { waitUntil(work: Promise<unknown>): void }
interface Fetching { request: Request; respondWith(answer: Promise<Response>): void }
