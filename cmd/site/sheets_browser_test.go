//go:build !race && !js

package main

import (
	"strings"
	"testing"
)

// A teacher ticks two exercises in the folder and leaves the seed open: the browser draws a sheet in two variants,
// whose address is its plan, with a key beside it. No host hears of it.
func TestBrowserSiteMakesASheet(t *testing.T) {
	h := serve(t, folder(t), nil)
	p := open(t, h)
	p.visit("sheets/")
	p.until(`navigator.serviceWorker.controller`)
	p.until(`document.querySelector(".make [data-most]").textContent.startsWith("0 of")`) // the form counts
	before := len(h.asked())
	value[bool](p, `(() => {
		for (const item of ["ridge/count", "ridge/order"]) {
			const box = document.querySelector("[name=item][value='" + item + "']");
			box.closest("details").open = true;
			box.click();
		}
		document.getElementById("title").value = "Homework 1";
		document.querySelector(".make button").click();
		return true;
	})()`)
	p.until(`document.querySelector(".key h1")?.textContent === "Homework 1"`)
	key := value[string](p, `location.search`)
	if !strings.Contains(key, "&seed=") || !strings.HasSuffix(key, "&solutions=1&title=Homework+1&variants=2") ||
		strings.Contains(key, "points.") {
		t.Errorf("the key is at %s", key)
	}
	if n := value[int](p, `document.querySelectorAll(".key .variant .right").length`); n != 4 {
		t.Errorf("%d answers of two variants of two exercises", n)
	}
	p.until(`document.readyState === "complete"`)
	if at := value[string](p, `location.search`); at != key {
		t.Errorf("the key's address becomes %s", at)
	}
	value[bool](p, `(() => {
		const make = URL.createObjectURL;
		URL.createObjectURL = (blob) => {
			blob.text().then((text) => { window.saved = text; });
			return make.call(URL, blob);
		};
		document.querySelector("a[download][href*='sheet.csv']").click();
		return true;
	})()`)
	p.until(`window.saved?.includes("ridge")`)
	asked := map[string]bool{}
	for _, link := range value[[]string](p, `[...document.querySelectorAll(".shared a")].map((a) => a.href)`) {
		p.visit(strings.TrimPrefix(link, p.base))
		p.until(`document.querySelectorAll(".handout section").length === 2`)
		if value[bool](p, `Boolean(document.querySelector(".right, .solved"))`) {
			t.Errorf("%s shows a solution", link)
		}
		asked[value[string](p, `document.querySelector(".handout section").textContent`)] = true
	}
	if len(asked) != 2 {
		t.Errorf("two variants ask %d different things", len(asked))
	}
	for _, path := range h.asked()[before:] {
		if strings.HasPrefix(path, under+"sheets") {
			t.Errorf("the host was asked for %s", path)
		}
	}
	p.visit("sheets?seed=7&item=ridge/order")
	p.until(`document.querySelector(".wrong")?.textContent.includes("from 1000 to")`)
}
