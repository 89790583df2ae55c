package lessons

import (
	"fmt"
	"regexp"
	"strings"
)

// Facts are the numbers that a lesson's prose cites, by name: computed by the
// engine, so that none is typed.
type Facts map[string]float64

// Must is the result of a problem that is known to have one.
func Must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// citation is @{name} or @{name|format}.
var citation = regexp.MustCompile(`@\{([^}|]+)(?:\|([^}]+))?\}`)

// expand puts the facts where source cites them. Without a format a fact is
// written as Digits does; "tex" is the same in a formula, "count" a whole number; a
// format that begins with % is a verb of package fmt.
func (f Facts) expand(source string) (string, error) {
	var missing []string
	s := citation.ReplaceAllStringFunc(source, func(m string) string {
		groups := citation.FindStringSubmatch(m)
		v, ok := f[groups[1]]
		if !ok {
			missing = append(missing, groups[1])
			return m
		}
		switch verb := groups[2]; {
		case verb == "":
			return Digits(v)
		case verb == "count":
			return Count(v)
		case verb == "tex":
			return TeX(v)
		case verb[0] == '%':
			return fmt.Sprintf(verb, v)
		}
		missing = append(missing, m)
		return m
	})
	if missing != nil {
		return "", fmt.Errorf("no fact or format: %s", strings.Join(missing, ", "))
	}
	return s, nil
}
