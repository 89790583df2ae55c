//go:build !race && !js

package main

import (
	"context"
	"testing"

	"github.com/chromedp/chromedp"
)

// A page of a newer revision, which the host has before the reader lets its worker go on, finds its own scripts
// there. One that is loaded past the worker, as by Shift and Reload, has it again.
func TestBrowserSiteBesideItsWorker(t *testing.T) {
	p := open(t, serve(t, folder(t), map[string]string{"static/js/newer.0123abcd.js": "newer"}))
	p.visit("lessons/bandwidth/")
	p.ready()
	got := value[string](p, `fetch("../../static/js/newer.0123abcd.js").then((answer) => answer.text())`)
	if got != "newer" {
		t.Errorf("%.100q", got)
	}
	value[bool](p, `(window.before = true)`)
	if err := chromedp.Do(p.ctx, chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, "Page.reload", map[string]bool{"ignoreCache": true}, nil)
	})); err != nil {
		t.Fatal("reload: ", err)
	}
	p.until(`!window.before && document.readyState === "complete"`)
	p.move("fit-bandwidth", "5")
}
