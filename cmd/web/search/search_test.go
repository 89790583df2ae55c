package search

import (
	"testing"
	"unicode/utf8"
)

var few = New([]Entry{
	{Title: "ridge regression", Kind: "term", URL: "/a", Excerpt: "Least squares with a penalty on the coefficients."},
	{Title: "Gram matrix", Kind: "term", URL: "/b", Excerpt: "The matrix of all inner products."},
	{Title: "landmarks", Kind: "term", URL: "/c", Excerpt: "Nyström approximates K from a few of its columns."},
	{Title: "positive semi-definite kernels", Kind: "term", URL: "/d", Excerpt: "Those whose Gram matrices have no " +
		"negative eigenvalue."},
	{Title: "What is minimised", Kind: "section", URL: "/e", Excerpt: "The loss, and λ times the squared norm. " +
		"The bandwidth ℓ stays."},
	{Title: "centring", Kind: "term", URL: "/f", Excerpt: "The mean of the features is taken away."},
})

// One thing may be called by many names, and written in many ways.
func TestSpellings(t *testing.T) {
	for query, want := range map[string]string{
		"Ridge":                 "/a",
		"tikhonov":              "/a",
		"weight decay":          "/a",
		"kernel matrix":         "/b",
		"gram matrices":         "/b",
		"nystroem":              "/c",
		"Nyström":               "/c",
		"Nystro\u0308m":         "/c",
		"NYSTROM":               "/c",
		"nistrom":               "/c",
		"landm":                 "/c",
		"semidefinite":          "/d",
		"positive definite":     "/d",
		"minimized":             "/e",
		"lambda":                "/e",
		"λ":                     "/e",
		"what is minimised":     "/e",
		"σ":                     "/e",
		"how is gamma defined?": "/e",
		"centering":             "/f",
		"centred":               "/f",
	} {
		if hits := few.Find(query, 1); len(hits) != 1 || hits[0].URL != want {
			t.Errorf("%q finds %v, not %s", query, hits, want)
		}
	}
	for _, query := range []string{"", "  ", "?!", "zzzzzzzz"} {
		if hits := few.Find(query, 5); len(hits) != 0 {
			t.Errorf("%q finds %v", query, hits)
		}
	}
}

func FuzzFind(f *testing.F) {
	for _, query := range []string{"", "λ", "one-class SVM", "a\x00b", "\xff", "the the the", "Nystro\u0308m", "ℓ²"} {
		f.Add(query, 3)
	}
	f.Fuzz(func(t *testing.T, query string, limit int) {
		hits := few.Find(query, limit)
		if len(hits) > max(limit, 0) {
			t.Errorf("%d of %d", len(hits), limit)
		}
		for i, h := range hits {
			if h.Text != "" || h.URL == "" || !utf8.ValidString(h.Excerpt) {
				t.Errorf("%q: hit %d is %+v", query, i, h)
			}
		}
	})
}
