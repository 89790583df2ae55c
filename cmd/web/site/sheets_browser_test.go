//go:build !race

package site

import (
	"net/url"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A teacher ticks three exercises and has two variants: students see one without its answers, on a screen, a phone and
// on paper, and she sees both with them.
func TestBrowserSheets(t *testing.T) {
	t.Parallel()
	p := reader(t, "/sheets", pocket)
	const over = `document.documentElement.scrollWidth - innerWidth`
	for _, item := range someItems {
		eval[any](p, `(() => { const box = document.querySelector("[name=item][value='`+item+`']");
			box.closest("details").open = true; box.click(); })()`)
	}
	p.clean("document", "the form of a sheet")
	p.click("#show-medium")
	sight := `[...document.querySelectorAll("[open] .row [name=item]")].filter((e) => e.checkVisibility() &&
		e.value.startsWith("ridge")).map((e) => e.value.slice(6)).join()`
	shows(p, sight, "order,theirs,units") // what is ticked stays in sight
	p.click("#show-medium")
	shows(p, sight, "order,count,theirs,units,one,downhill")
	shows(p, over, 0)
	said := `document.querySelector(".make [data-most]").textContent`
	shows(p, said, "3 of at most 30 exercises, 3 points")
	eval[any](p, `(() => { const own = document.querySelector("[name='points.ridge/order']"); own.value = "2.5";
		own.dispatchEvent(new Event("input", { bubbles: true })); })()`)
	shows(p, said, "3 of at most 30 exercises, 4.5 points")
	eval[any](p, `document.getElementById("title").value = "Homework 1"`)
	p.click(".make button", `document.querySelector(".sheets.key h1")?.textContent === "Homework 1"`)
	shows(p, `document.querySelectorAll(".key .variant").length`, 2)
	shows(p, `document.querySelectorAll(".key .item .right").length`, 6)
	p.clean("document", "the key")
	shows(p, `document.readyState === "complete" && new URLSearchParams(location.search).has("key")`, true)
	shows(p, over, 0)
	seen := map[string]bool{}
	links := eval[[]string](p, `[...document.querySelectorAll(".shared a")].map((a) => a.pathname + a.search)`)
	for i, link := range links {
		p.visit(link)
		shows(p, `document.querySelector(".handout .of b").textContent`, "Variant "+string(rune('A'+i)))
		shows(p, `document.querySelectorAll(".handout section").length`, 3)
		shows(p, `document.querySelectorAll(".handout :is(input, a[href*='key='])").length`, 0)
		seen[eval[string](p, `document.querySelector(".handout section").textContent`)] = true
		p.clean("document", "a sheet")
		shows(p, `document.readyState === "complete" && location.pathname + location.search`, link)
		shows(p, over, 0)
	}
	if len(links) != 2 || len(seen) != 2 {
		t.Errorf("%d variants ask %d different things", len(links), len(seen))
	}

	// A sheet with a date says when it opens on the reader's clock.
	opens := url.Values{"item": someItems, "variants": {"1"}, "opens": {"2099-06-01T12:00"}}
	students, key := madeSheet(t, sharedSite(), "", opens)
	p.call(emulation.CommandSetTimezoneOverride, emulation.SetTimezoneOverrideParams{TimezoneID: "America/Vancouver"})
	p.visit(students)
	shows(p, `document.querySelector("main time").parentElement.textContent.replace(/\s+/g, " ").trim()`,
		"This sheet opens on Monday, 1 June 2099, 12:00 UTC (1 Jun 2099, 05:00 on your clock)")
	p.clean("document", "a sheet that is not open")
	p.visit(links[0])

	// On paper the key begins with its answers.
	p.visit(key)
	p.media("print")
	shows(p, `[...document.querySelectorAll(".key h2")].filter((e) => e.checkVisibility()).map((e) => e.id)`,
		[]string{"answers", "variant-A"})
	shows(p, `[...document.querySelectorAll(".key :is(.links, .passing, input)")]
		.some((e) => e.checkVisibility())`, false)
	p.visit(links[0])

	// On paper there is a line for a name, and an exercise is not cut.
	p.do(chromedp.EmulateViewport(794, 1123))
	p.media("print")
	shows(p, `[...document.querySelectorAll(".bar, .foot, .who")].filter((e) => e.checkVisibility())
		.map((e) => e.className)`, []string{"who"})
	shows(p, `[...document.querySelectorAll(".handout section")].every((e) =>
		getComputedStyle(e).breakInside === "avoid")`, true)
}

// What has the focus is not under the bar that makes the sheet.
func TestBrowserSheetsFocusIsInSight(t *testing.T) {
	t.Parallel()
	p := reader(t, "/sheets", laptop)
	eval[any](p, `document.querySelector("main summary").focus()`)
	bar := `document.querySelector(".make").getBoundingClientRect().top`
	for range 19 {
		p.press(kb.Tab)
		if over := eval[float64](p, `document.activeElement.getBoundingClientRect().bottom - `+bar); over > 0 {
			t.Errorf("%s is %v px under the bar", eval[string](p, `document.activeElement.textContent`), over)
		}
	}
}
