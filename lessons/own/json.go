package own

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// isJSON reports whether a text begins as JSON does that has a table.
func isJSON(text string) bool {
	text = strings.TrimSpace(text)
	inside, list := strings.CutPrefix(text, "[")
	inside = strings.TrimSpace(inside)
	return strings.HasPrefix(text, "{") || list && (strings.HasPrefix(inside, "{") || strings.HasPrefix(inside, "[") ||
		strings.HasSuffix(inside, "]"))
}

// objects reads JSON that has a table: a list of objects, one a row; objects one a line; a list of
// lists; an object of columns, as lists or by their rows' names; or an object with one of the first
// in it. Records count from 1; the names, if there are any, stand before them.
func objects(text, said string) (records [][]string, lines []int, head string, err error) {
	j := &jsonTable{Decoder: json.NewDecoder(strings.NewReader(text)), at: map[string]int{}}
	j.UseNumber()
	switch err = j.all(); {
	case errors.As(err, new(Refusal)):
		return nil, nil, "", err
	case err != nil:
		return nil, nil, "", Refusal(fmt.Sprintf("This begins as JSON, and is none: near letter %d, %v.",
			j.InputOffset(), err))
	}
	if err := j.turn(); err != nil {
		return nil, nil, "", err
	}
	records, head = j.rows, said
	for i := range records {
		for len(records[i]) < len(j.names) {
			records[i] = append(records[i], "")
		}
		lines = append(lines, i+1)
	}
	if j.names != nil {
		records, lines, head = slices.Insert(records, 0, j.names), slices.Insert(lines, 0, 0), "yes"
	}
	return records, lines, head, nil
}

// A jsonTable is what was read so far.
type jsonTable struct {
	*json.Decoder
	names   []string // of the objects' values, in the order in which they occur first
	at      map[string]int
	rows    [][]string
	columns []jsonColumn // of an object that has them
}

type jsonColumn struct {
	name  string
	cells []string
}

const saysCell = "A cell is one number or one word."

// all reads everything there is.
func (j *jsonTable) all() error {
	for {
		token, err := j.Token()
		switch {
		case err == io.EOF:
			return nil
		case err != nil:
			return err
		case token == json.Delim('['):
			err = j.list()
		case token == json.Delim('{'):
			err = j.object(true)
		default:
			err = Refusal("This is JSON without a table: one value, and no list of records.")
		}
		if err != nil {
			return err
		}
	}
}

// list reads rows up to the end of the list.
func (j *jsonTable) list() error {
	for j.More() {
		token, err := j.Token()
		if err != nil {
			return err
		}
		d, ok := token.(json.Delim)
		if !ok {
			return Refusal("This is a list of single values. A row is an object, or a list.")
		}
		if err := j.row(d); err != nil {
			return err
		}
	}
	_, err := j.Token()
	return err
}

// row reads a row that has begun: as an object, or as a list.
func (j *jsonTable) row(begun json.Delim) error {
	if begun == '{' {
		return j.object(false)
	}
	cells, err := j.scalars()
	if err != nil {
		return err
	}
	return j.add(cells)
}

// add adds a row.
func (j *jsonTable) add(row []string) error {
	if len(j.rows) > MaxRows {
		return ErrManyRows
	}
	j.rows = append(j.rows, narrow(row))
	return nil
}

// object reads an object: a row, or at the top also what has columns or the rows in it, of which
// single values beside them say something else.
func (j *jsonTable) object(top bool) error {
	var names, cells []string
	nested := false
	for j.More() {
		name, err := j.name()
		if err != nil {
			return err
		}
		token, err := j.Token()
		if err != nil {
			return err
		}
		if d, ok := token.(json.Delim); ok {
			if !top {
				return Refusal(fmt.Sprintf("Record %d has a list or an object as “%s”. %s", len(j.rows)+1,
					printable(name), saysCell))
			}
			if err := j.inside(name, d); err != nil {
				return err
			}
			nested = true
			continue
		}
		if names, cells = append(names, name), append(cells, cellOf(token)); len(names) > mostCells {
			return errManyColumns
		}
	}
	if _, err := j.Token(); err != nil || nested {
		return err
	}
	return j.record(names, cells)
}

// record adds a row of named values.
func (j *jsonTable) record(names, cells []string) error {
	var row []string
	for i, name := range names {
		k, there := j.at[name]
		if !there {
			if k = len(j.names); k == MaxColumns {
				return errManyColumns
			}
			j.at[name], j.names = k, append(j.names, name)
		}
		for len(row) <= k {
			row = append(row, "")
		}
		row[k] = cells[i]
	}
	return j.add(row)
}

// inside reads what an object at the top has under a name: rows, or a column.
func (j *jsonTable) inside(name string, d json.Delim) error {
	column := jsonColumn{name: name}
	for j.More() {
		if d == '{' {
			if _, err := j.name(); err != nil {
				return err
			}
		}
		token, err := j.Token()
		if err != nil {
			return err
		}
		switch inner, nested := token.(json.Delim); {
		case nested && d == '[' && column.cells == nil:
			if err := j.row(inner); err != nil {
				return err
			}
			return j.list()
		case nested:
			return Refusal(fmt.Sprintf("“%s” has a list or an object in it. %s", printable(name), saysCell))
		case len(column.cells) > MaxRows:
			return ErrManyRows
		}
		column.cells = append(column.cells, cellOf(token))
	}
	if j.columns = append(j.columns, column); len(j.columns) > 10*MaxColumns {
		return errManyColumns
	}
	_, err := j.Token()
	return err
}

// turn makes rows of columns, where there are no rows. Beside rows that are lists, a column called
// columns has the names.
func (j *jsonTable) turn() error {
	if len(j.rows) > 0 {
		for _, c := range j.columns {
			if j.names == nil && c.name == "columns" && len(c.cells) == len(j.rows[0]) {
				j.names = c.cells
			}
		}
		return nil
	}
	if len(j.columns) == 0 {
		return nil
	}
	first := j.columns[0]
	for _, c := range j.columns {
		if len(c.cells) != len(first.cells) {
			return Refusal(fmt.Sprintf("The columns “%s” and “%s” have %d and %d values.",
				printable(first.name), printable(c.name), len(first.cells), len(c.cells)))
		}
		j.names = append(j.names, c.name)
	}
	for i := range first.cells {
		row := make([]string, len(j.columns))
		for k, c := range j.columns {
			row[k] = c.cells[i]
		}
		j.rows = append(j.rows, row)
	}
	return nil
}

// name reads the name of a value.
func (j *jsonTable) name() (string, error) {
	token, err := j.Token()
	name, _ := token.(string)
	return name, err
}

// scalars reads single values up to the end of a list.
func (j *jsonTable) scalars() (row []string, err error) {
	for j.More() {
		token, err := j.Token()
		if err != nil {
			return nil, err
		}
		if _, nested := token.(json.Delim); nested || len(row) > mostCells {
			return nil, Refusal(fmt.Sprintf("Record %d has a list in a list. %s", len(j.rows)+1, saysCell))
		}
		row = append(row, cellOf(token))
	}
	_, err = j.Token()
	return row, err
}

// cellOf is a single value as a cell has it: nothing for null.
func cellOf(token json.Token) string {
	switch v := token.(type) {
	case json.Number:
		return v.String()
	case string:
		return v
	case bool:
		return strconv.FormatBool(v)
	}
	return ""
}
