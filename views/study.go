package views

import (
	"net/url"
	"strings"
)

// fit names the state of a fit of a table to the form that sends a second one: what follows /data/ in the address of
// its table, and its query.
func (f Figure) fit() string {
	return strings.TrimPrefix(f.Lesson.Path, "/data/") + "?" + f.Form.Query("")
}

// seriesAddress is where a series of the figure is, as a table.
func (f Figure) seriesAddress(name string) string {
	address, query, _ := strings.Cut(f.Address(".csv"), "?")
	if query != "" {
		query += "&"
	}
	return address + "?" + query + "series=" + url.QueryEscape(name)
}
