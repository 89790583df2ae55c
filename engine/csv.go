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
func ReadCSV(r io.Reader, x []string, y string) (d Dataset, err error) {
	if len(x) == 0 {
		panic("engine: no input columns")
	}
	data, err := io.ReadAll(io.LimitReader(r, maxCSVBytes+1))
	if err != nil {
		return Dataset{}, fmt.Errorf("engine: reading CSV: %w", err)
	}
	if len(data) > maxCSVBytes {
		return Dataset{}, fmt.Errorf("engine: CSV is longer than %d bytes", maxCSVBytes)
	}
	// Spreadsheets like to begin with a byte order mark.
	in := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	in.ReuseRecord = true
	in.TrimLeadingSpace = true

	header, err := in.Read()
	if err == io.EOF {
		return Dataset{}, errors.New("engine: CSV is empty")
	}
	if err != nil {
		return Dataset{}, fmt.Errorf("engine: reading CSV: %w", err)
	}
	names := append(slices.Clone(x), y)
	columns := make([]int, len(names))
	for i, name := range names {
		if columns[i], err = columnNamed(header, name); err != nil {
			return Dataset{}, err
		}
	}

	for {
		record, err := in.Read()
		if err == io.EOF {
			if d.Len() == 0 {
				return Dataset{}, errors.New("engine: CSV has no rows below its header")
			}
			return d, nil
		}
		if err != nil {
			return Dataset{}, fmt.Errorf("engine: reading CSV: %w", err)
		}
		if d.Len() == maxCSVRows {
			return Dataset{}, fmt.Errorf("engine: CSV has more than %d rows", maxCSVRows)
		}
		row := make([]float64, len(columns))
		for i, at := range columns {
			if row[i], err = parseNumber(record[at]); err != nil {
				line, _ := in.FieldPos(at)
				return Dataset{}, fmt.Errorf("engine: line %d, column %.40q: %w", line, names[i], err)
			}
		}
		d.X, d.Y = append(d.X, row[:len(x):len(x)]), append(d.Y, row[len(x)])
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
