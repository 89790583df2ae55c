package largen

import (
	"context"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/timing"
)

// year is one, in s.
const year = 365.25 * 86400

// facts are the numbers in the lesson's prose.
func facts() course.Facts {
	facts := course.Facts{
		"samples": samples, "digit-draws": digitDraws, "ell": raceEll, "narrowest": narrowest,
		"open-n": timedN, "open-m": openM, "many-n": 50000,
		"open-mb": megabytes(timedN), "hundred-gb": megabytes(100000) / 1e3, "million-tb": megabytes(1e6) / 1e6,
	}
	recorded := course.Must(timing.Race(context.Background(), recording(), false, tasks(all)))
	seconds := func(way string, n float64) float64 { return secondsAt(recorded, way, n).seconds }
	facts["open-s"] = seconds("exact", timedN)
	facts["million-rough"] = facts["open-s"] * 500 * 500 * 500 / year
	facts["timed-n"], facts["timed-s"] = 4000, seconds("exact", 4000)
	facts["fifty-hours"], facts["hundred-hours"] = seconds("exact", 50000)/3600, seconds("exact", 100000)/3600
	facts["million-years"] = seconds("exact", 1e6) / year
	facts["pairs-hours"] = seconds("exact", 1e6) / (1e6 / raceFeatures) / 3600 // if the pairs were all the work
	facts["landmarks-s"], facts["waves-s"] = seconds("nystrom", 50000), seconds("fourier", 50000)
	facts["landmarks-million-s"], facts["waves-million-s"] = seconds("nystrom", 1e6), seconds("fourier", 1e6)

	memo := course.NewMemo(1 << 25)
	read := func(prefix, query string) *course.Picture {
		return facts.Read(memo, buildApproximate, query, prefix+"-",
			"error", "error", "used", "features", "freedom", "degrees_of_freedom")
	}
	facts["few-here"] = here(read("open", ""))
	read("twelve", "m=12")
	read("close", "bandwidth=0.3&m=60")
	read("forty", "bandwidth=0.35&m=40")
	few := read("few", "m=100").Result.(*approximated)
	for _, b := range few.best {
		facts[fmt.Sprintf("best-%.0f", b.points)] = b.err
	}
	for i, n := range few.few {
		facts[fmt.Sprintf("noisy-%.0f", n)] = few.fewErrors[i]
	}
	many.Cite(facts, many.Parse(shares))
	facts["draws"] = many.Draws
	for name, v := range long() {
		facts[name] = v
	}

	facts.Anew("anew-", anew())
	c := counts()
	facts["landmarks-win"] = course.Wins(c["landmarks"], c["exact"])
	facts["waves-lose"] = course.Wins(c["landmarks"], c["waves"])
	facts["waves-least"] = share(c["waves-lambda"], func(l float64) bool { return l == ownLambdas[0] }) * samples
	facts["waves-lose-least"] = losesAtTheLeast(c)
	facts["waves-lose-other"] = facts["waves-lose"] - facts["waves-lose-least"]
	facts["landmarks-median"], facts["exact-median"] = engine.Median(c["landmarks"]), engine.Median(c["exact"])
	facts["few-median"], facts["many-median"] = engine.Median(c["few"]), engine.Median(c["many"])

	// One landmark of two, by hand.
	k := engine.Polynomial{Degree: 2, Offset: 1}
	one := course.Must(engine.NewtonFeatures(k, [][]float64{{1}}))
	facts["hand-feature"] = one.Map([]float64{3})[0]
	facts["hand-guess"] = facts["hand-feature"] * facts["hand-feature"]
	facts["hand-rest"] = k.Eval([]float64{3}, []float64{3}) - facts["hand-guess"]
	return facts
}

// losesAtTheLeast counts the samples in which waves take the least λ and landmarks are nearer.
func losesAtTheLeast(c map[string][]float64) (n float64) {
	for i, lambda := range c["waves-lambda"] {
		if lambda == ownLambdas[0] && c["landmarks"][i] < c["waves"][i] {
			n++
		}
	}
	return n
}

// here is how many landmarks are enough in a state of the figure.
func here(p *course.Picture) float64 {
	return p.Column("errors", "features")[enough(p.Column("errors", "error"))]
}

// What takes long is not computed where a page is opened: long.csv has it, and a test
// computes it again.

//go:embed long.csv
var longCSV string

// long are the facts of long.csv.
var long = sync.OnceValue(func() course.Facts {
	rows, err := csv.NewReader(strings.NewReader(longCSV)).ReadAll()
	if err != nil {
		panic("largen: long.csv: " + err.Error()) // it is embedded
	}
	facts := course.Facts{}
	for _, row := range rows {
		if facts[row[0]], err = strconv.ParseFloat(row[1], 64); err != nil {
			panic("largen: long.csv: " + err.Error())
		}
	}
	return facts
})
