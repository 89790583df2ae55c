package engine

import (
	"flag"
	"fmt"
	"os"
	"testing"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/gramophone-course/gramophone/engine/blas"
)

var onPath = flag.String("blas", blas.Fastest().Path(), "multiply matrices on this path of engine/blas")

// TestMain has all tests of the package stand on one path: go test ./engine -blas avx2
func TestMain(m *testing.M) {
	flag.Parse()
	impl, ok := blas.Named(*onPath)
	if !ok {
		fmt.Fprintf(os.Stderr, "no path %s: here are %q\n", *onPath, blas.Paths())
		os.Exit(2)
	}
	blas64.Use(impl)
	os.Exit(m.Run())
}
