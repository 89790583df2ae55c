package reference

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// A Mistake is what somebody does or believes who makes a wrong choice or comes to a wrong number: exercises of many
// lessons may have the same.
type Mistake struct {
	Name  string // as exercises cite it: no-n
	Title string // plain, in the past tense or as a belief: Forgot n
	Says  string // plain: what is so instead
}

//go:embed mistakes.md
var mistakeProse string

// Mistakes returns all, by their names. The error is an author's slip in mistakes.md.
var Mistakes = sync.OnceValues(func() ([]Mistake, error) {
	var all []Mistake
	named := map[string]bool{}
	for _, part := range strings.Split(mistakeProse, "\n## ")[1:] {
		lines := strings.SplitN(strings.TrimSpace(part), "\n", 3)
		if len(lines) < 3 || strings.Contains(lines[2], "\n") || named[lines[0]] {
			return nil, fmt.Errorf("mistakes.md: want a name that is new, a title and a line, have %q", part)
		}
		named[lines[0]] = true
		all = append(all, Mistake{lines[0], lines[1], lines[2]})
	}
	return all, nil
})
