//go:build (!amd64 && !arm64) || noasm

package blas

// paths are none: there is no assembly for this processor.
var paths []path
