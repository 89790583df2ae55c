package own

import (
	"encoding/csv"
	"io"
	"math"
	"path"
	"strconv"
	"strings"
)

// Clean are the columns that [Table.WriteCSV] writes, in their order after that of the rows' numbers: those of
// numbers and of words.
func (t *Table) Clean() (columns []int) {
	for j := range t.Columns {
		if kind := t.Columns[j].Kind; kind == Number || kind == Word {
			columns = append(columns, j)
		}
	}
	return columns
}

// WriteCSV writes the table as it was read: its columns of numbers and words under their names and units, the rows
// numbered from 1 under "row", decimals with a point, and nothing where a cell has no value. Dates are numbers, and
// lines that are no row are not in it.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	head := []string{"row"}
	for _, j := range t.Clean() {
		c := &t.Columns[j]
		if head = append(head, c.Name); c.Unit != "" {
			head[len(head)-1] += " (" + c.Unit + ")"
		}
	}
	_ = out.Write(head) // Error has it
	for i := range t.Len() {
		row := []string{strconv.Itoa(i + 1)}
		for _, j := range t.Clean() {
			row = append(row, t.Columns[j].cell(i))
		}
		_ = out.Write(row)
	}
	out.Flush()
	return out.Error()
}

// cell is what a row has in a column of numbers or words; "" where that is nothing.
func (c *Column) cell(row int) string {
	switch {
	case c.Kind == Number && !math.IsNaN(c.Numbers[row]):
		return written(c.Numbers[row])
	case c.Kind == Word && c.Index[row] >= 0:
		return c.Words[c.Index[row]]
	}
	return ""
}

// FileName is what a table's file is called in programs; table.csv where its name is none of a file of text.
func FileName(name string) string {
	switch strings.ToLower(path.Ext(name)) {
	case ".csv", ".tsv", ".txt", ".dat", ".tab", ".data":
		return name
	}
	return "table.csv"
}

// CleanName is what the file that [Table.WriteCSV] writes is called.
func CleanName(name string) string {
	if base := strings.TrimSuffix(name, path.Ext(name)); base != "" && !strings.HasSuffix(name, "…") {
		return base + "-read.csv"
	}
	return "table-read.csv"
}
