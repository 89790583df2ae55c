//go:build !race && !js

package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/browsertest"
)

// The folder is the course in Firefox too: its worker starts, and a slider moves the picture.
func TestBrowserSiteInFirefox(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 3*patience)
	defer cancel()
	firefox, err := browsertest.Firefox(ctx, t.TempDir())
	if errors.Is(err, browsertest.ErrMissing) && os.Getenv("GRAMOPHONE_ALL") != "1" {
		t.Skip(err)
	} else if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(firefox.Close)
	noError(t, firefox.Visit(ctx, serve(t, folder(t), nil).URL+under+"lessons/bandwidth/"))
	until := func(condition string) {
		t.Helper()
		for end := time.Now().Add(patience); time.Now().Before(end); {
			holds, err := firefox.Evaluate(ctx, fmt.Sprintf(`(async () => {
				const end = performance.now() + 5000;
				for (; performance.now() < end; await new Promise((r) => setTimeout(r, 20)))
					if (%s) return true;
				return false;
			})()`, condition))
			noError(t, err, condition)
			if string(holds) == "true" {
				return
			}
		}
		t.Fatal("never: ", condition)
	}
	until(`navigator.serviceWorker.controller !== null &&
		document.querySelector(".standing")?.textContent.includes("can be moved now")`)
	if _, err := firefox.Evaluate(ctx, `(() => {
		const slide = document.getElementById("fit-bandwidth-slider");
		window.before = document.querySelector("#fit svg.plot").outerHTML;
		slide.value = slide.valueAsNumber + 3;
		slide.dispatchEvent(new Event("input", { bubbles: true }));
		return true;
	})()`); err != nil {
		t.Fatal(err)
	}
	until(`document.querySelector("#fit .panels").dataset.query.includes("bandwidth=") &&
		document.querySelector("#fit svg.plot").outerHTML !== before`)
	for _, problem := range firefox.Errors() {
		t.Error("in the page: ", problem)
	}
}
