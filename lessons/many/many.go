// Package many counts over many samples how often a claim holds.
//
// A lesson says what it draws and what it claims of each draw, in a [Study]. A thousand
// draws take too long for a page that opens, so a file beside the lesson has the counts,
// a test counts some of them again (package manytest), and the prose cites them:
//
//	in @{wins-few|%.0f} of 100 draws (±@{wins-few-margin|%.0f})
package many

import (
	"encoding/csv"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
)

// Draws are how many samples a recorded share is counted over, from seed 1 on.
const Draws = 1000

// A Share is in how many of so many samples, drawn alike and apart from each other, a
// claim holds. Where a method is as good as its rival, that is a tie and no hit.
type Share struct{ Hits, Ties, Of int }

// normal is the 97.5 % quantile of the standard normal distribution.
const normal = 1.959963984540054

// Interval is Wilson's 95 % interval of the probability of a hit, p = Hits/Of, n = Of,
//
//	(p + z²/2n ± z √(p(1 − p)/n + z²/4n²)) / (1 + z²/n),   z = 1.96.
//
// It lies in [0, 1], holds p, and has a width where p is 0 or 1, too. Of no samples it is
// [0, 1]. Source: E. B. Wilson, Probable inference, the law of succession, and statistical
// inference, Journal of the American Statistical Association 22, 1927.
func (s Share) Interval() (low, high float64) {
	if s.Of == 0 {
		return 0, 1
	}
	n := float64(s.Of)
	p := float64(s.Hits) / n
	centre, half := p+normal*normal/(2*n), normal*math.Sqrt(p*(1-p)/n+normal*normal/(4*n*n))
	return max(0, (centre-half)/(1+normal*normal/n)), min(1, (centre+half)/(1+normal*normal/n))
}

// Per100 is the share per hundred, and half the width of its interval, rounded up.
func (s Share) Per100() (share, margin float64) {
	low, high := s.Interval()
	return 100 * float64(s.Hits) / float64(s.Of), math.Ceil(50 * (high - low))
}

// An Outcome is what one sample says of a claim.
type Outcome int

// A claim that fails, one that cannot tell, and one that holds.
const (
	Fails Outcome = iota
	Ties
	Holds
)

// If is the outcome of a claim that holds or fails.
func If(holds bool) Outcome {
	if holds {
		return Holds
	}
	return Fails
}

// Text is the share as a reader is told it: "84 of 100 samples (±8)", "17 of 20 samples (±17 in
// 100), and 2 tie"; at the ends, where the interval lies on one side, "none of 100 samples
// (under 4 in 100)". Samples that share their data, as splits do, were chosen apart from each
// other all the same: the interval is that of the share in all that could be chosen of these
// data, and says nothing of others, "46 of 100 splits (±10 for their choice alone)".
func (s Share) Text(of string, dependent bool) string {
	alone := ""
	if dependent {
		alone = " for their choice alone"
	}
	text := s.hits(of, alone)
	if s.Ties > 0 {
		text += fmt.Sprintf(", and %d tie", s.Ties)
	}
	return text
}

func (s Share) hits(of, alone string) string {
	low, high := s.Interval()
	switch _, margin := s.Per100(); {
	case s.Hits == 0:
		return fmt.Sprintf("none of %d %s (under %.0f in 100%s)", s.Of, of, math.Ceil(100*high), alone)
	case s.Hits == s.Of:
		return fmt.Sprintf("all %d %s (over %.0f in 100%s)", s.Of, of, math.Floor(100*low), alone)
	default:
		unit := " in 100"
		if s.Of == 100 {
			unit = ""
		}
		return fmt.Sprintf("%d of %d %s (±%.0f%s%s)", s.Hits, s.Of, of, margin, unit, alone)
	}
}

// Less is the outcome of the claim that the error a is less than the error b. Two that
// agree tie; an error without a fit is infinite.
func Less(a, b float64) Outcome {
	if engine.Agree(a, b, max(math.Abs(a), math.Abs(b))) {
		return Ties
	}
	return If(a < b)
}

// And is the share with one sample more.
func (s Share) And(o Outcome) Share {
	s.Of++
	switch o {
	case Holds:
		s.Hits++
	case Ties:
		s.Ties++
	}
	return s
}

// Paired is the mean of differences, one of each sample, and its standard error
// √(Σ(dᵢ − d̄)² / n(n − 1)); that of fewer than two is NaN.
func Paired(d []float64) (mean, se float64) {
	mean, sd := stat.MeanStdDev(d, nil)
	return mean, sd / math.Sqrt(float64(len(d)))
}

// PairedSplits is the same for random splits of the same data, which share them, so that the
// differences go up and down together and √(Σ(dᵢ − d̄)² / n(n − 1)) is far too small. Where a
// split judges perFitted points for each that it fits to, the standard error is about
//
//	s √(1/n + perFitted),   s² = Σ(dᵢ − d̄)² / (n − 1),
//
// as if two splits' differences had the correlation perFitted/(1 + perFitted). It is a rule
// that was found good where fewer are judged than fitted to, and no more splits make it
// small. NaN of fewer than two. Source: C. Nadeau and Y. Bengio, Inference for the
// generalization error, Machine Learning 52, 2003.
func PairedSplits(d []float64, perFitted float64) (mean, se float64) {
	mean, sd := stat.MeanStdDev(d, nil)
	return mean, sd * math.Sqrt(1/float64(len(d))+perFitted)
}

// A Study draws samples and asks each the same.
type Study struct {
	Claims []string                 // their names as facts
	Draw   func(seed int) []Outcome // of each claim, in a sample; equal seeds, equal samples
}

// Over counts the claims over the samples of the seeds from 1 to n.
func (s Study) Over(n int) map[string]Share {
	shares := map[string]Share{}
	for seed := 1; seed <= n; seed++ {
		outcomes := s.Draw(seed)
		if len(outcomes) != len(s.Claims) {
			panic(fmt.Sprintf("many: %d outcomes of %d claims", len(outcomes), len(s.Claims)))
		}
		for i, name := range s.Claims {
			shares[name] = shares[name].And(outcomes[i])
		}
	}
	return shares
}

// A Recorded share was counted over [Draws] samples; the first of them were counted apart.
type Recorded struct{ All, First Share }

// Header is the first row of a file of shares. The last three columns are of the first
// samples alone.
var Header = []string{"claim", "hits", "ties", "of", "first hits", "first ties", "first of"}

// Parse reads a file of shares, which is embedded: it panics at what is none.
func Parse(file string) map[string]Recorded {
	recorded := map[string]Recorded{}
	for _, row := range rowsOf(file, "shares", Header) {
		var n [6]int
		for i, field := range row[1:] {
			var err error
			if n[i], err = strconv.Atoi(field); err != nil {
				panic(fmt.Sprintf("many: no file of shares: %v", err))
			}
		}
		recorded[row[0]] = Recorded{Share{n[0], n[1], n[2]}, Share{n[3], n[4], n[5]}}
	}
	return recorded
}

// rowsOf are those of a file below its header; it panics where that is another.
func rowsOf(file, what string, header []string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(file)).ReadAll()
	if err != nil || len(rows) == 0 || !slices.Equal(rows[0], header) {
		panic(fmt.Sprintf("many: no file of %s: %v", what, err))
	}
	return rows[1:]
}

// A RecordedMean was taken over [Draws] samples; that of the first of them was taken apart.
type RecordedMean struct{ All, First float64 }

// MeansHeader is the first row of a file of means.
var MeansHeader = []string{"name", "all", "first"}

// ParseMeans reads a file of means, which is embedded: it panics at what is none.
func ParseMeans(file string) map[string]RecordedMean {
	means := map[string]RecordedMean{}
	for _, row := range rowsOf(file, "means", MeansHeader) {
		all, bad := strconv.ParseFloat(row[1], 64)
		first, worse := strconv.ParseFloat(row[2], 64)
		if err := errors.Join(bad, worse); err != nil {
			panic(fmt.Sprintf("many: no file of means: %v", err))
		}
		means[row[0]] = RecordedMean{all, first}
	}
	return means
}

// Cite makes facts of recorded shares: per hundred under their names, and with -margin
// behind it half the width of the interval.
func Cite(facts map[string]float64, recorded map[string]Recorded) {
	for name, r := range recorded {
		facts[name], facts[name+"-margin"] = r.All.Per100()
	}
}
