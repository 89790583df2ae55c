package views

import "strings"

// lines counts those of a text.
func lines(text string) int { return strings.Count(strings.TrimRight(text, "\n"), "\n") + 1 }
