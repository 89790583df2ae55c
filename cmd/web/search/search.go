// Package search finds the places of a course that a reader's words mean.
//
// An Index ranks by BM25 over two fields: what an entry is called, and what it says. Words
// are compared by their stems, without case, accents and hyphens; Greek letters by their
// names; -ize as -ise. What the course does not say in so many words is looked for by its
// other names (names.txt), then by its beginning, then with a slip of the hand mended.
//
// It is held in memory, for some thousand entries: there is one for each place of a course.
// Engines made for more weigh more than the course: see the test of hits for what this one
// finds.
package search

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
)

// An Entry is a place that can be found.
type Entry struct {
	Title   string   // plain
	In      string   // what it is a part of, as a lesson's title; "" for what stands alone
	URL     string   // of the very place
	Kind    string   // lesson, section, figure, term, erratum, exercise
	Excerpt string   // what may be shown of it; Find cuts out of it what answers the query
	Text    string   // its other words, which are searched and not shown
	Also    []string // its other names
}

// An Index holds entries. Many may search it at once.
type Index struct {
	entries  []Entry
	postings map[string][]posting // by stem
	words    []string             // the stems, sorted
	titles   [][]string           // of each entry, its stems without those that every question has
	stems    map[string][]string  // of each word that may be shown
	names    map[string][]string  // what the course calls things, by their other names; all as stems
	longest  int                  // stems of a name
}

// A posting says how much an entry is about a word: how often it has it, weighed by field
// and by the field's length.
type posting struct {
	entry  int
	weight float64
}

// What ranks, chosen by the questions of the test.
const (
	titleWeight = 3.0
	inWeight    = 0.5
	saturation  = 1.2 // BM25's k₁
	lengthShare = 0.6 // BM25's b

	named    = 0.9 // for another name of what was asked for
	begun    = 0.6 // for a word that begins with it
	mistyped = 0.6 // for a word that differs by a letter
)

var kindWeight = map[string]float64{"term": 1.2, "lesson": 1.15, "section": 1.1, "figure": 0.8, "erratum": 0.6,
	"exercise": 0.75}

// MaxQuery is how many bytes of a query are read, and maxTerms how many of its words.
const (
	MaxQuery = 200
	maxTerms = 12
)

// New returns the index of these entries.
func New(entries []Entry) *Index {
	x := &Index{entries: slices.Clone(entries), postings: map[string][]posting{}}
	x.stems = map[string][]string{}
	x.names, x.longest = parseNames(namesFile)
	fields := make([][3][]string, len(entries)) // what it is called, what it is a part of, what it says
	var mean [3]float64
	for i, e := range entries {
		fields[i] = [3][]string{Stems(e.Title + " \n" + strings.Join(e.Also, " \n")), Stems(e.In),
			Stems(e.Excerpt + " " + e.Text)}
		for word := range strings.FieldsSeq(e.Excerpt) {
			if x.stems[word] == nil {
				x.stems[word] = Stems(word)
			}
		}
		x.titles = append(x.titles, content(Stems(e.Title)))
		for f, words := range fields[i] {
			mean[f] += float64(len(words)) / float64(len(entries))
		}
	}
	for i := range entries {
		weights := map[string]float64{}
		for f, weight := range []float64{titleWeight, inWeight, 1} {
			length := 1 - lengthShare + lengthShare*float64(len(fields[i][f]))/max(mean[f], 1)
			for _, word := range fields[i][f] {
				weights[word] += weight / length
			}
		}
		for word, w := range weights {
			x.postings[word] = append(x.postings[word], posting{i, w})
		}
	}
	for word := range x.postings {
		x.words = append(x.words, word)
	}
	slices.Sort(x.words)
	return x
}

// An asked is one thing that a query asks for, in the ways in which an entry may have it.
type asked struct{ ways []way }

// A way is words that mean what was asked for, and how much they count.
type way struct {
	stems  []string
	weight float64
}

// Find returns the entries that the query means, best first, at most limit of them. Each has
// in Excerpt what answers the query; Text is left out.
func (x *Index) Find(query string, limit int) []Entry {
	wants := x.read(query)
	scores, has, all := map[int]float64{}, map[int]float64{}, 0.0
	for _, a := range wants {
		best := map[int]float64{}
		for _, w := range a.ways {
			for entry, score := range x.score(w) {
				best[entry] = max(best[entry], score)
			}
		}
		rare := x.rare(len(best))
		all += rare
		for entry, score := range best {
			scores[entry] += score
			has[entry] += rare
		}
	}
	words := map[string]bool{}
	for _, a := range wants {
		for _, w := range a.ways {
			for _, stem := range w.stems {
				words[stem] = true
			}
		}
	}
	found := make([]int, 0, len(scores))
	for entry := range scores {
		scores[entry] *= x.prior(entry, words) * has[entry] / all
		found = append(found, entry)
	}
	slices.SortFunc(found, func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), cmp.Compare(a, b)) })
	hits := make([]Entry, 0, min(max(limit, 0), len(found)))
	for _, entry := range found[:cap(hits)] {
		e := x.entries[entry]
		e.Excerpt, e.Text = x.excerpt(e.Excerpt, words), ""
		hits = append(hits, e)
	}
	return hits
}

// rare is how much it says that an entry has what n of them have.
func (x *Index) rare(n int) float64 {
	return math.Log(1 + (float64(len(x.entries))-float64(n)+0.5)/(float64(n)+0.5))
}

// prior is what an entry's score is multiplied by: more for the kinds that explain, and the
// more of its title the query says, where a rare word counts for more.
func (x *Index) prior(entry int, words map[string]bool) float64 {
	said, all := 0.0, 0.0
	for _, stem := range x.titles[entry] {
		rare := x.rare(len(x.postings[stem]))
		all += rare
		if words[stem] {
			said += rare
		}
	}
	return cmp.Or(kindWeight[x.entries[entry].Kind], 1) * (1 + said/max(all, 1e-9))
}

// score is how much each entry is about what a way says: BM25, times the share of the way's
// words that it has.
func (x *Index) score(w way) map[int]float64 {
	scores, has := map[int]float64{}, map[int]int{}
	for _, stem := range w.stems {
		list := x.postings[stem]
		rare := x.rare(len(list))
		for _, p := range list {
			scores[p.entry] += w.weight * rare * p.weight / (saturation + p.weight)
			has[p.entry]++
		}
	}
	for entry := range scores {
		share := float64(has[entry]) / float64(len(w.stems))
		scores[entry] *= share
	}
	return scores
}

// read reads a query: each run of its words that is a name of something is one thing asked
// for, and so is each other word.
func (x *Index) read(query string) []asked {
	stems := content(Stems(query[:min(len(query), MaxQuery)]))
	stems = stems[:min(len(stems), maxTerms)]
	var wants []asked
	for i := 0; i < len(stems); {
		n, meant := x.name(stems[i:])
		a := asked{}
		if n <= 1 {
			n, a = 1, asked{x.alike(stems[i], i == len(stems)-1)}
		} else {
			a.ways = []way{{stems[i : i+n], 1}}
		}
		for _, m := range meant {
			a.ways = append(a.ways, way{strings.Fields(m), named})
		}
		wants, i = append(wants, a), i+n
	}
	return wants
}

// name returns how many of the words, from the first on, are a name of something, and what
// the course calls it.
func (x *Index) name(stems []string) (n int, meant []string) {
	for n := min(x.longest, len(stems)); n > 0; n-- {
		if meant, ok := x.names[strings.Join(stems[:n], " ")]; ok {
			return n, meant
		}
	}
	return 0, nil
}

// alike are the words of the index that are a stem; if none is, those that begin with it where
// it may be typed half, and, if it is no other name either, those that it may be a slip for.
func (x *Index) alike(stem string, last bool) []way {
	ways := []way{{[]string{stem}, 1}}
	at, known := slices.BinarySearch(x.words, stem)
	if long := len(stem); !known && (last && long > 2 || long > 4) {
		for i, most := at, at+20; i < min(most, len(x.words)) && strings.HasPrefix(x.words[i], stem); i++ {
			ways = append(ways, way{x.words[i : i+1], begun})
		}
	}
	if _, other := x.names[stem]; known || other || len(ways) > 1 || len(stem) < 4 {
		return ways
	}
	apart := 1 + len(stem)/8
	for i, word := range x.words {
		if d := len(word) - len(stem); d < -apart || d > apart || len(word) < 4 {
			continue
		}
		if levenshtein.ComputeDistance(stem, word) <= apart {
			ways = append(ways, way{x.words[i : i+1], mistyped})
		}
	}
	for name := range x.names {
		if len(name) >= 4 && levenshtein.ComputeDistance(stem, name) <= apart {
			for _, m := range x.names[name] {
				ways = append(ways, way{strings.Fields(m), mistyped * named})
			}
		}
	}
	return ways
}
