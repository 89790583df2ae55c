package kernelridge

import (
	"fmt"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"gramophone/lessons/course"
	"gramophone/lessons/course/coursetest"
)

// states are seeded states of the two figures, with next to no points, twins and
// responses all alike among them.
func states() []string {
	rng := rand.New(rand.NewPCG(8, 1))
	sets := []string{"data=mcycle", "data=faithful", "data=sine&n=5", "data=sine&n=40&noise=0.2", "data=points&points=1,5", "data=points&points=0,0",
		"data=points&points=0,1;2,3", "data=points&points=0,1;0,3", "data=points&points=0,2;1,2;2,2;5,2", "data=points&points=0,0;1,0;2,0", "data=points&points=0,1;0,1;1,3"}
	var all []string
	for _, set := range sets {
		for range 8 {
			kernel := []string{"gaussian", "laplacian", "exponential", "linear", "polynomial"}[rng.IntN(5)]
			all = append(all, fmt.Sprintf("%s&kernel=%s&bandwidth=%.3g&lambda=%.3g&convention=%s", set, kernel,
				math.Pow(10, -2+4*rng.Float64()), math.Pow(10, -12+13*rng.Float64()), []string{"mean", "sum"}[rng.IntN(2)]))
		}
	}
	return all
}

var (
	ends = regexp.MustCompile(`The curve is least, (\S+)( × 10)?.*, and greatest, (\S+)( × 10)?.*\.`)
	legs = regexp.MustCompile(`(From|falls to|rises to) (\S+).*? at λ = (.*?)(?: of the mean loss)?(?:,| the| and|\. )`)
	slip = regexp.MustCompile(`\b1 points`)
)

// Each clause about the fit is so in its numbers.
func TestFitDescriptions(t *testing.T) {
	for _, q := range states() {
		_, p := coursetest.Draw(t, Lesson, "fit", q)
		if p.Message != "" {
			continue
		}
		y := coursetest.Values(t, p, "fit", "y")
		low, high := slices.Min(y), slices.Max(y)
		fail := func(why string) { t.Errorf("%s: %s: %s", q, why, p.Description) }
		if slip.MatchString(p.Description) {
			fail("grammar")
		}
		rise, fall := 0.0, 0.0 // the longest way up, and down
		least, most := y[0], y[0]
		for _, v := range y {
			least, most = math.Min(least, v), math.Max(most, v)
			rise, fall = math.Max(rise, v-least), math.Max(fall, most-v)
		}
		switch {
		case strings.Contains(p.Description, "a level line"):
			if high-low > 1e-6*math.Max(1, math.Abs(high)) {
				fail("not level")
			}
			continue
		case strings.Contains(p.Description, "rises from left to right"):
			if fall > 0.011*(high-low) {
				fail("it falls")
			}
		case strings.Contains(p.Description, "falls from left to right"):
			if rise > 0.011*(high-low) {
				fail("it rises")
			}
		case !strings.Contains(p.Description, " turns "):
			fail("no shape")
		}
		m := ends.FindStringSubmatch(p.Description)
		if m == nil {
			fail("no ends")
			continue
		}
		for i, bound := range []float64{low, high} {
			said, ok := course.ParseNumber(m[2*i+1])
			ok = ok && m[2*i+2] == "" // of a power of ten only the digits are read
			if near := 0.006*math.Abs(bound) + 1e-12; ok && (i == 0 && said > bound+near || i == 1 && said < bound-near) {
				fail("the series goes beyond the ends")
			}
		}
	}
}

// Each leg of the path that is told is one: between its ends the leave-one-out error
// goes back by no more than one percent of its least value; and all of it is told.
func TestPathDescriptions(t *testing.T) {
	for _, q := range states() {
		_, p := coursetest.Draw(t, Lesson, "path", q)
		fail := func(why string) { t.Errorf("%s: %s: %s", q, why, p.Description) }
		loo := coursetest.Values(t, p, "path", "loo_rmse")
		train := coursetest.Values(t, p, "path", "train_rmse")
		if len(loo) == 0 {
			continue
		}
		lambdas := coursetest.Values(t, p, "path", "lambda")
		least := slices.Min(loo)
		if strings.Contains(p.Description, "train error rises") {
			for i := range train[1:] {
				if train[i+1] < train[i]*(1-1e-3)-1e-9 {
					fail("the train error falls")
				}
			}
		}
		if strings.Contains(p.Description, "hardly depends") {
			if slices.Max(loo) > 1.0101*least {
				fail("it depends")
			}
			continue
		}
		if strings.Contains(p.Description, "turns") {
			continue
		}
		at := -1
		for _, leg := range legs.FindAllStringSubmatch(p.Description, -1) {
			to := slices.IndexFunc(lambdas, func(v float64) bool { return course.Digits(v) == leg[3] })
			if to < 0 || !strings.HasPrefix(course.Digits(loo[to]), leg[2]) {
				fail("no such place: " + leg[0])
				break
			}
			if at >= 0 {
				down := map[string]float64{"falls to": 1, "rises to": -1}[leg[1]]
				if down*(loo[at]-loo[to]) <= 0 {
					fail("not so: " + leg[0])
				}
				lowest := down * loo[at]
				for _, v := range loo[at : to+1] {
					lowest = math.Min(lowest, down*v)
					if down*v-lowest > 0.0101*least {
						fail("a swing is hidden: " + leg[0])
						break
					}
				}
			}
			at = to
		}
		if at != len(lambdas)-1 {
			fail("the end is not told")
		}
	}
}
