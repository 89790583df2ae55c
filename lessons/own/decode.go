package own

import (
	"bytes"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// decoded is the text of bytes, in UTF-8 and with ends of lines that are \n, and in what it
// was written.
func decoded(b []byte) (text, encoding string) {
	little, wide := isWide(b)
	switch {
	case wide:
		units := make([]uint16, 0, len(b)/2)
		for i := 0; i+1 < len(b); i += 2 {
			u := uint16(b[i])<<8 | uint16(b[i+1])
			if little {
				u = uint16(b[i+1])<<8 | uint16(b[i])
			}
			units = append(units, u)
		}
		text, encoding = strings.TrimPrefix(string(utf16.Decode(units)), "\ufeff"), "UTF-16"
	case utf8.Valid(b):
		text, encoding = strings.TrimPrefix(string(b), "\ufeff"), "UTF-8"
	default:
		text, encoding = lettered(b)
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	return strings.ReplaceAll(text, "\r", "\n"), encoding
}

// isWide reports whether bytes are of UTF-16, and whether the lower one is first: its mark
// says so, or else that nearly every other byte is zero, as no other text has it.
func isWide(b []byte) (little, wide bool) {
	switch {
	case bytes.HasPrefix(b, []byte("\xff\xfe")):
		return true, true
	case bytes.HasPrefix(b, []byte("\xfe\xff")):
		return false, true
	}
	begin := b[:min(len(b), 1000)]
	var zeros [2]int
	for i, c := range begin {
		if c == 0 {
			zeros[i%2]++
		}
	}
	return zeros[1] > 0, len(begin) > 1 && 3*max(zeros[0], zeros[1]) >= len(begin) && min(zeros[0], zeros[1]) == 0
}

// upper are the letters of Windows-1252 from 0x80 to 0x9f, where Latin-1 has none. Five bytes
// stand for no letter.
var upper = []rune("€\ufffd‚ƒ„…†‡ˆ‰Š‹Œ\ufffdŽ\ufffd\ufffd‘’“”•–—˜™š›œ\ufffdžŸ")

// lettered reads a text as older spreadsheets write it, each byte a letter.
func lettered(b []byte) (text, encoding string) {
	encoding = "Latin-1"
	var letters strings.Builder
	letters.Grow(len(b) + len(b)/8)
	for _, c := range b {
		r := rune(c)
		if 0x80 <= c && c < 0xa0 {
			r, encoding = upper[c-0x80], "Windows-1252"
		}
		letters.WriteRune(r)
	}
	return letters.String(), encoding
}
