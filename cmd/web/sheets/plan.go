// Package sheets makes sheets of exercises for paper and for learning platforms: a plan is sealed into the address of
// its sheet, so that the server stores nothing.
//
// A plan names exercises of the course, with points, and how many variants there are. [Keys.Seal] encrypts it by
// AES-GCM into a token, and the sheet is at /sheets/{token}: anybody who has that address sees what students see, from
// the time on at which the plan says that it opens. Who
// also has the token's key ([Keys.TeacherKey]), an HMAC of the token, sees answers and solutions. Each exercise is
// drawn by a seed that is an HMAC too, beyond those that the pages of lessons open.
//
// In a browser nobody keeps a secret: there the query of a sheet's address is its plan, see [Plain].
package sheets

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// Bounds of a plan. A token of that length fits every server's bound of an address.
const (
	MaxItems    = 30
	MaxVariants = 8
	MaxRoom     = 20  // lines
	MaxTitle    = 120 // letters
	MaxPoints   = 100
	MaxToken    = 4 << 10
)

// The years between which a sheet opens, in seconds since 1970: no others are meant.
var (
	firstOpening = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
	lastOpening  = time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC).Unix()
)

// A Plan is what a sheet is made of.
type Plan struct {
	Title    string `json:"t"`
	Items    []Item `json:"i"`
	Variants int    `json:"v"`
	Room     int    `json:"r,omitempty"` // lines to write in, after each exercise
	Seed     uint64 `json:"s"`
	Opens    int64  `json:"o,omitempty"` // when students may see it, in seconds since 1970; 0 for at once
}

// An Item is an exercise of a sheet.
type Item struct {
	Lesson   string  `json:"l"`
	Exercise string  `json:"e"`
	Points   float64 `json:"p,omitempty"`
	Revision string  `json:"r"` // of the exercise, when the sheet was made
}

// Name is the item as forms have it, "ridge/order".
func (i Item) Name() string { return i.Lesson + "/" + i.Exercise }

// Letter is what variant v is called, from 0 on.
func Letter(v int) string { return string(rune('A' + v)) }

// variantOf is the variant of a letter, the first for none.
func (p Plan) variantOf(letter string) (v int, ok bool) {
	if letter == "" {
		return 0, true
	}
	if len(letter) != 1 {
		return 0, false
	}
	v = int(letter[0]) - 'A'
	return v, v >= 0 && v < p.Variants
}

// points are all that the sheet gives.
func (p Plan) points() (sum float64) {
	for _, i := range p.Items {
		sum += i.Points
	}
	return sum
}

// opens is when students may see the sheet; the zero time for at once.
func (p Plan) opens() (t time.Time) {
	if p.Opens != 0 {
		t = time.Unix(p.Opens, 0).UTC()
	}
	return t
}

// Check is what is out of bounds in a plan, each as a sentence.
func (p Plan) Check() (wrong []string) {
	switch n := len(p.Items); {
	case n == 0:
		wrong = append(wrong, "Tick at least one exercise.")
	case n > MaxItems:
		return []string{fmt.Sprintf("A sheet has %d exercises at most; %d are ticked.", MaxItems, n)}
	}
	seen := map[string]bool{}
	for _, i := range p.Items {
		if seen[i.Name()] {
			wrong = append(wrong, fmt.Sprintf("The exercise %s is named twice.", i.Name()))
		}
		seen[i.Name()] = true
		if !(i.Points >= 0 && i.Points <= MaxPoints) || i.Points*2 != math.Trunc(i.Points*2) {
			wrong = append(wrong, fmt.Sprintf("Points go from 0 to %d, by halves; %s has %s.", MaxPoints, i.Name(),
				course.FormatNumber(i.Points)))
		}
	}
	if p.Variants < 1 || p.Variants > MaxVariants {
		wrong = append(wrong, fmt.Sprintf("A sheet has 1 to %d variants.", MaxVariants))
	}
	if p.Room < 0 || p.Room > MaxRoom {
		wrong = append(wrong, fmt.Sprintf("There is room for 0 to %d lines.", MaxRoom))
	}
	if p.Opens != 0 && (p.Opens < firstOpening || p.Opens > lastOpening) {
		wrong = append(wrong, "A sheet opens between the years 2000 and 2100.")
	}
	if utf8.RuneCountInString(p.Title) > MaxTitle {
		wrong = append(wrong, fmt.Sprintf("A title has %d letters at most.", MaxTitle))
	}
	return wrong
}

// titleOf is a title as it was typed, on one line, without what cannot be printed.
func titleOf(typed string) string {
	return strings.Join(strings.FieldsFunc(strings.ToValidUTF8(typed, ""), func(r rune) bool {
		return unicode.IsSpace(r) || !unicode.IsPrint(r)
	}), " ")
}

// errToken is that a token is none of ours.
var errToken = errors.New("sheets: not a token sealed here")

// packed is a plan as it is sealed.
func (p Plan) packed() ([]byte, error) { return json.Marshal(p) }

// unpacked is the plan of what was sealed.
func unpacked(b []byte) (p Plan, err error) {
	if err := json.Unmarshal(b, &p); err != nil {
		return p, err
	}
	if p.Check() != nil {
		return p, errToken // bounds that were wider once
	}
	return p, nil
}
