package lessons

import (
	"regexp"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

// steady are panels whose axes stay from one choice of their figure to the next, so that
// what moves is the data: in x, in y or in both.
var steady = []struct {
	lesson, figure, panel, choice string
	values                        []string
	axes                          string
}{
	{"kernel-pca", "rings", "rings-projection", "method", []string{"linear", "added", "kernel"}, "xy"},
	{"kernel-pca", "rings", "rings-strips", "method", []string{"linear", "added", "kernel"}, "xy"},
	{"kernel-pca", "projection", "projection-projection", "kernel", unit, "xy"},
	{"kernel-distances", "knn", "knn-row", "kernel", unit, "xy"},
	{"kernel-distances", "density", "density-reach", "kernel", unit, "xy"},
	{"kernel-distances", "outliers", "outliers-order", "kernel", unit[:6], "xy"},
	{"kernel-ridge-regression", "price", "price-alpha", "penalty", []string{"norm", "squares"}, "xy"},
	{"kernel-ridge-regression", "price", "price-residual", "penalty", []string{"norm", "squares"}, "xy"},
	{"losses", "svm", "svm-pull", "beside", []string{"none", "logistic", "ridge"}, "x"},
	{"losses", "svm", "svm-loss", "kernel", append([]string{"linear", "cosine"}, unit...), "xy"},
	{"losses", "regression", "regression-pull", "loss",
		[]string{"squared", "absolute", "huber", "epsilon", "brittle"}, "x"},
	{"string-kernels", "classify", "classify-map", "kernel", []string{"spectrum", "subsequence", "words"}, "xy"},
	{"gram-matrix", "gram", "gram-row", "order", []string{"listed", "class", "x", "eigenvector"}, "xy"},
}

// unit are kernels with k(x, x) = 1 and no negative value.
var unit = []string{"gaussian", "laplacian", "exponential", "matern32", "matern52", "rational-quadratic", "periodic"}

var sides = regexp.MustCompile(`data-([xy])="([^"]*)"`)

func TestAxesHoldOverChoices(t *testing.T) {
	for _, h := range steady {
		lesson, _ := Contents.Lookup(h.lesson)
		first := map[string]string{}
		for _, value := range h.values {
			for axis, ends := range axesOf(t, lesson, h.figure, h.panel, h.choice+"="+value) {
				if first[axis] == "" {
					first[axis] = ends
				}
				if strings.Contains(h.axes, axis) && ends != first[axis] {
					t.Errorf("%s, %s=%s: the %s axis is %s, and with %s it is %s", h.panel, h.choice, value, axis, ends,
						h.values[0], first[axis])
				}
			}
		}
	}
}

// axesOf are the ends of a panel's axes, as the picture has them.
func axesOf(t *testing.T, lesson *course.Lesson, figure, panel, query string) map[string]string {
	t.Helper()
	for _, column := range coursetest.Opened(t, lesson, figure, query).Columns {
		for _, p := range column {
			if p.ID != panel {
				continue
			}
			axes := map[string]string{}
			for _, m := range sides.FindAllStringSubmatch(string(p.AppendSVG(nil)), -1) {
				axes[m[1]] = m[2]
			}
			return axes
		}
	}
	t.Fatalf("%s/%s?%s has no panel %s", lesson.Slug, figure, query, panel)
	return nil
}
