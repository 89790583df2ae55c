package course

import (
	"strings"
	"testing"
)

func TestALinkHidesAndLocks(t *testing.T) {
	many := strings.Repeat("x,", maxAccess-1)
	for _, tt := range []struct{ query, access, link string }{
		{"", "", ""},
		{"hide=noise,kernel", "hide=kernel,noise", "hide=kernel,noise"},
		{"lock=lambda,lambda&hide=nothing,kernel", "hide=kernel&lock=lambda", "hide=kernel&lock=lambda"},
		{"bandwidth=3&lock=bandwidth", "lock=bandwidth", "bandwidth=3&lock=bandwidth"},
		{"hide=noise&lock=noise", "hide=noise", "hide=noise"}, // what is not there need not be locked
		{"hide=%00,,hide,<b>", "", ""},
		{"hide=" + many + "kernel", "hide=kernel", "hide=kernel"},
		{"hide=x," + many + "kernel", "", ""},
		{"hide=kernel,bandwidth,lambda,degree,noise,points", "hide=kernel,bandwidth,lambda,degree,noise,points",
			"hide=kernel,bandwidth,lambda,degree,noise,points"},
	} {
		f := NewForm(ParseQuery(tt.query))
		declareOn(f)
		if got := f.Access(""); got != tt.access {
			t.Errorf("%.40s: access %q, want %q", tt.query, got, tt.access)
		}
		if got := f.Link(""); got != tt.link {
			t.Errorf("%.40s: link %q, want %q", tt.query, got, tt.link)
		}
		if len(f.Notes) > 0 {
			t.Errorf("%.40s: notes %q", tt.query, f.Notes)
		}
		again := NewForm(ParseQuery(f.Link("")))
		declareOn(again)
		if again.Link("") != f.Link("") {
			t.Errorf("%.40s: %q reads back as %q", tt.query, f.Link(""), again.Link(""))
		}
	}
	f := NewForm(ParseQuery("bandwidth=3&hide=bandwidth&lock=lambda"))
	declareOn(f)
	if c := f.Control("bandwidth"); !c.Hidden || c.Number() != 3 || f.Query("") != "bandwidth=3" {
		t.Errorf("a hidden control counts %g, query %q", c.Number(), f.Query(""))
	}
	if got, want := f.Link("fit."), "fit.bandwidth=3&fit.hide=bandwidth&fit.lock=lambda"; got != want {
		t.Errorf("on a lesson's page: %q, want %q", got, want)
	}
}

// A name in hide that no control has is noted, and the controls named beside it are hidden.
func TestAMisspeltControlIsNoted(t *testing.T) {
	figure := &Figure{Name: "fit", Build: func(f *Form) Draw { declareOn(f); return nil }}
	for query, notes := range map[string]int{
		"hide=kernel&lock=lambda": 0, "hide=": 0, "hide=kernal": 1, "hide=kernal,noise&lock=lamda": 2,
		"hide=" + strings.Repeat("x,", 30): 1,
	} {
		form, _ := figure.At(ParseQuery(query))
		if len(form.Notes) != notes {
			t.Errorf("%s: notes %q", query, form.Notes)
		}
		for _, note := range form.Notes {
			if len(note) > 80 {
				t.Errorf("%s: %q", query, note)
			}
		}
	}
	if form, _ := figure.At(ParseQuery("hide=kernal,noise")); form.Hide() != "noise" ||
		!strings.Contains(form.Notes[0], "“kernal”") {
		t.Errorf("hides %q, notes %q", form.Hide(), form.Notes)
	}
}
