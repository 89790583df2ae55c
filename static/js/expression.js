// An expression is typed while its picture follows (the form asks a moment after the last
// key). A move leaves the fields as the hand has them: what is wrong comes beside the
// picture, hidden, and is put under its field here, and what is in force into the field
// behind it, so that the picture of what could be read last stays.

import { $$, the, hear } from "./dom.js";

hear("moved", (slot) => {
  for (const from of $$(".slips", slot)) {
    const field = document.getElementById(from.dataset.for);
    const control = field?.closest(".expression");
    if (!field || !control) continue;
    const under = the(".slip", control);
    if (under.innerHTML !== from.innerHTML) under.innerHTML = from.innerHTML;
    field.setAttribute("aria-invalid", String(under.childElementCount > 0));
    the(".was", control).value = from.dataset.used;
  }
});
