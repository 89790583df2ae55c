//go:build amd64 && !noasm

package vec

import "golang.org/x/sys/cpu"

var has = cpu.X86.HasAVX2

// distances does n elements, a multiple of 16.
//
//go:noescape
func distances(n int, dst, point *float64, p int, columns *float64, stride int)

// gaussian does n elements, a multiple of 4.
//
//go:noescape
func gaussian(n int, dst, r, table, constants *float64)
