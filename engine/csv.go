package engine

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// What one CSV file may bring: exact methods cannot use more rows, and a row of
// numbers does not take more bytes than these leave it.
const (
	maxCSVRows  = 10_000
	maxCSVBytes = 4 << 20
)

// ReadCSV reads a data set from comma-separated values whose first line names
// the columns. The columns x become the inputs, in that order, and y the
// response; others are ignored. Numbers are decimal and finite. An error names
// the line and the column. At most 10 000 rows and 4 MB are read.
func ReadCSV(r io.Reader, x []string, y string) (Dataset, error) {
	var d Dataset
	err := readCSV(r, x, y, func(row []float64, field string) error {
		v, err := parseNumber(field)
		if err != nil {
			return err
		}
		d.X, d.Y = append(d.X, row), append(d.Y, v)
		return nil
	})
	if err != nil {
		return Dataset{}, err
	}
	return d, nil
}

// ReadLabelledCSV reads inputs with their classes, as ReadCSV reads them with a
// response. What stands in the column label is the name of a class, spaces around
// it apart and not empty; names holds those that occur, sorted by bytes, and
// Labels[i] is an index into names. So the same classes have the same labels in
// whatever order they come, and "10" precedes "2".
func ReadLabelledCSV(r io.Reader, x []string, label string) (l Labelled, names []string, err error) {
	var of []string
	err = readCSV(r, x, label, func(row []float64, field string) error {
		field = strings.TrimSpace(field)
		if field == "" {
			return errors.New("no class")
		}
		l.X, of = append(l.X, row), append(of, strings.Clone(field))
		return nil
	})
	if err != nil {
		return Labelled{}, nil, err
	}
	names = slices.Clone(of)
	slices.Sort(names)
	names = slices.Compact(names)
	l.Labels = make([]int, len(of))
	for i, name := range of {
		l.Labels[i], _ = slices.BinarySearch(names, name)
	}
	return l, names, nil
}

// readCSV calls add with the numbers of the columns x and the field of the column
// last, for each row. An error of add is one of that column.
func readCSV(r io.Reader, x []string, last string, add func(row []float64, field string) error) error {
	if len(x) == 0 {
		panic("engine: no input columns")
	}
	data, err := io.ReadAll(io.LimitReader(r, maxCSVBytes+1))
	if err != nil {
		return fmt.Errorf("engine: reading CSV: %w", err)
	}
	if len(data) > maxCSVBytes {
		return fmt.Errorf("engine: CSV is longer than %d bytes", maxCSVBytes)
	}
	// Spreadsheets like to begin with a byte order mark.
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	in.ReuseRecord = true
	in.TrimLeadingSpace = true

	header, err := in.Read()
	if err == io.EOF {
		return errors.New("engine: CSV is empty")
	}
	if err != nil {
		return fmt.Errorf("engine: reading CSV: %w", err)
	}
	names := append(slices.Clone(x), last)
	columns := make([]int, len(names))
	for i, name := range names {
		if columns[i], err = columnNamed(header, name); err != nil {
			return err
		}
	}

	p := len(x)
	for rows := 0; ; rows++ {
		record, err := in.Read()
		if err == io.EOF {
			if rows == 0 {
				return errors.New("engine: CSV has no rows below its header")
			}
			return nil
		}
		if err != nil {
			return fmt.Errorf("engine: reading CSV: %w", err)
		}
		if rows == maxCSVRows {
			return fmt.Errorf("engine: CSV has more than %d rows", maxCSVRows)
		}
		row := make([]float64, p)
		for i, at := range columns {
			if i < p {
				row[i], err = parseNumber(record[at])
			} else {
				err = add(row, record[at])
			}
			if err != nil {
				line, _ := in.FieldPos(at)
				return fmt.Errorf("engine: line %d, column %.40q: %w", line, names[i], err)
			}
		}
	}
}

func columnNamed(header []string, name string) (int, error) {
	at := -1
	for i, h := range header {
		if strings.TrimSpace(h) != name {
			continue
		}
		if at >= 0 {
			return 0, fmt.Errorf("engine: line 1 names column %.40q twice", name)
		}
		at = i
	}
	if at < 0 {
		return 0, fmt.Errorf("engine: line 1 names no column %.40q", name)
	}
	return at, nil
}

// parseNumber takes decimal numbers only: strconv alone would also accept
// "0x1p-3", "Inf" and "NaN".
func parseNumber(s string) (float64, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return 0, errors.New("no number")
	}
	if strings.Trim(s, "0123456789+-.eE") == "" {
		v, err := strconv.ParseFloat(s, 64)
		if err == nil {
			return v, nil
		}
		if errors.Is(err, strconv.ErrRange) {
			return 0, fmt.Errorf("%.40q is too large", s)
		}
	}
	return 0, fmt.Errorf("%.40q is not a number", s)
}
