// Package sentences is the lesson on kernels of strings: likeness of sentences, the
// language of one by kernel ridge regression, and a likeness of words that is no kernel.
package sentences

import (
	"embed"
	"encoding/csv"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/lessons/course"
)

//go:embed string-kernels.md
var prose string

//go:embed lab.py
var lab string

//go:embed sentences.csv
var table string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

// ofSentences is why its figures take no table.
const ofSentences = "It is about sentences, and tables have numbers."

var Lesson = &course.Lesson{
	Slug:  "string-kernels",
	Short: "String kernels",
	Title: "Data that is not numbers",
	Lede: "A help desk gets messages in four languages and has four people to answer them. Who gets which? " +
		"There are no numbers in a sentence, no inputs x₁ and x₂. " +
		"But two sentences can be compared, and for a kernel method that is enough.",
	Emblem: course.Emblem{State: "gram", Draw: emblem},
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:       "gram",
		Title:      "Sentences, compared.",
		Goal:       "find two languages that share *k* over 0.2",
		Conditions: "In two of these sentences, by three letters.",
		Drag:       "second first",
		NoTable:    ofSentences,
		Drawn:      []string{"image gram"},
		Build:      buildGram,
	}, {
		Name:       "lengths",
		Title:      "How long should a substring be?",
		Goal:       "bring the misses under 5 %",
		Conditions: "In these sixty splits, at the best length.",
		NoTable:    ofSentences,
		Build:      buildLengths,

		Guesses: []course.Guesses{{Ask: "curve", Panel: "lengths-error", In: []string{"show=whole"},
			Draw: misses}},
	}, {
		Name:       "classify",
		Title:      "Which language is it?",
		Goal:       "bring the hidden misses under 4 % from twelve of each",
		Conditions: "In sixty hidden splits.",
		Sealed:     topicsSealed,
		NoTable:    ofSentences,
		Drawn:      []string{"heights splits error", "heights splits neighbour_error"},
		Build:      buildClassify,
	}, {
		Name:       "edit",
		Title:      "A likeness of words.",
		Goal:       "bring the least eigenvalue within 0.001 of its least",
		Conditions: "That of the five words, by the rate *γ*.",
		NoTable:    ofSentences,
		Drawn:      []string{"heights eigenvalues eigenvalue"},
		Build:      buildEdit,
	}},
}

// languages are those of the sentences, in the order of the table's columns.
var languages = []string{"English", "French", "German", "Spanish"}

// codes are their names where there is little room.
var codes = []string{"EN", "FR", "DE", "ES"}

// topics is how many sentences each language has. Sentence i says the same in all four.
const topics = 24

// corpus are the sentences, language by language.
var corpus = sync.OnceValue(func() [][]string {
	rows := course.Must(csv.NewReader(strings.NewReader(table)).ReadAll())
	all := make([][]string, len(languages))
	for _, row := range rows[1:] {
		for l, sentence := range row {
			all[l] = append(all[l], sentence)
		}
	}
	return all
})
