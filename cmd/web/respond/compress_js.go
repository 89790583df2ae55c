package respond

import "io"

// A browser compresses nothing.

type compressors struct{}

var forAnswers *compressors

func compressorsFor(Reply, int) *compressors { return forAnswers }

func (*compressors) compress(body []byte, _ string) []byte { return body }

func (*compressors) writer(io.Writer, string) (compressor, func()) {
	panic("respond: nothing is compressed in a browser")
}

// Compressed is how many bytes a text takes as it travels.
func Compressed(text []byte) int { return len(text) }
