package figures

import (
	"archive/zip"
	"bytes"
	"encoding/csv"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// writeCSV writes what a figure draws as comma-separated values: the table of the
// series or matrix of that name or, without a name, all series in one table, in which
// a column that a line has no use for is empty. Matrices, which are long, stand in that
// one only where there is no series.
func writeCSV(p *course.Picture, name string) ([]byte, error) {
	for _, s := range p.Series {
		if s.Name == name {
			return writeSeries(s)
		}
	}
	for _, m := range p.Matrices {
		if m.Name == name {
			return writeMatrix(m.Values)
		}
	}
	if name != "" {
		return nil, errNoTable
	}
	return writeAll(p)
}

// writeTables writes each series and each matrix as a table of its own into one archive.
func writeTables(p *course.Picture) ([]byte, error) {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	add := func(name string, table []byte, err error) error {
		if err != nil {
			return err
		}
		w, err := z.Create(name + ".csv") // of no date: the same query, the same bytes
		if err == nil {
			_, err = w.Write(table)
		}
		return err
	}
	for _, s := range p.Series {
		table, err := writeSeries(s)
		if err := add(s.Name, table, err); err != nil {
			return nil, err
		}
	}
	for _, m := range p.Matrices {
		table, err := writeMatrix(m.Values)
		if err := add(m.Name, table, err); err != nil {
			return nil, err
		}
	}
	err := z.Close()
	return b.Bytes(), err
}

func writeSeries(s course.Series) ([]byte, error) {
	header := course.Each(s.Columns, func(c course.Column) string { return c.Name })
	return writeTable(header, func(write func(...string)) {
		record := make([]string, len(header))
		for row := range s.Columns[0].Values {
			for i, c := range s.Columns {
				record[i] = decimal(c.Values[row])
			}
			write(record...)
		}
	})
}

// writeMatrix writes a matrix row by row, under the numbers of its columns.
func writeMatrix(m mat.Matrix) ([]byte, error) {
	rows, cols := m.Dims()
	header := make([]string, cols)
	for j := range header {
		header[j] = strconv.Itoa(j + 1)
	}
	return writeTable(header, func(write func(...string)) {
		record := make([]string, cols)
		for i := range rows {
			for j := range record {
				record[j] = decimal(m.At(i, j))
			}
			write(record...)
		}
	})
}

// writeAll writes the series one after the other, or the matrices an entry a line.
func writeAll(p *course.Picture) ([]byte, error) {
	if len(p.Series) == 0 && len(p.Matrices) > 0 {
		return writeTable([]string{"series", "row", "column", "value"}, func(write func(...string)) {
			for _, m := range p.Matrices {
				rows, cols := m.Values.Dims()
				for e := range rows * cols {
					i, j := e/cols, e%cols
					write(m.Name, strconv.Itoa(i+1), strconv.Itoa(j+1), decimal(m.Values.At(i, j)))
				}
			}
		})
	}
	header := []string{"series"}
	for _, s := range p.Series {
		for _, c := range s.Columns {
			if !slices.Contains(header, c.Name) {
				header = append(header, c.Name)
			}
		}
	}
	return writeTable(header, func(write func(...string)) {
		record := make([]string, len(header))
		for _, s := range p.Series {
			clear(record)
			record[0] = s.Name
			for row := range s.Columns[0].Values {
				for _, c := range s.Columns {
					record[slices.Index(header, c.Name)] = decimal(c.Values[row])
				}
				write(record...)
			}
		}
	})
}

// writeTable writes a header, and the rows that each hands to write.
func writeTable(header []string, each func(write func(row ...string))) ([]byte, error) {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	write := func(row ...string) { _ = w.Write(row) } // a bytes.Buffer does not fail, and Error reports
	write(header...)
	each(write)
	w.Flush()
	return b.Bytes(), w.Error()
}

// decimal is a number in the shortest form that reads back the same; what is not
// finite is empty.
func decimal(v float64) string {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return ""
	}
	return string(course.AppendShortest(nil, v))
}
