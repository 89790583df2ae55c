package coursetest

import (
	"cmp"
	"fmt"
	"os"

	"gonum.org/v1/gonum/blas/blas64"

	"github.com/gramophone-course/gramophone/engine/blas"
)

// Tests multiply matrices as the server does, on the fastest path of the machine, or on the one that
// GRAMOPHONE_BLAS names.
func init() {
	name := cmp.Or(os.Getenv("GRAMOPHONE_BLAS"), blas.Fastest().Path())
	impl, ok := blas.Named(name)
	if !ok {
		panic(fmt.Sprintf("GRAMOPHONE_BLAS=%s: here are %q", name, blas.Paths()))
	}
	blas64.Use(impl)
}
