package views

import (
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A SheetsPage is the form in which a sheet is put together, as it was filled in.
type SheetsPage struct {
	Lessons  []SheetsLesson
	Title    string
	Points   string // of each exercise that says nothing else
	Variants string
	Room     string
	Opens    string   // when, "2030-01-31T14:00" in UTC
	Wrong    []string // what is wrong with it, each in a sentence
	Goals    int      // exercises that are left out, since a figure asks them
	Lasting  bool     // addresses of sheets outlive the server's process
	Most     SheetBounds

	Plain     bool // the query of a sheet's address is all of it, and nothing is sealed:
	Seed      string
	LeastSeed int
}

// SheetBounds are how much of each a sheet has at most.
type SheetBounds struct{ Items, Variants, Room, Title, Points, Seed int }

// SheetsLesson are the exercises of a lesson that can be on a sheet.
type SheetsLesson struct {
	Lesson *course.Lesson
	Rows   []SheetsRow
}

// ticked is how many of them are.
func (l SheetsLesson) ticked() (n int) {
	for _, r := range l.Rows {
		if r.Ticked {
			n++
		}
	}
	return n
}

// counts says how many are how hard.
func (l SheetsLesson) counts() string {
	var parts []string
	for _, d := range course.Difficulties {
		n := 0
		for _, r := range l.Rows {
			if r.Exercise.Difficulty() == d.Label {
				n++
			}
		}
		if n > 0 {
			parts = append(parts, itoa(n)+" "+d.Label)
		}
	}
	return strings.Join(parts, ", ")
}

// A SheetsRow is an exercise that can be ticked.
type SheetsRow struct {
	Item     string // "ridge/order"
	Exercise *course.Exercise
	Draws    string // what of it is drawn, in words
	Ticked   bool
	Points   string // its own
}

// A SheetPage is what students see of a sheet: nothing of it says what is right.
type SheetPage struct {
	Title   string
	Variant string // its letter; "" where there is one alone
	Points  float64
	Room    int // lines to write in
	Items   []SheetItem

	Notation string // what stands for what in all of them
}

// A SheetItem is an exercise as a sheet asks it. Its HTML has links from the course's root.
type SheetItem struct {
	Title   string // HTML
	Points  float64
	Gone    bool // it is no longer in the course
	Ask     string
	Choices []string // HTML
	Number  bool     // it asks for one,
	Unit    string   // in this unit
	Steps   []string // HTML, in the order in which they are shown
}

// written is whether there is something to work out in writing, and not only to mark.
func (i SheetItem) written() bool { return i.Number || len(i.Choices) > 0 }

// A SheetKeyPage is what a teacher sees of a sheet.
type SheetKeyPage struct {
	Title     string
	Opens     time.Time // for students; the zero time for at once
	Lasting   bool
	Plain     bool // nothing is sealed
	Variants  []SheetKeyVariant
	Changed   int // how many exercises have changed since the sheet was made
	Questions int // that a platform has of an exercise at most

	Moodle, QTI, Table string // addresses; "" where there is no such file
}

// A SheetKeyVariant is a variant with its answers.
type SheetKeyVariant struct {
	Letter  string
	Address string // for students
	Items   []SheetKeyItem
}

// A SheetKeyItem is an exercise with its answer.
type SheetKeyItem struct {
	SheetItem
	Short    string // the answer alone: a number, a letter, places
	Answer   string // HTML
	Wrong    []SheetWrong
	Solution string // HTML
	Same     bool   // in every variant
	Changed  bool   // since the sheet was made
}

// A SheetWrong is a wrong answer with what it shows.
type SheetWrong struct{ Given, Why string } // HTML

// pointsOf are points in words.
func pointsOf(v float64) string {
	if v == 1 {
		return "1 point"
	}
	return course.FormatNumber(v) + " points"
}

// ChoiceLetter is what a choice on a sheet is called, from 0 on.
func ChoiceLetter(i int) string { return string(rune('a' + i)) }

// sheetField is a field for a small number.
type sheetField struct {
	name, label, value string
	least, most        int
	step               string
}

// numbers are the fields for numbers of the form.
func (p SheetsPage) numbers() []sheetField {
	fields := []sheetField{
		{"variants", "Variants", p.Variants, 1, p.Most.Variants, "1"},
		{"points", "Points for each exercise", p.Points, 0, p.Most.Points, "0.5"},
		{"room", "Lines for each number and choice", p.Room, 0, p.Most.Room, "1"},
	}
	if p.Plain {
		fields = append(fields, sheetField{"seed", "Seed, empty for any", p.Seed, p.LeastSeed, p.Most.Seed, "1"})
	}
	return fields
}

// orPlatforms says what else a sheet is for, where there are files for it.
func (s Site) orPlatforms() string {
	if s.Alone {
		return ""
	}
	return ", Moodle or Canvas"
}

// method is how the form is sent: where nothing is sealed its query is the sheet.
func (p SheetsPage) method() string {
	if p.Plain {
		return "get"
	}
	return "post"
}

// bounds are a field's in words.
func (f sheetField) bounds() string { return itoa(f.least) + " to " + itoa(f.most) }

// fieldID is an id for the field of an item.
func (r SheetsRow) fieldID() string { return "item-" + strings.ReplaceAll(r.Item, "/", "-") }
