package own

import (
	"archive/zip"
	"bytes"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"
	"testing"
)

// A sent table is a text with the columns that are read of it, in words.
type sentTable struct {
	text    string
	options Options
	columns string
	notes   int
}

// shown are a table's columns with their units and what they hold, after a colon where it is words.
func shown(t *Table) string {
	var all []string
	for i := range t.Columns {
		c := &t.Columns[i]
		s := c.Name
		if c.Unit != "" {
			s += " (" + c.Unit + ")"
		}
		if c.Kind != Number {
			s += ":"
		}
		for row := range t.Len() {
			switch {
			case !c.Has(row):
				s += " –"
			case c.Kind == Number:
				s += fmt.Sprintf(" %.12g", c.Numbers[row])
			default:
				s += " " + c.Words[c.Index[row]]
			}
		}
		all = append(all, s)
	}
	return strings.Join(all, "; ")
}

func TestParseOtherFormats(t *testing.T) {
	for name, tt := range map[string]sentTable{
		"words with spaces after commas": {"x,kind\n1,cultivar 1\n2,cultivar 2\n3,cultivar 1\n", Options{},
			"x 1 2 3; kind: cultivar 1 cultivar 2 cultivar 1", 0},
		"a comment":          {"# by hand\n# in May, at noon\nx,y\n1,2\n3,4\n", Options{}, "x 1 3; y 2 4", 1},
		"names in a comment": {"# of NumPy\n# x y\n1 2\n3 4\n", Options{}, "x 1 3; y 2 4", 1},
		"percent as a mark":  {"% one\n1,2\n3,4\n", Options{}, "column 1 1 3; column 2 2 4", 1},
		"slashes as a mark":  {"// one\n\nx,y\n1,2\n3,4\n", Options{}, "x 1 3; y 2 4", 1},
		"a row of units": {"t,a,kind\nms,(g),-\n1,2,p\n3,4,q\n5,6,p\n", Options{},
			"t (ms) 1 3 5; a (g) 2 4 6; kind: p q p", 1},
		"no units over words": {"t,kind\nms,p\n1,p\n3,q\n", Options{}, "t – 1 3; kind: p p q", 0},
		"a title over a head": {"Of May,,\nx,y,z\n1,2,3\n4,5,6\n", Options{}, "x 1 4; y 2 5; z 3 6", 0},
		"dates": {"d,y\n2020-02-28,1\n2020-03-01,2\n", Options{},
			"d (days since 2020-02-28) 0 2; y 1 2", 0},
		"dates, days first": {"d;y\n1/2/2020;1\n13/2/2020;2\n", Options{},
			"d (days since 2020-02-01) 0 12; y 1 2", 0},
		"dates, months first": {"d;y\n1/2/2020;1\n2/13/2020;2\n", Options{},
			"d (days since 2020-01-02) 0 42; y 1 2", 0},
		"dates, as is said": {"d;y\n1/2/2020;1\n1/3/2020;2\n", Options{Dates: "mdy"},
			"d (days since 2020-01-02) 0 1; y 1 2", 0},
		"dates with dots": {"d;y\n1.2.2020;1\n2.3.20;2\noops;3\n", Options{},
			"d (days since 2020-02-01) 0 30 –; y 1 2 3", 0},
		"hours": {"d;y\n2020-01-01 10:30;1\n2020-01-01T12:00Z;2\n", Options{},
			"d (hours since 2020-01-01 10:30) 0 1.5; y 1 2", 0},
		"no 30th of February": {"d;y\n2020-02-28;1\n2020-02-30;2\n2020-02-29;3\n", Options{},
			"d (days since 2020-02-28) 0 – 1; y 1 2 3", 0},
		"beyond 10¹²": {"debt,y\n2e13,1\n3.5e13,2\n", Options{}, "debt (10⁹) 20000 35000; y 1 2", 1},
		"with a unit": {"n (1/m),y\n6e23,1\n1e23,2\n", Options{}, "n (10¹⁸ 1/m) 600000 100000; y 1 2", 1},
		"one slip":    {"x,y\n1,1\n2,2\n3e12,3\n4,4\n", Options{}, "x 1 2 – 4; y 1 2 3 4", 0},
		"records": {`[{"x": 1, "k": "p"}, {"k": "q", "x": 2.5}, {"x": null, "k": "p", "more": true}]`, Options{},
			"x 1 2.5 –; k: p q p; more: – – true", 0},
		"records in an object": {`{"count": 2, "results": [{"x": 1, "y": 2}, {"x": 3, "y": 4}]}`, Options{},
			"x 1 3; y 2 4", 0},
		"records a line":       {"{\"x\": 1, \"y\": 2}\n{\"x\": 3, \"y\": 4}\n", Options{}, "x 1 3; y 2 4", 0},
		"lists":                {`[["x", "y"], [1, 2], [3, 4]]`, Options{}, "x 1 3; y 2 4", 0},
		"columns":              {`{"x": [1, 3], "y": [2, 4]}`, Options{}, "x 1 3; y 2 4", 0},
		"columns by row names": {`{"x": {"a": 1, "b": 3}, "y": {"a": 2, "b": 4}}`, Options{}, "x 1 3; y 2 4", 0},
		"split": {`{"columns": ["x", "y"], "index": [0, 1], "data": [[1, 2], [3, 4]]}`, Options{},
			"x 1 3; y 2 4", 0},
	} {
		got, err := Parse([]byte(tt.text), tt.options)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if s := shown(got); s != tt.columns || len(got.Notes) != tt.notes {
			t.Errorf("%s: %s, notes %q; want %s, %d", name, s, got.Notes, tt.columns, tt.notes)
		}
	}
}

// Of rows that are left aside the others keep their lines.
func TestLinesBelowAComment(t *testing.T) {
	got := parsed(t, "# one\n\n# two\nx,y\nms,g\n1,2\noops,3\n4,5\n")
	if !slices.Equal(got.Lines, []int{6, 7, 8}) || got.Columns[0].Odd[0].Line != 7 {
		t.Errorf("lines %v, %v", got.Lines, got.Columns[0].Odd)
	}
}

func TestFormatsThatAreRefusedByName(t *testing.T) {
	for text, want := range map[string]string{
		"% weather\n@RELATION weather\n@DATA\n1,2\n":      "ARFF",
		"+1 1:0.5 3:0.25\n-1 2:1 3:4e-1\n":                "LIBSVM",
		"<!DOCTYPE html><table>":                          "page",
		"\x1f\x8b\x08\x00":                                ".gz",
		"\xd0\xcf\x11\xe0":                                ".xls",
		"PK\x03\x04 of something else":                    "packed",
		`[{"x": 1}, {"x": [1, 2]}]`:                       "Record 2",
		`[1, 2, 3]`:                                       "single values",
		`{"a": [1, 2], "b": [1]}`:                         "2 and 1 values",
		`[{"x": 1},`:                                      "near letter",
		`{"a": {"b": {"c": 1}}}`:                          "“a”",
		"[" + strings.Repeat("[", 20_000):                 "in a list",
		"[" + strings.Repeat("[1],", MaxRows+2) + "[1]]":  "5000 rows",
		`[[` + strings.Repeat("1,", MaxColumns+1) + `1]]`: "100 columns",
	} {
		_, err := Parse([]byte(text), Options{})
		if refused, ok := err.(Refusal); !ok || !strings.Contains(string(refused), want) {
			t.Errorf("%.40q: %v, want what has %q", text, err, want)
		}
	}
}

// workbookOf packs a workbook of two sheets; files are put beside those that all have, or in their stead.
func workbookOf(files map[string]string) []byte {
	all := map[string]string{
		"xl/workbook.xml": `<workbook xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">` +
			`<sheets><sheet name="Empty" r:id="r2"/><sheet name="Data" r:id="r1"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>` +
			`<Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>`,
		"xl/worksheets/sheet2.xml": "<worksheet/>",
		"xl/styles.xml": `<styleSheet><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/>` +
			`<numFmt numFmtId="165" formatCode="0.0&quot; days&quot;"/></numFmts>` +

			`<cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/>` +
			`</cellXfs></styleSheet>`,
		"xl/sharedStrings.xml": `<sst count="1000000000000"><si><t>day</t></si>` +
			`<si><r><t>pu</t></r><r><t>ll (g)</t></r></si></sst>`,
	}
	maps.Copy(all, files)
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for _, name := range slices.Sorted(maps.Keys(all)) {
		f, _ := w.Create(name)
		_, _ = f.Write([]byte(all[name]))
	}
	_ = w.Close()
	return b.Bytes()
}

func sheetOf(rows ...string) string {
	return "<worksheet><sheetData><row>" + strings.Join(rows, "</row><row>") + "</row></sheetData></worksheet>"
}

func TestWorkbook(t *testing.T) {
	sheet := "xl/worksheets/sheet1.xml"
	one := func(rows ...string) map[string]string { return map[string]string{sheet: sheetOf(rows...)} }
	files := one(`<c r="A1" t="s"><v>0</v></c>`+
		`<c r="B1" t="s"><v>1</v></c><c r="D1" t="inlineStr"><is><t>kind</t></is></c>`,
		`<c r="A2" s="1"><v>43831</v></c><c r="B2" s="2"><v>1.25</v></c><c r="D2" t="str"><v>p</v></c>`,
		`<c r="A3" s="3"><v>43833.5</v></c><c r="B3"><v>2</v></c><c r="C3" t="e"><v>#N/A</v></c>`+
			`<c r="D3" t="b"><v>1</v></c>`)
	got, err := Parse(workbookOf(files), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := "day (days since 2020-01-01) 0 2.5; pull (g) 1.25 2; column 3: – –; kind: p true"
	if s := shown(got); s != want ||
		got.Written != Workbook || len(got.Notes) != 1 || !slices.Equal(got.Lines, []int{2, 3}) {
		t.Errorf("%s, %v, %q", s, got.Lines, got.Notes)
	}
	for name, tt := range map[string]struct {
		files map[string]string
		sheet string
		want  string
	}{
		"a text before the first": {one(`<c r="A1" t="s"><v>-1</v></c>`), "", "no row"},
		"half a sheet":            {map[string]string{sheet: "<worksheet><row><c><v>1"}, "", "could not be read"},
		"a sheet that is not":     {nil, "Old", "no sheet “Old”"},
		"no sheets":               {map[string]string{"xl/workbook.xml": "<workbook/>"}, "", "no row"},
		"names alone":             {one(`<c t="str"><v>x</v></c>`), "", "rows are missing"},
		"too many rows":           {one(slices.Repeat([]string{"<c><v>1</v></c>"}, MaxRows+2)...), "", "5000 rows"},
		"more than it unpacks to": {map[string]string{sheet: strings.Repeat(" ", maxUnpacked+1)}, "", "50 MB"},
		"a row of empty cells":    {one(strings.Repeat("<c/>", maxUnpacked/5)), "", "could not be read"},
		"rows of nothing": {map[string]string{sheet: "<worksheet>" + strings.Repeat("<row/>", maxElements+1) +
			"</worksheet>"}, "", "could not be read"},
		"many attributes": {one("<c " + strings.Repeat(`a="" `, maxMark) + "/>"), "", "could not be read"},
		"more texts than cells": {map[string]string{"xl/sharedStrings.xml": "<sst>" +
			strings.Repeat("<si/>", maxTexts+1) +
			"</sst>"}, "", "could not be read"},
		"many sheets": {map[string]string{"xl/workbook.xml": "<workbook><sheets>" +
			strings.Repeat("<sheet/>", maxWhole/8) +
			"</sheets></workbook>"}, "", "could not be read"},
		"a cell beyond all others": {one(`<c r="ZZZZZZZ1"><v>1</v></c>`), "", "no row"},
	} {
		_, err := Parse(workbookOf(tt.files), Options{Sheet: tt.sheet})
		if refused, ok := err.(Refusal); !ok || !strings.Contains(string(refused), tt.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Days from 1904, and dates that no calendar has.
func TestDatesOfAWorkbook(t *testing.T) {
	b := &workbook{dates: []bool{true}}
	if err := b.contents(); err != nil {
		t.Fatal(err)
	}
	for v, want := range map[float64]string{1: "1899-12-31", 60: "1900-02-28", 61: "1900-03-01", 0.25: "06:00:00",
		45000.75: "2023-03-15 18:00:00", -1: "", 1e9: "", math.Inf(1): ""} {
		if got := b.date(v); got != want {
			t.Errorf("%v is %q, want %q", v, got, want)
		}
	}
}
