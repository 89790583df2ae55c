package main

import (
	"strings"
	"testing"
)

// Proofs that a reader chooses among are closed, and share a name, by which a browser
// has one open at a time, with a script or without.
func TestWaysAreOpenedOneAtATime(t *testing.T) {
	page := get(t, sharedSite(), krrPage, plain).Body.String()
	if n := strings.Count(page, `<details class="proof" name="way">`); n != 5 {
		t.Errorf("%d ways that are closed and of one name, not 5", n)
	}
}
