//go:build !linux && !darwin

package own

// freeOn is not known here: the disk says when it is full.
func freeOn(string) (bytes int64, known bool) { return 0, false }
