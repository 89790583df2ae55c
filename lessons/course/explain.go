package course

import (
	"errors"
	"fmt"
)

// An Explanation asks the reader to say the lesson's point in a sentence, and has answers of
// three qualities to compare it with.
type Explanation struct {
	Ask    string        // HTML
	Models []ModelAnswer // in the order of Qualities
}

// A ModelAnswer is an answer with what is to be said of it.
type ModelAnswer struct {
	Quality string // one of Qualities
	Text    string // HTML
	Why     string // HTML
}

// MaxExplained is how many letters the reader's own sentence has at most.
const MaxExplained = 500

// Qualities are those of the answers that an explanation is compared with: one that holds,
// one that says half of it, and one that is wrong in a way that is worth knowing.
func Qualities() []string { return []string{"good", "half", "wrong"} }

// explanation reads the body of an explain block: the question, and one answer of each
// quality, each with what is said to it.
func (t *Text) explanation(body string) (*Explanation, error) {
	x := &Explanation{}
	byQuality := map[string]*ModelAnswer{}
	var last *ModelAnswer
	for _, p := range marked(body, "good ", "half ", "wrong ", ": ") {
		switch {
		case p.mark == "":
			x.Ask = t.markdown(p.text)
		case p.mark == ": " && last == nil:
			return nil, errors.New("explain: a word on no answer")
		case p.mark == ": ":
			last.Why = t.inline(p.text)
		default:
			last = &ModelAnswer{Quality: p.mark[:len(p.mark)-1], Text: t.inline(p.text)}
			if byQuality[last.Quality] != nil {
				return nil, fmt.Errorf("explain: two answers are %s", last.Quality)
			}
			byQuality[last.Quality] = last
		}
	}
	if x.Ask == "" {
		return nil, errors.New("explain: no question")
	}
	for _, q := range Qualities() {
		m := byQuality[q]
		if m == nil || m.Text == "" || m.Why == "" {
			return nil, fmt.Errorf("explain: no answer that is %s, with a word on why", q)
		}
		x.Models = append(x.Models, *m)
	}
	return x, nil
}
