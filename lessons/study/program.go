package study

import (
	"cmp"
	"embed"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

//go:embed code
var code embed.FS

var programs = course.ParsePrograms(code)

// A readColumn is what a program reads of each row. Its template calls no methods: see the lean program of cmd/site.
type readColumn struct {
	Name  string
	Place int    // in a row of the file, from 0
	From1 int    // the same from 1, as R has it
	Read  string // the function that reads a cell: number or word
	ASCII string // the name in letters that R reads wherever it runs, quoted
	Label string // as matplotlib shows it: between two dollars it would read TeX
}

func newReadColumn(name string, place int, read string) readColumn {
	return readColumn{Name: name, Place: place, From1: place + 1, Read: read, ASCII: strconv.QuoteToASCII(name),
		Label: strings.ReplaceAll(name, "$", `\$`)}
}

// iconv is what programs other than Python call an encoding, where that is otherwise.
var iconv = map[string]string{"utf-8-sig": "utf-8", "latin-1": "latin1"}

// program reads the reader's file, or the table as it was read where that takes more than a few lines, and repeats
// what was found: the design, the map of ℓ and λ and, if they are opened, the error on the sealed rows. Which rows
// these are stands in it.
func (s *study) program(f *course.Form, opened bool) *course.Code {
	target := s.plan.target(s.choice)
	columns := append(s.inputColumns(), target)
	v := course.Values{"Apart": ",", "Codec": "utf-8", "Before": 1, "Between": []float64(nil),
		"Replace": [][2]string(nil), "Width": 1 + len(s.table.Clean()), "File": own.CleanName(s.table.Name)}
	plain, ok := s.table.Plain(columns)
	place := func(j int) int { return 1 + slices.Index(s.table.Clean(), j) }
	if v["Plain"] = ok; ok {
		v["Apart"], v["Codec"], v["Before"], v["Replace"] = s.table.Apart, plain.Codec, plain.Before, plain.Replace
		v["File"], v["Between"], v["Width"] = own.FileName(s.table.Name), numbers(plain.Between, 0), plain.Width
		place = func(j int) int { return j }
	}
	var read []readColumn
	for _, j := range columns {
		c, function := &s.table.Columns[j], "number"
		if c.Kind == own.Word {
			function = "word"
		}
		read = append(read, newReadColumn(c.Name, place(j), function))
	}
	last := len(read) - 1
	v["Iconv"] = cmp.Or(iconv[v["Codec"].(string)], v["Codec"].(string))
	v["Inputs"], v["Target"] = read[:last], read[last]
	v["Classes"], v["LeaveOut"], v["Opened"] = len(s.Classes), s.plan.Missing == LeaveOut, opened
	v["Groups"] = numbers(s.groupsAt(s.Open), 0)
	v["Widths"], v["Lambdas"] = span(Widths), span(Lambdas)
	sealed := engine.Pick(s.Rows, s.Sealed)
	v["Sealed"], v["SealedTo"], v["SealedFrom"] = numbers(sealed, 1), 0, 0
	if n := len(sealed); n > 0 && sealed[n-1]-sealed[0] == n-1 {
		v["SealedFrom"], v["SealedTo"] = sealed[0]+1, sealed[n-1]+1
	}
	if v["Rows"] = []float64(nil); s.Of > len(s.Rows) {
		v["Rows"] = numbers(s.Rows, 1)
	}
	return programs.Code("fit", f, v)
}

// inputColumns are the columns that inputs are made of, also those that make none.
func (s *study) inputColumns() []int {
	return inputColumns(s.table, s.choice, s.plan.target(s.choice), s.plan)
}

// numbers are whole ones, each with so much added.
func numbers(whole []int, add int) (v []float64) {
	for _, i := range whole {
		v = append(v, float64(i+add))
	}
	return v
}

// span is from where to where numbers go in equal ratios, without what is rounding, and how many they are.
func span(v []float64) [3]string {
	end := func(x float64) string { return strconv.FormatFloat(x, 'g', 12, 64) }
	return [3]string{end(v[0]), end(v[len(v)-1]), strconv.Itoa(len(v))}
}
