package lessons

import (
	"testing"
)

// Every figure takes a reader's own table, or says why it does not.
func TestFiguresTakeTablesOrSayWhyNot(t *testing.T) {
	takers := 0
	for _, l := range Contents.Open() {
		for i := range l.Figures {
			f := &l.Figures[i]
			form, _ := f.At(nil)
			why := f.NoTable
			if form.TakesTables() {
				takers++
			}
			if form.TakesTables() == (why != "") {
				t.Errorf("%s/%s takes a table: %t; why not: %q", l.Slug, f.Name, form.TakesTables(), why)
			}
		}
	}
	if takers < 30 {
		t.Errorf("%d figures take a table", takers)
	}
}
