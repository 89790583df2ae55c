package own

import (
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf16"
)

// wide is a text in UTF-16, the lower byte first, as spreadsheets write it.
func wide(text string) string {
	b := []byte{0xff, 0xfe}
	for _, u := range utf16.Encode([]rune(text)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return string(b)
}

// A reading is a text with what it is read as.
type reading struct {
	name    string
	text    string
	options Options
	format  Format
	columns string // as they are shown
	bad     []int  // lines that are no row
}

// as is the format of separated values, and usual that of most.
func as(apart string, commas, head bool, encoding string) Format {
	return Format{Separated, apart, commas, head, encoding}
}

var usual = as(",", false, true, "UTF-8")

func TestParse(t *testing.T) {
	for _, tt := range []reading{
		{"commas", "x,y\n1.5,2\n3,4\n", Options{}, usual, "x 1.5 3; y 2 4", nil},
		{"semicolons and decimal commas", "x;y\n1,5;2\n3,25;4\n", Options{}, as(";", true, true, "UTF-8"),
			"x 1.5 3.25; y 2 4", nil},
		{"tabs, no head", "1.5\t2\r\n3\t4\r\n", Options{}, as("\t", false, false, "UTF-8"),
			"column 1 1.5 3; column 2 2 4", nil},
		{"spaces", "1,5 2\n3,5  4\n", Options{}, as(" ", true, false, "UTF-8"), "column 1 1.5 3.5; column 2 2 4", nil},
		{"ends of lines that are returns", "x,y\r1,2\r3,4", Options{}, usual, "x 1 3; y 2 4", nil},
		{"a mark of order", "\ufeffx,y\n1,2\n", Options{}, usual, "x 1; y 2", nil},
		{"UTF-16", wide("größe\ty\n1,5\t2\n"), Options{}, as("\t", true, true, "UTF-16"), "größe 1.5; y 2", nil},
		{"Latin-1", "gr\xf6\xdfe,y\n1,2\n", Options{}, as(",", false, true, "Latin-1"), "größe 1; y 2", nil},
		{"quotes", "\"size, cm\",\"a \"\"b\"\"\"\n\"1.5\",\"x\ny\"\n", Options{}, usual,
			`size, cm 1.5; a "b": x y`, nil},
		{"units", "time (ms),a [g],f(x)\n1,2,3\n", Options{}, usual, "time (ms) 1; a (g) 2; f(x) 3", nil},
		{"groups of digits", "x;y\n1.234,5;2\n-12.345.678,5;3\n", Options{}, as(";", true, true, "UTF-8"),
			"x 1234.5 -12345678.5; y 2 3", nil},
		{"missing and odd cells", "x,y\n1,NA\n,4\noops,5\n3,6\n7,8\n", Options{}, usual,
			"x 1 – – 3 7; y – 4 5 6 8", nil},
		{"no numbers that are none", "x\nInf\n0x1p3\n1e999\n1_0\n1\n2\n3\n4\n5\n", Options{}, usual,
			"x – – – – 1 2 3 4 5", nil},
		{"lines that are no rows", "x,y\n1,2\n3\n4,5,6\n7,8,\n9,10\n", Options{}, usual,
			"x 1 7 9; y 2 8 10", []int{3, 4}},
		{"a quote that stands where none can", "x,y\n1,2\n3,4\"5\n6,7\n", Options{}, usual, "x 1 6; y 2 7", []int{3}},
		{"empty lines", "\n\nx,y\n\n1,2\n,,\n", Options{}, usual, "x 1; y 2", nil},
		{"names that are alike", "x,x,\n1,2,3\n", Options{}, usual, "x 1; x 2 2; column 3 3", nil},
		{"a head that is said to be a row", "a,b\n1,2\n3,4\n", Options{Head: "no"}, as(",", false, false, "UTF-8"),
			"column 1 – 1 3; column 2 – 2 4", nil},
		{"a row that is said to be a head", "2019,2020\n1,2\n", Options{Head: "yes"}, usual, "2019 1; 2020 2", nil},
		{"what is said of cells", "1;5,2;5\n", Options{Apart: ",", Decimal: ".", Head: "no"},
			as(",", false, false, "UTF-8"), "column 1: 1;5; column 2: 2;5", nil},
		{"minus signs of typesetters", "x,y\n−1.5,2\n", Options{}, usual, "x -1.5; y 2", nil},
	} {
		t.Run(tt.name, tt.holds)
	}
}

// What spreadsheets, R and measuring programs write.
func TestParseAsProgramsWrite(t *testing.T) {
	for _, tt := range []reading{
		{"groups of thousands in quotes", "x,y\n\"1,000\",2\n\"12,500\",3\n", Options{}, usual,
			"x 1000 12500; y 2 3", nil},
		{"three decimals and one that tells", "x\ty\n1,250\t2\n0,500\t3\n", Options{}, as("\t", true, true, "UTF-8"),
			"x 1.25 0.5; y 2 3", nil},
		{"groups without decimals", "x;y\n1.000;2,5\n950;3\n", Options{}, as(";", true, true, "UTF-8"),
			"x 1000 950; y 2.5 3", nil},
		{"groups kept apart by spaces and marks", "x;y\n1 000;2\n1\u202f000,5;3\n12'000;4\n1 00;5\n", Options{},
			as(";", true, true, "UTF-8"), "x 1000 1000.5 12000 –; y 2 3 4 5", nil},
		{"percent", "share,y\n10%,1\n12.5 %,2\n0.1,3\n", Options{}, usual, "share (%) 10 12.5 –; y 1 2 3", nil},
		{"money", "price,y\n\"$1,000.50\",1\n-$20,2\n5,3\n€7,4\n$3,5\n", Options{}, usual,
			"price ($) 1000.5 -20 – – 3; y 1 2 3 4 5", nil},
		{"money with a decimal comma", "Preis;y\n1.101,50 €;1\n−20 €;2\n", Options{}, as(";", true, true, "UTF-8"),
			"Preis (€) 1101.5 -20; y 1 2", nil},
		{"sodium", "Na,Mg\n1,2\n", Options{}, usual, "Na 1; Mg 2", nil},
		{"UTF-16 without its mark", wide("x\ty\n1,5\t2\n")[2:], Options{}, as("\t", true, true, "UTF-16"),
			"x 1.5; y 2", nil},
		{"Windows-1252", "price (\x80);y\n1;2\n", Options{}, as(";", false, true, "Windows-1252"),
			"price (€) 1; y 2", nil},
		{"a first line that says what keeps cells apart", "sep=;\nx;y\n1,5;oops\n2,5;3\n", Options{},
			as(";", true, true, "UTF-8"), "x 1.5 2.5; y: oops 3", nil},
		{"a title", "Measured in May\n\nx,y\n1,2\n3,4\n", Options{}, usual, "x 1 3; y 2 4", []int{1}},
		{"a comma at the end of each line", "x,y,\n1,2,\n3,4,\n", Options{}, usual, "x 1 3; y 2 4", nil},
		{"a comma at the end of the head", "x,y,\n1,2\n3,4\n", Options{}, usual, "x 1 3; y 2 4", nil},
		{"rows with names, as R writes them", "\"x\" \"y\"\n\"1\" 1.5 2\n\"2\" 3 4\n", Options{},
			as(" ", false, true, "UTF-8"), "column 1 1 2; x 1.5 3; y 2 4", nil},
		{"a quote that does not end", "x,y\n1,2\n\"3,4\n5,6\n7,8\n", Options{}, usual, "x 1; y 2", []int{3}},
	} {
		t.Run(tt.name, tt.holds)
	}
}

func (tt reading) holds(t *testing.T) {
	got, err := Parse([]byte(tt.text), tt.options)
	if err != nil {
		t.Fatal(err)
	}
	if got.Format != tt.format {
		t.Errorf("%+v, want %+v", got.Format, tt.format)
	}
	if s := shown(got); s != tt.columns {
		t.Errorf("%s, want %s", s, tt.columns)
	}
	var bad []int
	for _, b := range got.Bad {
		bad = append(bad, b.Line)
	}
	if !slices.Equal(bad, tt.bad) || got.AllBad != len(tt.bad)+unread(got.Bad) {
		t.Errorf("bad lines %v, want %v", bad, tt.bad)
	}
}

func TestParseRefuses(t *testing.T) {
	for name, text := range map[string]string{
		"nothing":          " \n\n",
		"a head alone":     "x,y\n\n" + "\"",
		"too much":         strings.Repeat("1,2\n", MaxBytes/4+1),
		"too many rows":    strings.Repeat("1,2\n", MaxRows+1),
		"too many columns": strings.Repeat("1,", MaxColumns) + "1\n",
		"a workbook":       "PK\x03\x04\x00\x00",
		"a picture":        "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"a document":       "%PDF-1.4\n1 0 obj\n",
		"UTF-32":           "\xff\xfe\x00\x00x\x00\x00\x00,\x00\x00\x00",
		"names alone":      "x,y\n",
		"a line of commas": "1" + strings.Repeat(",", MaxBytes-2) + "\n",
	} {
		_, err := Parse([]byte(text), Options{})
		if _, refused := err.(Refusal); name != "a head alone" && !refused {
			t.Errorf("%s: %v", name, err)
		}
	}
	all, err := Parse([]byte(strings.Repeat("1,2\n", MaxRows)), Options{})
	if err != nil || all.Len() != MaxRows {
		t.Errorf("as many rows as there may be: %v", err)
	}
}

// unread is how many lines more are lost where a cell does not end.
func unread(list []Bad) (n int) {
	for _, b := range list {
		if _, last, ok := strings.Cut(b.Why, "from here to "); ok {
			last, _, _ = strings.Cut(last, " ")
			to, _ := strconv.Atoi(last)
			n += to - b.Line
		}
	}
	return n
}

// What can be read in two ways is read in one, and that is said; where the text itself or its
// reader decides, nothing is.
func TestDoubt(t *testing.T) {
	for text, tt := range map[string]struct {
		options Options
		first   float64
		doubt   bool
	}{
		"x\ty\n1,000\t2\n2,500\t3\n":        {Options{}, 1000, true},
		"x;y\n1,000;2\n2,500;3\n":           {Options{}, 1, true},
		"x;y\n1.000;2\n2.500;3\n":           {Options{}, 1, true},
		"x;y\n1.000;2\n2.500;4\n":           {Options{Decimal: ","}, 1000, false},
		"x\ty\n1,000\t2\n2,500\t4\n":        {Options{Decimal: ","}, 1, false},
		"x\ty\n1,000,000\t2\n2,500\t3\n":    {Options{}, 1000000, false},
		"x;y\n1,000;2,5\n2,500;3\n":         {Options{}, 1, false},
		"x,y\n1.000,2\n2.500,3\n":           {Options{}, 1, false},
		"x;y\n1,000;2.5\n2,500;3.25\n5;4\n": {Options{}, 1000, false},
	} {
		got, err := Parse([]byte(text), tt.options)
		if err != nil || got.Columns[0].Numbers[0] != tt.first || (got.Doubt != "") != tt.doubt {
			t.Errorf("%q with %+v: %+v, %q, %v", text, tt.options, got.Columns, got.Doubt, err)
		}
	}
}

// Numbers that are none are told from words.
func TestHint(t *testing.T) {
	for cells, want := range map[string]bool{
		"1/2/2020 3/4/2021 NA": true, "10:30 10:45 10:45": true,
		"1,5 2,5 2,5": true, "$10 €20 £30": true, "a b a": false, "w1 w2 w2": false, "2.a 3.b 3.b": false,
	} {
		got := parsed(t, "x;y;z\n"+strings.ReplaceAll(cells, " ", ";1;2.5\n")+";1;2.25\n")
		c, guess := got.Columns[0], got.Guess()
		if (c.Hint != "") != want || c.Kind == Number || (guess.Class == 0) == want {
			t.Errorf("%s: %s, %q, %+v", cells, c.Kind, c.Hint, guess)
		}
	}
}

// Whatever is read, no number is made up: every finite one stands in the row that it is said
// to be from, and every row is whole.
func FuzzParse(f *testing.F) {
	for _, text := range []string{"x,y\n1,2\n", "1,5;2,5\n\"a;b\";3\n", wide("x\ty\n1\t2\n"), "a b\n1 2\n", "\"\n1,2",
		"x;y\n1.234,5;NA\n", "\xff\xfe\x00", "1\r2\r\n3,\n", strings.Repeat(",", 120), "x,y,k\n1,2,a\n3,4,b\n,5,a\n",
		"# a b\n1 2\n3 4\n", "x,y\nms,g\n1,2\n3,4\n", `[{"a":1,"b":"x"},{"b":"y"}]`, `{"a":[1,2],"b":{"0":3,"1":4}}`,
		`{"columns":["a"],"data":[[1],[2]]}`, "{\"a\":1}\n{\"a\":2}\n", "d,v\n1.2.2020 10:30,1e300\n2.2.2020,2e300\n"} {
		f.Add([]byte(text), "", "", "", "")
	}
	f.Add([]byte("1,2"), ",", ".", "no", "")
	f.Add([]byte("1/2/2020,2\n"), "", "", "", "mdy")
	f.Add(workbookOf(map[string]string{"xl/worksheets/sheet1.xml": sheetOf("<c r='A1'><v>1</v></c>")}), "", "", "", "")
	f.Fuzz(func(t *testing.T, text []byte, apart, mark, head, order string) {
		table, err := Parse(text, Options{Apart: apart, Decimal: mark, Head: head, Dates: order})
		if err != nil {
			return
		}
		n := table.Len()
		if n == 0 || n > MaxRows || len(table.Columns) > MaxColumns || len(table.Bad) > table.AllBad ||
			!slices.IsSorted(table.Lines) {
			t.Fatalf("%d rows, %d columns, %d of %d bad lines", n, len(table.Columns), len(table.Bad), table.AllBad)
		}
		for _, c := range table.Columns {
			if c.Kind == Number && len(c.Numbers) != n || c.Kind == Word && len(c.Index) != n ||
				len(c.Words) > MaxClasses {
				t.Fatalf("%+v in %d rows", c, n)
			}
			for _, v := range c.Numbers {
				if math.IsInf(v, 0) || math.Abs(v) > MaxValue {
					t.Fatal(v)
				}
			}
		}
		choice := table.Guess()
		if table.Check(choice) != nil {
			return
		}
		table.ID = newID()
		ref, ok := ParseRef(table.Ref(choice))
		again, fits := ref.Choice(table)
		if !ok || !fits || !reflect.DeepEqual(again, choice) {
			t.Fatalf("%+v is %q, which is %+v", choice, table.Ref(choice), again)
		}
		rows := table.Rows(choice, 7)
		if len(rows.X) > min(7, n) || rows.Of < len(rows.X) || len(rows.X) > 0 && !reflect.DeepEqual(
			ReadRows(rows.Text()).X, rows.X) {
			t.Fatalf("%+v", rows)
		}
	})
}
