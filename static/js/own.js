// A reader's own table: this browser keeps the address of the last one, so that figures offer
// it as "yours", and a table that is pasted into a figure is sent from there. What is kept is
// an address, not the table, and it is in no file that carries a reader's work away.

import { $, $$, around, hear, is, made, read, the, write } from "./dom.js";
import { slotOf } from "./figure.js";
import { keep, openLinked } from "./states.js";
import { pastedIn, say } from "./points.js";

/** @typedef {{ data: string, name: string }} Kept */

const shelf = "gramophone.table";

/** @returns {Kept | null} */
function last() {
  const kept = read(shelf);
  const good = typeof kept?.data === "string" && /^own-[a-z2-7]{26}[a-z0-9.-]{0,370}$/.test(kept.data);
  return good ? { data: kept.data, name: String(kept.name ?? "").slice(0, 40) } : null;
}

// offer puts the table among the data that a figure can show.
/** @param {ParentNode} root */
function offer(root) {
  const mine = last();
  for (const select of $$("select[data-tables]", root)) {
    if (!is(select, "select")) continue;
    const there = Array.from(select.options).some((option) => option.value.startsWith("own-"));
    if (mine && !there) select.append(made("option", { value: mine.data }, `yours: ${mine.name}`));
  }
}

// ---- the pages of tables ------------------------------------------------------------------

const page = $("[data-table]");
if (page) write(shelf, { data: page.dataset.table, name: page.dataset.name });
if ($("[data-forgotten]")) write(shelf, null);
const link = $("a[data-last]"), mine = last();
if (is(link, "a") && mine) {
  link.href += `/${mine.data.slice("own-".length)}`;
  link.textContent = mine.name || "there";
  const line = link.closest("p");
  if (line) line.hidden = false;
}

// ---- sent from a figure ---------------------------------------------------------------------

/** @param {Slot} slot */
async function send(slot) {
  const text = pastedIn(slot), address = the(".own", slot).dataset.send;
  if (!text || !address) return;
  say(slot, "The table is being sent.");
  const answer = await fetch(address, {
    method: "POST", body: text, headers: { "Content-Type": "text/csv; charset=utf-8", Accept: "application/json" },
  }).catch(() => null);
  const said = await answer?.json().catch(() => null);
  if (!answer?.ok || !said) return say(slot, said?.detail ?? "The server did not answer.");
  write(shelf, { data: said.data, name: said.name });
  if (!said.used) {
    say(slot, "Some of it cannot be used as it is. ");
    return the(".own .remark", slot).append(made("a", { href: said.address }, "See what was read, and choose."));
  }
  const { query } = the(".panels", slot).dataset;
  const others = query.split("&").filter((pair) => pair && !/^(data|points|frame|at|n|noise|seed)=/.test(pair));
  keep();
  await openLinked(slot, [`data=${said.data}`, ...others].join("&"), new Map());
}

document.addEventListener("click", (event) => {
  const slot = slotOf(around(event.target, '[data-hand="table"]'));
  if (slot) send(slot);
});

offer(document);
hear("moved", offer);
