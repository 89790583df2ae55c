package plots

import "io"

// In a browser there are no PNG and no PDF: to write them takes a fifth of the program,
// which every reader would have to fetch.

// WritePNG returns [ErrServer].
func WritePNG(io.Writer, string, [][]Panel, float64) error { return ErrServer }

// WritePDF returns [ErrServer].
func WritePDF(io.Writer, string, [][]Panel) error { return ErrServer }

// WritePNG returns [ErrServer].
func (Card) WritePNG(io.Writer) error { return ErrServer }
