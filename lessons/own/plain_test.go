package own

import (
	"bytes"
	"slices"
	"strings"
	"testing"
)

// What a short program reads otherwise than the table has it is told from what it reads the same.
func TestPlainFiles(t *testing.T) {
	t.Parallel()
	rows := "1,2\n3,4\n5,6\n7,8\n"
	for _, c := range []struct {
		name, text string
		want       []bool // of each column
	}{
		{"numbers", "a,b\n" + rows, []bool{true, true}},
		{"no names", rows, []bool{true, true}},
		{"a mark of order", "\ufeffa,b\n" + rows, []bool{true, true}},
		{"words", "a,b\n1,x  y\n2, z\n3,N/A\n4,z\n", []bool{true, true}},
		{"gaps and slips", "a,b\n1,\n2,n/a\n3,4\nbroken,5\n6,7\n", []bool{true, true}},
		{"groups", "a;b\n1.000,5;1\n2,5;2\n3,5;3\n", []bool{true, true}},
		{"percent", "a,b\n10%,1\n20 %,2\n30%,3\n", []bool{true, true}},
		{"percent here and there", "a,b\n10%,1\n20,2\n30%,3\n", []bool{false, true}},
		{"dates", "a,b\n2024-01-01,1\n2024-01-02,2\n2024-01-04,3\n", []bool{false, true}},
		{"a power of ten", "a,b\n1e13,1\n2e13,2\n3e13,3\n", []bool{false, true}},
		{"inf", "a,b\n1,1\n2,2\ninf,3\n4,5\n", []bool{false, true}},
		{"underscores", "a,b\n1,1\n2,2\n1_000,3\n4,5\n", []bool{false, true}},
		{"hexadecimal", "a,b\n1,1\n2,2\n0x1f,3\n4,5\n", []bool{false, true}},
		{"other digits", "a,b\n1,1\n2,2\n٣,3\n4,5\n", []bool{false, true}},
		{"beyond", "a,b\n1,1\n2,2\n1e999,3\n4,5\n", []bool{false, true}},
		{"a quote in a comment", "# the \"best\n# of\" all\na,b\n" + rows, []bool{false, false}},
		{"a quote in a cell", "a,b\n1,2\n3,4\"\n5,6\n", []bool{false, false}},
		{"lines that are none", "a title\n\na,b\n1,2\n3\n4,5\n6,7\n", []bool{true, true}},
		{"UTF-16 without a mark", wide("a,b\n" + rows)[2:], []bool{false, false}},
		{"UTF-16", wide("a,b\n" + rows), []bool{true, true}},
		{"Latin-1", "a,b\n1,gr\xfcn\n2,rot\n3,rot\n", []bool{true, true}},
		{"no letter", "a,b\n1,\x80 \x81\n2,rot\n3,rot\n", []bool{false, false}},
		{"JSON", `[{"a":1,"b":2},{"a":3,"b":5}]`, []bool{false, false}},
	} {
		table := parsed(t, c.text)
		var got []bool
		for j := range table.Columns {
			_, ok := table.Plain([]int{j})
			got = append(got, ok)
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %v, and not %v", c.name, got, c.want)
		}
	}
}

// A plain file says which of its lines are rows.
func TestPlainLines(t *testing.T) {
	t.Parallel()
	table := parsed(t, "sep=;\n# a comment\n\na;b\nmm;kg\n1;2\n\nno row\n3;\"4\n\"\n5;6\n")
	p, ok := table.Plain([]int{0, 1})
	if !ok || p.Before != 4 || !slices.Equal(p.Between, []int{1}) || p.Width != 2 || p.Codec != "utf-8" {
		t.Errorf("%+v, %v", p, ok)
	}
}

// A table that is written as it was read is read so again, and its rows keep their numbers where one is empty.
func TestATableIsWrittenAsItWasRead(t *testing.T) {
	t.Parallel()
	text := "id;a (mm);word;day\nfirst;1,5;x;1.2.2024\nsecond;;;\nthird;−2;\"y; \"\"z\"\"\";3.2.2024\n" +
		"fourth;1.000,25;x;4.2.2024\n"
	table := parsed(t, text+strings.Repeat("more;2;x;4.2.2024\n", 3))
	var b bytes.Buffer
	if err := table.WriteCSV(&b); err != nil {
		t.Fatal(err)
	}
	again := parsed(t, b.String())
	if again.Len() != table.Len() || len(again.Columns) != 1+len(table.Clean()) {
		t.Fatalf("%d rows and %d columns of\n%s", again.Len(), len(again.Columns), b.Bytes())
	}
	for k, j := range table.Clean() {
		for i := range table.Len() {
			if c, d := &table.Columns[j], &again.Columns[k+1]; c.cell(i) != d.cell(i) {
				t.Errorf("row %d, column %s: %q, and then %q", i, c.Name, c.cell(i), d.cell(i))
			}
		}
	}
}

// A file has a name in programs, and what is written of it another.
func TestNamesOfFiles(t *testing.T) {
	t.Parallel()
	for name, want := range map[string][2]string{
		"mine.csv": {"mine.csv", "mine-read.csv"}, "my.data.TSV": {"my.data.TSV", "my.data-read.csv"},
		"table": {"table.csv", "table-read.csv"}, "mine.xlsx": {"table.csv", "mine-read.csv"},
		".csv": {".csv", "table-read.csv"}, "a very long na…": {"table.csv", "table-read.csv"},
	} {
		if got := [2]string{FileName(name), CleanName(name)}; got != want {
			t.Errorf("%s: %q", name, got)
		}
	}
}
