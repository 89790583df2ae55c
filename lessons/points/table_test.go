package points

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A table from a spreadsheet is read as it is copied, whatever keeps its cells apart.
func TestATableIsRead(t *testing.T) {
	const want = "1.5,2;3,-4.25;5,6"
	for _, table := range []string{
		"1.5\t2\n3\t-4.25\n5\t6", "1,5\t2\r\n3\t-4,25\r\n5\t6\r\n", "time\tacceleration\n1.5\t2\n3\t-4.25\n5\t6",
		"1,5;2\n3;−4,25\n5;6", "t;y\n\n1.5;2\n3;-4.25\n5;6\n", "1.5,2\n3,-4.25\n5,6",
		"\"t\",\"y\"\n\"1.5\",\"2\"\n3,-4.25\n5,6",
		"1.5 2\n 3   -4.25\n5 6", "1,5 2\n3 -4,25\n5 6", "# a file\n# of two columns\n1.5, 2\n3, -4.25\n5, 6",
		"1.5,2;\n3,-4.25;\n5,6;",
		"1.5;2;\n3;-4.25;\n5;6;", "1.5\t2\t\t\n3\t-4.25\n5\t6\t", "1.5,2\n3,-4.25;5,6", "1.5,2;3,-4.25;\n5,6",
		"\ufefft;y\n1.5;2\n3;-4.25\n5;6",
		"1,5;2,0\n3,0;-4,25\n5,0;6,0",
	} {
		list, read := fromTable(table, false)
		d, unread, _ := parsePoints(list, false)
		listed := read.rows == 0 && (strings.Contains(table, ",2;") || strings.Contains(table, "25;5"))
		if got := writePoints(d, false); got != want || unread > 0 || read.rows != 3 && !listed {
			t.Errorf("%q: %q, %d unread, %+v", table, got, unread, read)
		}
	}
	for table, want := range map[string][3]int{ // points, unread, rows
		"1\t2\nx\ty\n3\t4": {2, 1, 3}, "x\ty\nz\tw": {0, 2, 0}, "1\t2\t3\n4\t5\t6": {0, 2, 0},
		"1,2;3,4": {2, 0, 0}, "\n\n": {0, 0, 0},
		// one beyond is clamped
		"1\t2": {1, 0, 1}, strings.Repeat("1\t2\n", 500): {500, 0, 500}, "1\tNaN\n2\t1e999\n3\t4": {2, 1, 3},
		// No row is a head, and none is lost.
		"n/a\t1\n2\t3": {1, 1, 2}, "1.234,5\t2\n3\t4": {1, 1, 2}, "1 000,5\t2\n3\t4": {1, 1, 2},
		"x1\tx2\n1\t2":     {1, 0, 1},
		"in 2024\ty\n1\t2": {1, 1, 2}, "1\t2;3,4": {1, 1, 0}, "1,2;\tx": {1, 1, 0}, "1,2\n3,4;x": {1, 1, 2},
		"1,5;2,5;3,5\n4,5;5,5;x": {0, 2, 0},
	} {
		list, read := fromTable(table, false)
		d, unread, _ := parsePoints(list, false)
		if got := [3]int{d.Len(), unread, read.rows}; got != want {
			t.Errorf("%.20q: %v, want %v", table, got, want)
		}
	}
	list, read := fromTable("x1\tx2\tclass\n1\t2\t1\n3\t4\t0\n5\t6\t7\n", true)
	if d, unread, _ := parsePoints(list, true); writePoints(d, true) != "1,2,1;3,4,-1" || unread != 1 ||
		read.rows != 3 || read.head != 1 {
		t.Errorf("classes: %q, %d unread, %+v", writePoints(d, true), unread, read)
	}
}

// What was read is said, and so is that there was nothing to read.
func TestATableIsSaid(t *testing.T) {
	for text, want := range map[string][]string{
		"t\ty\n1,5\t2\nx\t3\n4\t5": {
			"points: a table of 3 rows with decimal commas was read, without its head.",
			"points: 1 could not be read as x,y and is left out.",
		},
		"t\ty\ns\tg\n1\t2": {"points: a table of 1 row was read, without its head of 2 lines."},
		"1,2\n3,4;5,6":     nil,
		"1\t2\t3\n4\t5\t6": {
			"points: 2 could not be read as x,y and are left out.",
			"points: there is none to fit; using the default in place of yours.",
		},
	} {
		f := course.NewForm(url.Values{"points": {text}})
		Own(f, "points", "your points", defaultPoints)
		if diff := cmp.Diff(want, f.Notes); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
}
