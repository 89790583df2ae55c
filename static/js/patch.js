// A move's answer is put into the page by what has changed in its text: what is written
// as it was before is not parsed, not put in and not painted. A path that has another
// course gets another d, a number another text; what is new in kind is made anew.
//
// So elements stay the same, with the focus, the classes that scripts gave them and what is
// unfolded in them, and what other scripts have put beside them stays too.

/**
 * A piece is an element or a text: as it is written, what it is in the page, and for
 * elements the opening tag, where in the markup that begins, and what is between the tags.
 * @typedef {object} Piece
 * @property {string} name of the element; "" for a text, and for what holds all
 * @property {string} written
 * @property {string} open
 * @property {number} from
 * @property {Piece[]} inside
 * @property {ChildNode} [node]
 */
/** @type {Piece[]} */
const nothing = []; // what is in a text
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const token = /<(\/?)([a-zA-Z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>|[^<]+/g;

// read takes markup apart as the server writes it; null where it is not closed rightly.
/** @type {(markup: string) => Piece | null} */
function read(markup) {
  /** @type {Piece} */
  const root = { name: "", written: "", open: "", from: 0, inside: [] }, path = [root];
  for (const found of markup.matchAll(token)) {
    const [text, closes, name, rest] = found, last = path[path.length - 1];
    if (!name) last.inside.push({ name: "", written: text, open: "", from: found.index, inside: nothing });
    else if (closes) {
      if (last.name !== name) return null;
      last.written = markup.slice(last.from, found.index + text.length);
      path.pop();
    } else {
      /** @type {Piece} */
      const piece = { name, written: "", open: text, from: found.index, inside: [] };
      last.inside.push(piece);
      if (rest.endsWith("/") || empty.has(name)) piece.written = text;
      else path.push(piece);
    }
  }
  return path.length === 1 ? root : null;
}

// bind finds the pieces in the page; false where something else stands there.
/** @type {(piece: Piece, node: ChildNode) => boolean} */
function bind(piece, node) {
  piece.node = node;
  if (!piece.name) return node instanceof Text;
  if (!(node instanceof Element) || node.localName !== piece.name) return false;
  return node.matches("[hx-morph-skip]") || bindInside(piece, node.childNodes);
}
/** @type {(piece: Piece, nodes: NodeListOf<ChildNode>) => boolean} */
const bindInside = (piece, nodes) =>
  nodes.length === piece.inside.length && piece.inside.every((part, i) => bind(part, nodes[i]));

const scratch = document.createElement("template");
/** @type {(written: string, drawn: boolean) => ChildNode} */
function made(written, drawn) {
  scratch.innerHTML = drawn ? `<svg>${written}</svg>` : written;
  const first = drawn ? scratch.content.firstChild?.firstChild : scratch.content.firstChild;
  return first ?? new Text(written);
}
/** @param {string} text */
const plain = (text) => (text.includes("&") ? made(text, false).textContent ?? text : text);

/** @param {string} open */
function attributes(open) {
  /** @type {Map<string, string>} */
  const list = new Map();
  const written = open.slice(1, -1).replace(/^[\w-]+/, "");
  for (const [, name, value = ""] of written.matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)) list.set(name, value);
  return list;
}

// renew brings what is in the page for one piece up to another.
/** @type {(old: Piece, piece: Piece, drawn: boolean) => Piece} */
function renew(old, piece, drawn) {
  if (old.written === piece.written) return old;
  const { node } = old;
  if (old.name !== piece.name || old.inside.length !== piece.inside.length) {
    const other = made(piece.written, drawn);
    node?.replaceWith(other);
    if (!bind(piece, other)) piece.inside = []; // and so made anew next time
    return piece;
  }
  piece.node = node;
  if (node instanceof Text) node.data = plain(piece.written);
  if (!(node instanceof Element)) return piece;
  if (old.open !== piece.open) {
    const before = attributes(old.open), now = attributes(piece.open);
    for (const [name, value] of now) if (before.get(name) !== value) node.setAttribute(name, plain(value));
    for (const name of before.keys()) if (!now.has(name)) node.removeAttribute(name);
  }
  inner(old, piece, drawn || piece.name === "svg");
  return piece;
}
/** @type {(old: Piece, piece: Piece, drawn: boolean) => void} */
const inner = (old, piece, drawn) => { piece.inside = piece.inside.map((p, i) => renew(old.inside[i], p, drawn)); };

/** @type {WeakMap<Element, Piece>} */
const shown = new WeakMap(); // element → what is in it, in pieces

// learn notes what an element holds, as it was written; patch needs to know.
/** @type {(el: Element, markup: string) => void} */
function learn(el, markup) {
  const root = read(markup);
  if (root && bindInside(root, el.childNodes)) shown.set(el, root);
  else shown.delete(el);
}

// patch brings an element up to new markup of what is in it. It returns false, and changes
// nothing, where it does not know what is there, or where the element now has other parts.
/** @type {(el: Element, markup: string) => boolean} */
function patch(el, markup) {
  const old = shown.get(el), root = old && read(markup);
  if (!root || root.inside.length !== old.inside.length) return false;
  if (root.inside.some((p, i) => p.name !== old.inside[i].name)) return false;
  inner(old, root, false);
  shown.set(el, root);
  return true;
}

export { learn, patch };
