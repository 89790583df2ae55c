//go:build !race

package site

import (
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/own"
)

// The whole way with the keyboard: a table is pasted, its bad line is left out, a figure has
// it, another figure offers it as "yours", and then it is deleted.
func TestBrowserATableFromPasteToDelete(t *testing.T) {
	t.Parallel()
	s := quietSite()
	p := visits(t, s, "/data", pocket)
	p.clean("document", "the page of data")
	p.focus("#text")
	p.types("text", "x (m)\ty\n1,5\t2\n2\toops\n3\t1\n4\t0,5\n5\t2\n6\t3\n")
	p.focus("form.send button")
	p.leads("\r", `location.pathname.startsWith("/data/")`)
	p.ready("article[data-table]")
	p.clean("document", "the page of a table")
	shows(p, `document.querySelectorAll(".bad li").length`, 1.0)
	shows(p, `document.querySelectorAll(".takers a").length`, 0.0)
	p.focus(`input[name="good"]`)
	p.press(" ")
	p.focus("form.choose button")
	p.leads("\r", `location.pathname.endsWith("-good")`)
	p.ready(".takers a")
	p.fits()
	ref := eval[string](p, `document.querySelector("article[data-table]").dataset.table`)
	p.focus(`.takers a[href*="kernel-ridge-regression?fit.data="]`)
	p.press("\r")
	p.drawn("fit", "data="+ref)
	shows(p, `document.getElementById("fit-data").selectedOptions[0].textContent.startsWith("yours")`, true)

	// Elsewhere it is offered.
	p.visit("/lessons/bandwidth")
	p.until(`[...document.getElementById("geyser-data").options].some((o) => o.value === "` + ref + `")`)
	p.types("geyser-data", ref)
	p.drawn("geyser", "data="+ref)

	p.visit("/data/" + strings.TrimPrefix(ref, own.Prefix))
	p.focus("form.forget button")
	p.leads("\r", `location.pathname === "/data"`)
	p.ready("[data-forgotten]")
	p.visit("/lessons/bandwidth")
	p.ready("#geyser-data")
	shows(p, `[...document.getElementById("geyser-data").options].some((o) => o.value.startsWith("own-"))`, false)
	if tables, _, _ := s.tables.Held(); tables != 0 {
		t.Errorf("%d tables are left", tables)
	}
}

// Before a table is sent, its page has an example of what becomes of one: its first rows, and the figure with them,
// whose letters are read, all of it on a laptop's screen beside the form. It moves, and opens in its lesson.
func TestBrowserWhatBecomesOfATable(t *testing.T) {
	t.Parallel()
	p := open(t, sharedSite())
	for _, s := range []screen{{1440, 900, false}, {834, 1112, false}, {390, 844, true}} {
		p.on(s)
		p.visit("/data")
		p.ready("#fit .panels")
		p.still()
		is := eval[struct{ Label, Over, Lowest float64 }](p, `(() => ({
			Label: Math.min(...[...document.querySelectorAll("#fit svg.plot")].flatMap((plot) =>
				[...plot.querySelectorAll("text")].filter((t) => getComputedStyle(t).opacity > 0).map((t) =>
					parseFloat(getComputedStyle(t).fontSize) * plot.getBoundingClientRect().width
						/ plot.viewBox.baseVal.width))),
			Over: document.documentElement.scrollWidth - innerWidth,
			Lowest: document.querySelector("#fit").getBoundingClientRect().bottom - innerHeight,
		}))()`)
		t.Logf("%d px: %+v", s.width, is)
		if is.Label < 11.9 || is.Over > 0 || s.width >= 1200 && is.Lowest > 0 {
			t.Errorf("%d px: %+v", s.width, is)
		}
	}
	shows(p, `document.querySelectorAll(".becomes tbody tr").length`, 5)
	p.on(laptop)
	p.visit("/data")
	p.slide("fit", "bandwidth", 30, "bandwidth=1")
	p.clean("document", "the page of data, its example moved")
	p.click("[data-example]", `location.pathname === "/lessons/kernel-ridge-regression" && location.hash === "#fit"`)
	p.ready("#fit .panels")
	shows(p, `document.getElementById("fit-data").value`, "mcycle")
	p.withoutScripts()
	p.visit("/data?fit.bandwidth=10")
	p.sees("[data-query*='bandwidth=10'] svg.plot", "#fit .without-js")
}

// A table that is too large for points is sent from the field in which it was pasted.
func TestBrowserATableIsSentFromAFigure(t *testing.T) {
	t.Parallel()
	s := quietSite()
	p := visits(t, s, "/lessons/kernel-ridge-regression?fit.data=points")
	p.ready("#fit-points")
	eval[any](p, `(() => {
		document.querySelector("#fit .own details").open = true;
		const rows = Array.from({ length: 90 }, (_, i) => i / 9 + "\t" + Math.sin(i / 9)).join("\n");
		const clipboardData = new DataTransfer();
		clipboardData.setData("text/plain", rows);
		document.getElementById("fit-points").dispatchEvent(
			new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
	})()`)
	p.until(`!document.querySelector("#fit [data-whole]").hidden`)
	p.focus(`#fit [data-hand="table"]`)
	p.leads("\r", `document.querySelector("#fit .panels").dataset.query.startsWith("data=own-")`)
	if tables, _, _ := s.tables.Held(); tables != 1 {
		t.Errorf("%d tables are kept", tables)
	}
}

// The fit of all columns is led to from the table, by keyboard and on a phone; its controls move it, its sealed
// rows are opened, and it is as clean as other pages.
func TestBrowserATableIsFittedOnAllColumns(t *testing.T) {
	t.Parallel()
	s := quietSite()
	r := keeps(t, s, "/data", doses(80))
	p := visits(t, s, r.Address)
	p.ready("[data-fit]")
	p.focus("[data-fit]")
	p.leads("\r", `location.pathname.endsWith("/fit")`)
	p.ready("#fit .advice")
	p.clean("document", "the fit of a table")
	p.types("fit-seal", "last")
	p.drawn("fit", "seal=last")
	shows(p, `document.querySelectorAll("#fit .panels .plot").length`, 6.0)
	p.phone()
	p.visit(r.Address + "/fit?envelope=open&at=3")
	p.ready("#fit .unsealed, #fit [data-unsealed], #fit .datum")
	p.fits()
	p.clean("document", "the fit of a table on a phone")
	other := keeps(t, s, "/data", "age,dose (mg),arm,outcome\n30,4.5,arm 1,1001\n40,5,placebo,\n44,900,arm 7,\n")
	p.visit(r.Address + "/fit?new=own-" + strings.TrimPrefix(other.Address, "/data/"))
	p.ready("#fit-new table")
	p.fits()
	shows(p, `document.querySelectorAll("#fit-new tbody tr").length`, 3.0)
	p.clean("document", "predictions of a second table on a phone")
}
