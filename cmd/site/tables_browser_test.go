//go:build !race && !js

package main

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/serviceworker"
)

// A table that is sent in the folder is read, drawn and fitted by the browser, survives the worker, and no host
// hears of it. Deleted it is gone.
func TestBrowserSiteKeepsATable(t *testing.T) {
	h := serve(t, folder(t), nil)
	p := open(t, h)
	p.visit("data")
	p.until(`navigator.serviceWorker.controller`)
	before := len(h.asked())
	value[bool](p, `(() => {
		document.getElementById("text").value = "dose,arm,y\n" +
			Array.from({ length: 24 }, (_, i) => i + "," + (i % 2 ? "a" : "b") + "," + (1000 + i * i)).join("\n");
		document.querySelector("form.send button[type=submit]").click();
		return true;
	})()`)
	p.until(`document.querySelector("[data-table]")`)
	address := value[string](p, `location.pathname`)
	id := strings.TrimPrefix(address, under+"data/")
	stays := value[bool](p, `document.querySelector(".keeps").textContent.includes("browser")`)
	if id == "" || id == address || !stays {
		t.Errorf("the table is at %s", address)
	}
	h.leave(true)
	p.call(serviceworker.CommandEnable)
	p.call(serviceworker.CommandStopAllWorkers)
	p.until(`fetch(location).then((answer) => answer.status === 200)`) // a visit would be the host's until it has begun
	p.visit("data/" + id + "/fit")
	p.until(`document.querySelectorAll("#fit .panels svg.plot").length > 3`)
	p.visit("lessons/kernel-ridge-regression?fit.data=own-" + id)
	p.until(`document.querySelector("#fit .panels")?.dataset.query.includes("own-")`)
	p.until(`document.querySelector("#fit .panels svg.plot").textContent.includes("dose")`)
	h.leave(false)

	p.visit("data/" + id)
	value[bool](p, `(document.querySelector("form.forget button").click(), true)`)
	p.until(`document.querySelector("[data-forgotten]")`)
	p.call(serviceworker.CommandStopAllWorkers)
	if got := value[int](p, `fetch("`+under+`data/`+id+`").then((answer) => answer.status)`); got != 404 {
		t.Errorf("after it was deleted it is there: %d", got)
	}
	for _, path := range h.asked()[before:] {
		if strings.Contains(path, id) {
			t.Errorf("the host was asked for %s", path)
		}
	}
}
