// Package gramophone has the sources of its library, the package engine, for who hands them out.
package gramophone

import "embed"

// Library are the files that make the library a module of its own, with its tests.
//
//go:embed go.mod LICENSE engine/*.go engine/blas/*.go engine/blas/*.s engine/vec/*.go engine/vec/*.s
var Library embed.FS
