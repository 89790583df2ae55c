//go:build linux || darwin

package own

import "syscall"

// freeOn is how many bytes are left on the disk of a folder, if that is known.
func freeOn(dir string) (bytes int64, known bool) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}
