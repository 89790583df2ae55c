package api

import (
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/gramophone-course/gramophone/engine/blas"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// BenchmarkKRR is a request with n points of ten coordinates and as many new ones, over HTTP: α and
// predictions alone, as scikit-learn's fit and predict, and all that there is. engine's BenchmarkNumPy has
// scikit-learn's time.
func BenchmarkKRR(b *testing.B) {
	defer blas64.Use(blas64.Implementation())
	blas64.Use(blas.Fastest())
	rng := rand.New(rand.NewPCG(1, 2))
	server := served(b, testPages(b))
	for _, n := range []int{133, 300, 1000} {
		numbers := func(n, p int) string {
			var rows []string
			for range n {
				var row []string
				for range p {
					row = append(row, fmt.Sprint(rng.NormFloat64()))
				}
				rows = append(rows, strings.Join(row, ","))
			}
			if p == 1 {
				return "[" + strings.Join(rows, ",") + "]"
			}
			return "[[" + strings.Join(rows, "],[") + "]]"
		}
		body := fmt.Sprintf(`{"kernel": {"name": "gaussian", "bandwidth": 2.236}, "x": %s, "y": %s, "x_new": %s,`+
			` "lambda": 0.01`, numbers(n, 10), numbers(n, 1), numbers(n, 10))
		for name, rest := range map[string]string{"all": `}`, "alpha": `, "answers": ["alpha", "predicted"]}`} {
			b.Run(fmt.Sprintf("%s/n=%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					r := course.Must(http.Post(server.URL+"/krr", "application/json", strings.NewReader(body+rest)))
					if _, err := io.Copy(io.Discard, r.Body); err != nil || r.StatusCode != http.StatusOK {
						b.Fatal(r.Status, err)
					}
					r.Body.Close()
				}
			})
		}
	}
}
