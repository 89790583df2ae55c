package course

import "testing"

func TestBool(t *testing.T) {
	for query, want := range map[string]struct {
		centred, now bool
		notes        int
		link         string
	}{
		"":                             {true, false, 0, ""},
		"centred=0":                    {false, false, 0, "centred=0"},
		"centred=1&measure=recorded":   {true, false, 0, ""},
		"measure=now":                  {true, true, 0, "measure=now"},
		"centred=yes&measure=1":        {true, false, 2, ""},
		"centred=1&centred=0":          {true, false, 0, ""}, // a ticked box, and what is behind it
		"measure=now&measure=recorded": {true, true, 0, "measure=now"},
	} {
		f := NewForm(ParseQuery(query))
		centred := f.Bool("centred", "centred", true)
		now := f.Bool("measure", "measured now", false, Called("recorded", "now"))
		f.Int("runs", "runs", 3, 1, 9, When("measure", "now"))
		if centred != want.centred || now != want.now || len(f.Notes) != want.notes || f.Query("") != want.link ||
			f.Control("runs").Off == now {
			t.Errorf("%q: %t, %t, %q, %q", query, centred, now, f.Notes, f.Query(""))
		}
	}
}
