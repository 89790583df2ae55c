package tables

import (
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A Report is what was read of a table, as JSON.
type Report struct {
	Data        string         `json:"data"` // the value of the parameter data in figures
	Address     string         `json:"address"`
	Name        string         `json:"name"`
	Rows        int            `json:"rows"`
	Columns     []columnReport `json:"columns"`
	Format      own.Written    `json:"format"`
	Separator   string         `json:"separator,omitempty"` // of separated values
	Decimal     string         `json:"decimal"`
	Header      bool           `json:"header"`
	Encoding    string         `json:"encoding,omitempty"`
	Notes       []string       `json:"notes,omitempty"` // what was read otherwise than it is written
	Doubt       string         `json:"doubt,omitempty"` // how a number is read that could be another one
	Bad         []own.Bad      `json:"bad"`             // at most 200
	BadLines    int            `json:"bad_lines"`       // all of them
	Used        bool           `json:"used"`            // false until the good lines are kept with good=1
	X           []string       `json:"x"`
	Y           string         `json:"y,omitempty"`
	Class       string         `json:"class,omitempty"`
	Standardise bool           `json:"standardise"`     // always; else where two inputs or more are used, unless
	Raw         bool           `json:"raw,omitempty"`   // they are as measured
	Level       bool           `json:"level,omitempty"` // y is as measured, and not less its mean
}

type columnReport struct {
	Name    string   `json:"name"`
	Unit    string   `json:"unit,omitempty"`
	Type    own.Kind `json:"type"`
	Missing int      `json:"missing"`
	Min     *float64 `json:"min,omitempty"` // of numbers
	Max     *float64 `json:"max,omitempty"`
	Hint    string   `json:"hint,omitempty"` // what to do where numbers were meant
}

func (s *Pages) report(t *own.Table, c own.Choice) Report {
	ref := t.Ref(c)
	rep := Report{Data: ref, Address: s.tableAddress(ref), Name: t.Name, Rows: t.Len(), Format: t.Written,
		Separator: t.Apart, Notes: t.Notes, Decimal: ".", Header: t.Head, Encoding: t.Encoding, Doubt: t.Doubt,
		Used: t.Check(c) == nil && t.Settled(c), Standardise: c.Standardise, Raw: c.Raw, Level: c.Level,
		X: course.Each(c.X, func(j int) string { return t.Columns[j].Name })}
	if t.Commas {
		rep.Decimal = ","
	}
	if rep.Bad, rep.BadLines = t.BadOf(c); rep.Bad == nil {
		rep.Bad = []own.Bad{}
	}
	for i := range t.Columns {
		col := &t.Columns[i]
		one := columnReport{Name: col.Name, Unit: col.Unit, Type: col.Kind, Missing: col.Missing(t.Len()),
			Hint: col.Hint}
		if col.Kind == own.Number {
			lo, hi := col.Span()
			one.Min, one.Max = &lo, &hi
		}
		rep.Columns = append(rep.Columns, one)
	}
	if c.Y >= 0 {
		rep.Y = t.Columns[c.Y].Name
	}
	if c.Class >= 0 {
		rep.Class = t.Columns[c.Class].Name
	}
	return rep
}
