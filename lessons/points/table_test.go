package points

import (
	"strings"
	"testing"
)

// A table from a spreadsheet is read as it is copied, whatever keeps its cells apart.
func TestATableIsRead(t *testing.T) {
	const want = "1.5,2;3,-4.25;5,6"
	for _, table := range []string{
		"1.5\t2\n3\t-4.25\n5\t6", "1,5\t2\r\n3\t-4,25\r\n5\t6\r\n", "time\tacceleration\n1.5\t2\n3\t-4.25\n5\t6",
		"1,5;2\n3;−4,25\n5;6", "t;y\n\n1.5;2\n3;-4.25\n5;6\n", "1.5,2\n3,-4.25\n5,6", "\"t\",\"y\"\n\"1.5\",\"2\"\n3,-4.25\n5,6",
		"1.5 2\n 3   -4.25\n5 6", "1,5 2\n3 -4,25\n5 6", "# a file\n# of two columns\n1.5, 2\n3, -4.25\n5, 6", "1.5,2;\n3,-4.25;\n5,6;",
	} {
		list, rows := fromTable(table, false)
		d, unread, _ := parsePoints(list, false)
		if got := writePoints(d, false); got != want || unread > 0 || rows != 3 && !strings.Contains(table, ";\n") {
			t.Errorf("%q: %q, %d unread, %d rows", table, got, unread, rows)
		}
	}
	for table, want := range map[string][3]int{ // points, unread, rows
		"1\t2\nx\ty\n3\t4": {2, 1, 3}, "x\ty\nz\tw": {0, 1, 0}, "1\t2\t3\n4\t5\t6": {0, 1, 0}, "1,2;3,4": {2, 0, 0}, "\n\n": {0, 0, 0},
		"1\t2": {1, 0, 1}, strings.Repeat("1\t2\n", 500): {500, 0, 500}, "1\tNaN\n2\t1e999\n3\t4": {2, 0, 2}, // one beyond is clamped
	} {
		list, rows := fromTable(table, false)
		d, unread, _ := parsePoints(list, false)
		if got := [3]int{d.Len(), min(unread, 2), rows}; got != want && len(table) < 20 || d.Len() != want[0] {
			t.Errorf("%.20q: %v, want %v", table, got, want)
		}
	}
	list, rows := fromTable("x1\tx2\tclass\n1\t2\t1\n3\t4\t0\n5\t6\t7\n", true)
	if d, unread, _ := parsePoints(list, true); writePoints(d, true) != "1,2,1;3,4,-1" || unread != 1 || rows != 3 {
		t.Errorf("classes: %q, %d unread, %d rows", writePoints(d, true), unread, rows)
	}
}
