package course

import (
	"html"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"
)

// The short way through a page: what stands before the first section, and the sections
// that have a screen which mark picks, also where the projector's short way is written. The
// headings of the others say that they are deeper. Proofs, and what stands in the margin,
// may be left out anywhere; the exercises are for those who have read either way.

const (
	readingRate = 200             // words a minute, see MaxWords
	perPicture  = time.Minute     // to play with a figure, or answer a prediction
	perExercise = 2 * time.Minute // to do one, or break a figure
)

// Marked is a block's HTML with a mark at the headings of sections off the short way, and
// under it a link past them.
func (t *Text) Marked(b Block) string {
	marked := b.HTML
	for _, p := range b.Pieces {
		next, deep := t.deep[p.Heading]
		if !deep {
			continue
		}
		opening := `id="` + p.ID + `">` + p.Heading
		past := ` <span class="deep">deeper</span></h2>`
		if next.ID != "" {
			past += `<p class="past"><a href="#` + next.ID + `">Skip to “` + html.EscapeString(next.Name) + `”</a></p>`
		}
		marked = strings.Replace(marked, opening+"</h2>", opening+past, 1)
	}
	return marked
}

// deeper are the headings of sections that have none of the short way's screens, and are
// not those of the exercises or the sources, each with the place at which the short way
// goes on, its heading or the first broken state. What is broken closes the last section,
// and says nothing of it, unless it is all of it.
func (t *Text) deeper() map[string]Place {
	deep, not := map[string]Place{}, map[string]bool{"": true}
	for _, s := range t.screens {
		deep[s.Heading] = Place{}
		switch s.Kind {
		case "exercise", "code", "sources":
			not[s.Heading] = true
		case "break":
			not[s.Heading] = not[s.Heading] || s.Opens
		default:
			not[s.Heading] = not[s.Heading] || s.Route
		}
	}
	maps.DeleteFunc(deep, func(heading string, _ Place) bool { return not[heading] })
	var next Place
	for _, s := range slices.Backward(t.screens) {
		_, is := deep[s.Heading]
		switch {
		case s.Kind == "break" && s.Route:
			next = Place{s.ID, s.Name()}
		case is:
			deep[s.Heading] = next
		case s.Opens:
			next = Place{s.above, strings.TrimSuffix(Plain(s.Heading), ".")}
		}
	}
	return deep
}

// Minutes are about how long the short way through the page takes, and the whole of it,
// with its exercises.
func (t *Text) Minutes() (short, whole int) { return t.short, t.whole }

func (t *Text) minutes() (short, whole int) {
	var way, all time.Duration
	for _, s := range t.screens {
		took := time.Duration(0)
		words := spoken(s.HTML)
		for _, c := range s.Cases {
			words += spoken(c.State) + spoken(c.Answer)
		}
		switch s.Kind {
		case "figure", "predict":
			took += perPicture
		case "exercise", "break":
			took += perExercise
		case "code", "sources":
			continue
		}
		took += time.Duration(words) * time.Minute / readingRate
		all += took
		_, deep := t.deep[s.Heading]
		if s.Route || !deep && !slices.Contains([]string{"exercise", "proof", "way", "break"}, s.Kind) {
			way += took
		}
	}
	return int(math.Round(way.Minutes())), int(math.Round(all.Minutes()))
}

var mathml = regexp.MustCompile(`(?s)<math.*?</math>`)

// spoken counts the words of HTML; a formula is read as one.
func spoken(html string) int { return len(strings.Fields(Plain(mathml.ReplaceAllString(html, "x")))) }
