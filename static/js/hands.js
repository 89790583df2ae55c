// One's own points, moved on the picture: by mouse, by finger, by keyboard, or in
// a table. The text field of the form holds them; whatever moves a point writes
// the field, and the figure follows as it follows a slider.
//
// What is drawn over a picture lies in an overlay beside it, placed by the frame
// that the picture describes: a picture is replaced at every move, and a point
// that is dragged must not be.
"use strict";
(() => {
  const $ = (selector, root = document) => root.querySelector(selector);
  const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { openLinked, keep } = window.course;

  // ---- the frame, and what lies over it ------------------------------------

  // frameOf tells where a picture's data rectangle lies on the screen, and
  // which values stand at its edges.
  function frameOf(svg) {
    const [x0, y0, x1, y1] = svg.dataset.frame.split(" ").map(Number);
    const [xlo, xhi] = svg.dataset.x.split(" ").map(Number);
    const [ylo, yhi] = svg.dataset.y.split(" ").map(Number);
    const box = svg.getBoundingClientRect();
    const scale = box.width / svg.viewBox.baseVal.width;
    const left = box.left + x0 * scale, top = box.top + y0 * scale;
    const width = (x1 - x0) * scale, height = (y1 - y0) * scale;
    return {
      box, scale, left, top, width, height, xlo, xhi, ylo, yhi,
      text: [xlo, xhi, ylo, yhi].join(","),
      share: (x, y) => [(x - xlo) / (xhi - xlo), (yhi - y) / (yhi - ylo)],
      value: (px, py) => [xlo + ((xhi - xlo) * (px - left)) / width, yhi - ((yhi - ylo) * (py - top)) / height],
      has: (px, py) => px >= left && px <= left + width && py >= top && py <= top + height,
    };
  }

  // overlay is what lies over a panel: made when first wanted, and put where the
  // panel's frame is now.
  function overlay(slot, svg) {
    let layer = $(".hands", slot);
    if (!layer) {
      layer = document.createElement("div");
      layer.className = "hands";
      $(".live", slot).before(layer); // in the order of the page, the picture comes before its controls
    }
    const f = frameOf(svg), at = slot.getBoundingClientRect();
    Object.assign(layer.style, { left: f.left - at.left + "px", top: f.top - at.top + "px", width: f.width + "px", height: f.height + "px" });
    return layer;
  }

  // refreshed calls back whenever a figure was drawn anew or has another size.
  const listeners = [];
  function refreshed(listener) {
    listeners.push(listener);
    for (const slot of $$(".slot")) listener(slot);
  }
  const refresh = (slot) => listeners.forEach((listener) => listener(slot));
  document.addEventListener("htmx:after:swap", (event) => {
    const slot = (event.detail?.ctx?.target ?? event.target)?.closest?.(".slot");
    if (slot && !(event.detail?.ctx?.response?.status >= 400)) refresh(slot);
  });
  const sizes = new ResizeObserver((entries) => entries.forEach((e) => refresh(e.target)));
  $$(".slot").forEach((slot) => sizes.observe(slot));

  window.hands = { frameOf, overlay, refreshed };

  // ---- the points --------------------------------------------------------

  const most = 60;
  const ownOf = (slot) => $(".own:not([data-off])", slot);
  const fieldOf = (slot) => document.getElementById(`${slot.id}-points`);
  const panelOf = (slot) => {
    const panel = ownOf(slot)?.dataset.panel;
    return panel ? document.getElementById(`${panel}-title`)?.closest("svg") : null;
  };

  function parse(text, classed) {
    return text.split(";").map((point) => {
      const v = point.split(",").map((s) => (s.trim() === "" ? NaN : Number(s.replaceAll("−", "-"))));
      if (classed && v[2] === 0) v[2] = -1;
      return v;
    }).filter((v) => v.length === (classed ? 3 : 2) && v.every(Number.isFinite) && (!classed || Math.abs(v[2]) === 1)).slice(0, most);
  }
  const pointsOf = (slot) => parse(fieldOf(slot).value, "classed" in ownOf(slot).dataset);
  const say = (slot, words) => { $(".own .remark", slot).textContent = words; };
  const write = (points) => points.map((p) => p.join(",")).join(";") || "none";

  // rounded keeps a value to what the eye can tell apart on an axis of that width,
  // so that the link stays short.
  function rounded(v, width) {
    const digits = Math.min(12, Math.max(0, -Math.floor(Math.log10(width / 400))));
    return Number(v.toFixed(digits));
  }
  function snapped(p, f) {
    return [rounded(p[0], f.xhi - f.xlo), rounded(p[1], f.yhi - f.ylo), ...p.slice(2)];
  }

  // The history of a figure's points outlives a reload.
  const historyKey = (slot) => `gramophone.points ${slot.dataset.path}`;
  function historyOf(slot) {
    try { slot.past ??= JSON.parse(sessionStorage.getItem(historyKey(slot))); } catch { /* none is kept */ }
    return (slot.past ??= { undo: [], redo: [] });
  }
  function remember(slot, text) {
    const h = historyOf(slot);
    if (h.undo.at(-1) !== text) h.undo.push(text);
    h.undo.splice(0, h.undo.length - 100);
    h.redo = [];
  }
  function saved(slot) {
    try { sessionStorage.setItem(historyKey(slot), JSON.stringify(historyOf(slot))); } catch { /* for this page only */ }
  }

  // put gives the figure other points. The frame stays as it is, unless a point
  // has left it.
  function put(slot, text) {
    const field = fieldOf(slot), svg = panelOf(slot), frame = document.getElementById(`${slot.id}-frame`);
    field.value = text;
    const points = pointsOf(slot);
    if (svg && frame) {
      const f = frameOf(svg);
      frame.value = points.length && points.every((p) => p[0] >= f.xlo && p[0] <= f.xhi && p[1] >= f.ylo && p[1] <= f.yhi) ? f.text : "";
    }
    show(slot);
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  function change(slot, points, remembered = false) {
    if (points.length > most) return say(slot, `${most} points are the most there can be.`);
    if (!points.length && !ownOf(slot).dataset.panel) return say(slot, "One point has to stay.");
    if (!remembered) remember(slot, fieldOf(slot).value);
    put(slot, write(points));
    saved(slot);
  }

  function travel(slot, from, to) {
    const h = historyOf(slot);
    if (!h[from].length) return;
    h[to].push(fieldOf(slot).value);
    put(slot, h[from].pop());
    saved(slot);
    say(slot, from === "undo" ? "Undone." : "Redone.");
  }

  // ---- shown: handles over the picture, rows in the table, tools -----------

  const made = (name, attributes, text = "") => {
    const el = document.createElement(name);
    for (const [k, v] of Object.entries(attributes)) el.setAttribute(k, v);
    el.textContent = text;
    return el;
  };
  const tell = (p, i) => `Point ${i + 1}: ${p.length > 2 ? `x₁ ${p[0]}, x₂ ${p[1]}, class ${p[2]}` : `x ${p[0]}, y ${p[1]}`}`;

  function show(slot) {
    const own = ownOf(slot), svg = panelOf(slot);
    slot.classList.toggle("editing", Boolean(svg));
    if (!own) {
      $(".hands .handles", slot)?.remove();
      return;
    }
    const points = pointsOf(slot);
    if (svg) {
      const f = frameOf(svg), layer = overlay(slot, svg);
      let group = $(".handles", layer);
      if (!group) {
        group = made("div", { class: "handles", role: "group", "aria-label": "Your own points: arrow keys move one, Delete removes it, Enter adds one" });
        layer.append(group);
      }
      while (group.children.length > points.length) group.lastChild.remove();
      while (group.children.length < points.length) group.append(made("button", { type: "button", class: "handle" }));
      points.forEach((p, i) => {
        const handle = group.children[i], [sx, sy] = f.share(p[0], p[1]);
        handle.style.left = `${100 * Math.min(1, Math.max(0, sx))}%`;
        handle.style.top = `${100 * Math.min(1, Math.max(0, sy))}%`;
        if (handle.ariaLabel !== tell(p, i)) handle.ariaLabel = tell(p, i);
      });
    }
    table(slot, points);
    slot.text = fieldOf(slot).value;
    const h = historyOf(slot);
    const off = { undo: !h.undo.length, redo: !h.redo.length, clear: !points.length, delete: !points.length, add: points.length >= most };
    for (const [name, value] of Object.entries(off)) $(`[data-hand="${name}"]`, own)?.setAttribute("aria-disabled", value);
  }

  function table(slot, points) {
    const body = $("tbody", ownOf(slot)), text = write(points);
    if (body.dataset.shown === text) return; // and leave what is being typed
    body.dataset.shown = text;
    while (body.rows.length > points.length) body.lastChild.remove();
    while (body.rows.length < points.length) {
      const row = body.insertRow(), i = body.rows.length;
      row.append(made("th", { scope: "row" }, i));
      for (const name of points[0].length > 2 ? ["x₁", "x₂", "class"] : ["x", "y"]) {
        row.insertCell().append(made("input", { type: "text", inputmode: "decimal", class: "cell", size: 7, "aria-label": `Point ${i}, ${name}` }));
      }
      row.insertCell().append(made("button", { type: "button", "data-hand": "row", "aria-label": `Delete point ${i}` }, "×"));
    }
    points.forEach((p, i) => $$("input", body.rows[i]).forEach((input, j) => {
      if (input.value !== String(p[j])) input.value = p[j];
      input.ariaInvalid = null;
    }));
  }

  refreshed(show);

  // ---- moving, adding, removing ---------------------------------------------

  const handlesOf = (slot) => $$(".handle", slot);
  const chosen = (slot) => Math.min(slot.chosen ?? Infinity, pointsOf(slot).length - 1);
  const newClass = (slot, other) => {
    const own = ownOf(slot);
    return "classed" in own.dataset ? [(slot.other ?? false) !== other ? -1 : 1] : [];
  };

  function add(slot, p) {
    change(slot, [...pointsOf(slot), p]);
    slot.chosen = pointsOf(slot).length - 1;
    handlesOf(slot)[slot.chosen]?.focus({ preventScroll: true });
  }

  // addAnywhere puts a point into the middle, or beside what is there.
  function addAnywhere(slot) {
    const points = pointsOf(slot), svg = panelOf(slot);
    const f = svg ? frameOf(svg) : { xlo: 0, xhi: 10, ylo: -2, yhi: 2 };
    const [w, h] = [f.xhi - f.xlo, f.yhi - f.ylo];
    const y = f.ylo + h / 2;
    let x = f.xlo + w / 2;
    for (let i = 1; i < 40 && points.some((p) => Math.abs(p[0] - x) < w / 50 && Math.abs(p[1] - y) < h / 50); i++) {
      x = f.xlo + w * ((0.5 + i * 0.05) % 1);
    }
    add(slot, snapped([x, y, ...newClass(slot, false)], f));
  }

  function remove(slot, i) {
    const focused = document.activeElement?.matches(".handle");
    change(slot, pointsOf(slot).filter((_, j) => j !== i));
    slot.chosen = chosen(slot);
    if (focused) (handlesOf(slot)[slot.chosen] ?? $('[data-hand="add"]', slot)).focus({ preventScroll: true });
  }

  document.addEventListener("focusin", (event) => {
    if (event.target.matches?.(".handle")) event.target.closest(".slot").chosen = handlesOf(event.target.closest(".slot")).indexOf(event.target);
  });

  let held = null; // the point in the hand: {slot, i, before, …}
  let tapped = null; // the point that was tapped last, and when

  function nearest(slot, x, y) {
    let best = null, least = Infinity;
    for (const handle of handlesOf(slot)) {
      const b = handle.getBoundingClientRect();
      const d = Math.hypot(b.left + b.width / 2 - x, b.top + b.height / 2 - y);
      if (d < least) [best, least] = [handle, d];
    }
    return best;
  }

  let free = true; // the press that a click will end began beside the points
  document.addEventListener("pointerdown", (event) => {
    free = !event.target.matches?.(".handle");
    if (held || event.button || free) return;
    const slot = event.target.closest(".slot");
    const handle = nearest(slot, event.clientX, event.clientY); // targets overlap
    const i = handlesOf(slot).indexOf(handle);
    const f = frameOf(panelOf(slot)), p = pointsOf(slot)[i];
    const [x, y] = f.value(event.clientX, event.clientY);
    event.preventDefault();
    handle.focus({ preventScroll: true });
    event.target.setPointerCapture(event.pointerId);
    held = { slot, i, id: event.pointerId, before: fieldOf(slot).value, x: event.clientX, y: event.clientY, off: [p[0] - x, p[1] - y], moved: false };
  });
  document.addEventListener("pointermove", (event) => {
    if (!held || event.pointerId !== held.id) return;
    if (!held.moved && Math.hypot(event.clientX - held.x, event.clientY - held.y) < 4) return;
    if (!held.moved) remember(held.slot, held.before);
    held.moved = true;
    const { slot, i, off } = held;
    const f = frameOf(panelOf(slot)), points = pointsOf(slot);
    const [x, y] = f.value(event.clientX, event.clientY);
    const within = (v, lo, hi) => Math.min(hi, Math.max(lo, v));
    points[i] = snapped([within(x + off[0], f.xlo, f.xhi), within(y + off[1], f.ylo, f.yhi), ...points[i].slice(2)], f);
    change(slot, points, true);
  });
  function drop(event) {
    if (!held || event.pointerId !== held.id) return;
    const { slot, i, moved, before } = held;
    held = null;
    if (event.type === "pointercancel" && moved) return forget(slot, before);
    if (moved) return;
    const again = tapped && tapped.slot === slot && tapped.i === i && event.timeStamp - tapped.at < 400;
    tapped = again ? null : { slot, i, at: event.timeStamp };
    if (again) remove(slot, i);
  }
  addEventListener("pointerup", drop);
  addEventListener("pointercancel", drop);

  // forget takes a drag back as if it had not been.
  function forget(slot, before) {
    const h = historyOf(slot);
    if (h.undo.at(-1) === before) h.undo.pop();
    put(slot, before);
    saved(slot);
  }

  document.addEventListener("click", (event) => {
    const svg = event.target.closest?.("svg.plot"), slot = event.target.closest?.(".slot");
    if (!slot) return;
    const tool = event.target.closest("[data-hand]");
    if (tool) return tools(slot, tool);
    if (!svg || !free || svg !== panelOf(slot)) return;
    const f = frameOf(svg);
    if (f.has(event.clientX, event.clientY)) add(slot, snapped([...f.value(event.clientX, event.clientY), ...newClass(slot, event.shiftKey)], f));
  });

  function tools(slot, tool) {
    if (tool.ariaDisabled === "true") return;
    switch (tool.dataset.hand) {
      case "add": return addAnywhere(slot);
      case "delete": return remove(slot, chosen(slot));
      case "undo": return travel(slot, "undo", "redo");
      case "redo": return travel(slot, "redo", "undo");
      case "clear": return change(slot, []);
      case "row": return remove(slot, tool.closest("tr").sectionRowIndex);
      case "start": return start(slot);
      case "class":
        slot.other = !slot.other;
        tool.ariaPressed = slot.other;
        tool.textContent = `New points: class ${slot.other ? "−1" : "1"}`;
    }
  }

  document.addEventListener("change", (event) => {
    const cell = event.target;
    if (!cell.matches?.(".cell")) return;
    const slot = cell.closest(".slot"), row = cell.closest("tr");
    const values = $$("input", row).map((input) => input.value.trim().replace(",", ".").replaceAll("−", "-"));
    const [p] = parse(values.join(","), values.length > 2);
    if (!p) {
      cell.ariaInvalid = "true";
      return say(slot, `“${cell.value}” is not a number that can stand here.`);
    }
    const points = pointsOf(slot);
    points[row.sectionRowIndex] = p;
    change(slot, points);
  });
  // What is typed or pasted as text is remembered too; too much of it is cut, and said.
  document.addEventListener("change", (event) => {
    const slot = event.target.closest?.(".slot"), own = slot && ownOf(slot);
    if (!own || event.target !== fieldOf(slot) || !event.isTrusted) return;
    remember(slot, slot.text);
    const count = event.target.value.split(";").length;
    if (count > most) {
      event.target.value = write(pointsOf(slot));
      say(slot, `${count} points are more than ${most}; using the first ${most}.`);
    }
    show(slot);
  }, true);

  document.addEventListener("keydown", (event) => {
    const slot = event.target.closest?.(".slot");
    if (event.key === "Escape" && held) {
      event.preventDefault(); // on the projector it would lead back to the lesson
      const { slot, before, moved } = held;
      held = null;
      if (moved) forget(slot, before);
      return;
    }
    if (!slot || !ownOf(slot)) return;
    const typing = event.target.matches("input[type=text], select");
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !typing) {
      const key = event.key.toLowerCase();
      if (key === "z" || key === "y") {
        event.preventDefault();
        if (key === "y" || event.shiftKey) travel(slot, "redo", "undo");
        else travel(slot, "undo", "redo");
      }
      return;
    }
    if (!event.target.matches(".handle") || event.altKey) return;
    const i = handlesOf(slot).indexOf(event.target), points = pointsOf(slot), p = points[i];
    const f = frameOf(panelOf(slot));
    const step = event.shiftKey ? 10 : 1;
    const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
    if (arrows[event.key]) {
      const [dx, dy] = arrows[event.key];
      points[i] = snapped([p[0] + (dx * step * (f.xhi - f.xlo)) / 100, p[1] + (dy * step * (f.yhi - f.ylo)) / 100, ...p.slice(2)], f);
      // A run of arrows is one move.
      const running = slot.run?.i === i && event.timeStamp - slot.run.at < 1000;
      slot.run = { i, at: event.timeStamp };
      if (!running) remember(slot, fieldOf(slot).value);
      change(slot, points, true);
    } else if (event.key === "Delete" || event.key === "Backspace") {
      remove(slot, i);
    } else if (event.key === "Enter" || event.key === "+") {
      addAnywhere(slot);
    } else if (event.key === "c" && p.length > 2) {
      points[i] = [p[0], p[1], -p[2]];
      change(slot, points);
    } else return;
    event.preventDefault();
  });

  // start takes the data now shown as one's own points, thinned evenly.
  async function start(slot) {
    const query = $(".panels", slot).dataset.query;
    const answer = await fetch(`${slot.dataset.path}.json${query ? "?" + query : ""}`);
    if (!answer.ok) return say(slot, "The server did not answer.");
    const data = (await answer.json()).series.data;
    const count = Math.min(most, data.length);
    const thin = Array.from({ length: count }, (_, i) => data[count > 1 ? Math.round((i * (data.length - 1)) / (count - 1)) : 0]);
    const width = (j) => Math.max(...thin.map((p) => p[j])) - Math.min(...thin.map((p) => p[j])) || 1;
    const [w, h] = [width(0), width(1)];
    const points = thin.map((p) => snapped(p, { xlo: 0, xhi: w, ylo: 0, yhi: h }));
    const rest = query.split("&").filter((pair) => pair && !/^(data|points|frame|at|n|noise|seed)=/.test(pair));
    keep();
    await openLinked(slot, ["data=points", `points=${write(points)}`, ...rest].join("&"), new Map());
    if (count < data.length) say(slot, `${count} of ${data.length} points, evenly thinned, are now yours.`);
  }
})();
