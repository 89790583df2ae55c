// A move's answer is put into the page by what has changed in its text: what is written
// as it was before is not parsed, not put in and not painted. A path that has another
// course gets another d, a number another text; what is new in kind is made anew.
//
// Elements so stay who they are, with the focus, the light and what is unfolded in them,
// and what other scripts have put beside them.

// A piece is an element or a text: as it is written, what it is in the page, and for
// elements the opening tag and what is between the tags.
const empty = new Set("area base br col embed hr img input link meta source track wbr".split(" "));
const token = /<(\/?)([a-zA-Z][\w-]*)((?:[^"'>]|"[^"]*"|'[^']*')*)>|[^<]+/g;

// read takes markup apart as the server writes it; null where it is not closed rightly.
function read(markup) {
  const root = { name: "", open: "", inside: [] }, path = [root];
  for (const found of markup.matchAll(token)) {
    const [text, closes, name, rest] = found, last = path.at(-1);
    if (!name) last.inside.push({ name: "", written: text });
    else if (closes) {
      if (last.name !== name) return null;
      last.written = markup.slice(last.from, found.index + text.length);
      path.pop();
    } else {
      const piece = { name, open: text, from: found.index, inside: [] };
      last.inside.push(piece);
      if (rest.endsWith("/") || empty.has(name)) piece.written = text;
      else path.push(piece);
    }
  }
  return path.length === 1 ? root : null;
}

// bind finds the pieces in the page; false where something else stands there.
function bind(piece, node) {
  const nodes = node.childNodes;
  piece.node = node;
  if (piece.name && node.localName !== piece.name || node.matches?.("[hx-morph-skip]")) return node.localName === piece.name;
  return nodes.length === piece.inside.length && piece.inside.every((inner, i) =>
    inner.name ? nodes[i].nodeType === Node.ELEMENT_NODE && bind(inner, nodes[i]) : nodes[i].nodeType === Node.TEXT_NODE && Boolean(inner.node = nodes[i]));
}

const scratch = document.createElement("template");
function made(written, drawn) {
  scratch.innerHTML = drawn ? `<svg>${written}</svg>` : written;
  return drawn ? scratch.content.firstChild.firstChild : scratch.content.firstChild;
}
const plain = (text) => (text.includes("&") ? made(text, false).data : text);

function attributes(open) {
  const list = new Map();
  for (const [, name, value = ""] of open.slice(1, -1).replace(/^[\w-]+/, "").matchAll(/([^\s="/]+)(?:="([^"]*)")?/g)) list.set(name, value);
  return list;
}

// renew brings what is in the page for one piece up to another.
function renew(old, piece, drawn) {
  if (old.written === piece.written) return old;
  if (old.name !== piece.name || old.inside?.length !== piece.inside?.length) {
    const node = made(piece.written, drawn);
    old.node.replaceWith(node);
    if (piece.name ? !bind(piece, node) : !(piece.node = node)) piece.inside = []; // and so made anew next time
    return piece;
  }
  piece.node = old.node;
  if (!piece.name) {
    piece.node.data = plain(piece.written);
    return piece;
  }
  if (old.open !== piece.open) {
    const before = attributes(old.open), now = attributes(piece.open);
    for (const [name, value] of now) if (before.get(name) !== value) piece.node.setAttribute(name, plain(value));
    for (const name of before.keys()) if (!now.has(name)) piece.node.removeAttribute(name);
  }
  inner(old, piece, drawn || piece.name === "svg");
  return piece;
}
const inner = (old, piece, drawn) => { piece.inside = piece.inside.map((p, i) => renew(old.inside[i], p, drawn)); };

const shown = new WeakMap(); // element → what is in it, in pieces

// learn notes what an element holds, as it was written; patch needs to know.
function learn(el, markup) {
  const root = read(markup);
  if (root && bind(root, el)) shown.set(el, root);
  else shown.delete(el);
}

// patch brings an element up to new markup of what is in it. It returns false, and leaves
// it alone, where it does not know what is there, or other parts follow each other now.
function patch(el, markup) {
  const old = shown.get(el), root = old && read(markup);
  if (!root || root.inside.length !== old.inside.length || root.inside.some((p, i) => p.name !== old.inside[i].name)) return false;
  inner(old, root, false);
  shown.set(el, root);
  return true;
}

export { learn, patch };
