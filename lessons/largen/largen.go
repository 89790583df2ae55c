// Package largen is the lesson on many points: what the exact fit costs, and what
// Nyström's landmarks and random waves cost in its place.
package largen

import (
	"embed"
	"math"
	"sync"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

//go:embed large-n.md
var prose string

//go:embed lab.py
var lab string

//go:embed code
var files embed.FS

var programs = course.ParsePrograms(files)

var Lesson = &course.Lesson{
	Slug:  "large-n",
	Short: "Large n",
	Title: "And all of Gmail?",
	Lede: "A kernel method compares every pair of points. Two thousand points are two million pairs, and a matter of " +
		"seconds. A large mailbox has a million letters, and a mail service has millions of mailboxes.",
	Emblem: course.Emblem{State: "cost?n=2000", Draw: emblem},
	Film:   film,
	Prose:  prose,
	Lab:    lab,
	Facts:  facts,
	Fresh:  fresh,
	Figures: []course.Figure{{
		Name:    "cost",
		Title:   "What the exact fit costs.",
		Goal:    "have K outgrow 16 GB, and a fit take 8 hours at most",
		NoTable: course.OfTime, Timed: true,
		Build: buildCost,
		Guesses: []course.Guesses{{Ask: "million", Panel: "cost-time",
			In: []string{"n=100", "beside=yes"}, Draw: through}},
	}, {
		Name:       "approximate",
		Title:      "All points, through a few.",
		Goal:       "bring the hidden error under 0.09 Pa by 60 features",
		Conditions: "From 2,000 readings, with 60 features at most; the median of 30 hidden samples.",
		Samples:    whistlesAmong,
		NoTable:    "It draws as many points as it is asked for, more than a table may have.",
		Drawn:      []string{"points data x y", "curve fit x f", "curve fit x truth"},
		Build:      buildApproximate,
	}, {
		Name:       "digits",
		Title:      "Handwriting, through a few examples.",
		Goal:       "misread at most 6 % with 150 features or fewer",
		Conditions: "In the median of 7 hidden draws.",
		Samples:    digitsAmong,
		Sealed:     digitsSealed,
		NoTable:    "It is about images of handwritten digits.",
		Drawn:      []string{"heights errors misread"},
		Build:      buildDigits,
	}},
}

// The whistle: how its pitch falls is known, so that a fit can be held against the truth.

// length is how long it is, in ms, and noise the deviation of a reading.
const (
	length = 10
	noise  = 0.5
)

// truth is the pressure at time x: a wave whose pitch falls evenly.
func truth(x float64) float64 { return math.Sin((length + 1 - x) * (length + 1 - x) / 2) }

// A lehmer draws numbers as every language can, to the last bit: Lehmer's generator with
// the multiplier 48271 modulo 2³¹ − 1.
//
// Source: Park, Miller and Stockmeyer, Communications of the ACM 36 (1993).
type lehmer uint64

const prime = 1<<31 - 1

// uniform is between 0 and 1.
func (g *lehmer) uniform() float64 {
	*g = *g * 48271 % prime
	return float64(*g) / prime
}

// normal is standard normal, by Box and Muller.
func (g *lehmer) normal() float64 {
	r := math.Sqrt(-2 * math.Log(g.uniform()))
	return r * math.Cos(2*math.Pi*g.uniform())
}

// readings are n of the whistle, at times in no order: the first m are a random sample
// of them.
func readings(n, seed int) engine.Dataset {
	g := lehmer(seed)
	for range 3 {
		g.uniform() // the first are small where the seed is
	}
	d := engine.Dataset{X: make([][]float64, n), Y: make([]float64, n)}
	x := make([]float64, n)
	for i := range n {
		x[i] = length * g.uniform()
		d.X[i], d.Y[i] = x[i:i+1], truth(x[i])+noise*g.normal()
	}
	return d
}

// waves are frequencies for a Gaussian kernel of width ℓ, drawn apart from the readings.
func waves(m, seed int, ell float64) engine.FourierFeatures {
	g := lehmer(seed + 1_000_000)
	for range 3 {
		g.uniform()
	}
	f := engine.FourierFeatures{Frequencies: make([][]float64, m)}
	for j := range f.Frequencies {
		f.Frequencies[j] = []float64{g.normal() / ell}
	}
	return f
}

// evenly are the places at which a fit is held against the truth.
var evenly = sync.OnceValue(func() [][]float64 {
	x := make([][]float64, places)
	for i := range x {
		x[i] = []float64{length * float64(i) / (places - 1)}
	}
	return x
})

const places = 401
