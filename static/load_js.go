package static

import "io/fs"

// Load is for a server: a browser has no files in its program, and is told where they are, see
// [Listed].
func Load() *Assets { panic("static: a browser has no files of its own") }

// Read is for a server too.
func Read(fs.FS) (*Assets, error) { panic("static: a browser has no folders") }
