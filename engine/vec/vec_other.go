//go:build !amd64 || noasm

package vec

const has = false

func distances(n int, dst, point *float64, p int, columns *float64, stride int) {}

func gaussian(n int, dst, r, table, constants *float64) {}
