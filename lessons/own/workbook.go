//go:build !js

package own

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A workbook is a packed folder of XML, ISO/IEC 29500-1: a list of sheets, the sheets, the texts of
// their cells, and styles, which tell dates from other numbers. It is read here since the libraries
// for it stop the program at a file that counts a text as the −1st or says that it has 10¹² of them.

// Bounds of a workbook: the bytes that are unpacked of it in all, those of a file that is read whole,
// those from one mark of XML to the next, since a mark of nothing but attributes takes ten times its
// length in memory, the texts that cells share, and the rows and cells of its sheets, also those that are
// empty: so many take a second.
const (
	maxUnpacked = 50 << 20
	maxWhole    = 2 << 20
	maxMark     = 1 << 20
	maxTexts    = MaxRows * MaxColumns
	maxElements = 2 * MaxRows * MaxColumns
)

// isWorkbook reports whether bytes are a packed folder with a workbook in it.
func isWorkbook(source []byte) bool {
	return bytes.HasPrefix(source, []byte("PK\x03\x04")) && bytes.Contains(source, []byte("xl/workbook.xml"))
}

var errWorkbook = Refusal("This workbook could not be read. Save the sheet as CSV, and send that.")

// A workbook is what is read of one.
type workbook struct {
	files  map[string]*zip.File
	left   int64    // bytes that may still be unpacked
	read   int      // rows and cells so far
	texts  []string // that cells share
	dates  []bool   // whether a style shows a date
	epoch  time.Time
	sheets []sheet
}

type sheet struct {
	Name string `xml:"name,attr"`
	ID   string `xml:"http://schemas.openxmlformats.org/officeDocument/2006/relationships id,attr"`
	file string
}

// workbook reads the rows of the sheet of that name, or of the first that has any.
func (t *Table) workbook(name string) (records [][]string, lines []int, err error) {
	b, err := openWorkbook(t.source)
	if err != nil {
		return nil, nil, unreadable(err)
	}
	var names []string
	read := -1
	for i, s := range b.sheets {
		names = append(names, printable(s.Name))
		if read >= 0 || name != "" && names[i] != name {
			continue
		}
		if records, lines, err = b.rows(s); err != nil {
			return nil, nil, unreadable(err)
		}
		if len(records) > 0 || name != "" {
			read = i
		}
	}
	switch {
	case read < 0 && name != "":
		return nil, nil, Refusal(fmt.Sprintf("The workbook has no sheet “%s”, but %s.", name, quoted(names)))
	case read >= 0 && len(names) > 1:
		others := slices.Delete(slices.Clone(names), read, read+1)
		t.Notes = append(t.Notes, fmt.Sprintf("The sheet “%s” is read, and %s not.", names[read], quoted(others)))
	}
	return records, lines, nil
}

// unreadable is what is said of a workbook that cannot be read.
func unreadable(err error) error {
	if errors.As(err, new(Refusal)) {
		return err
	}
	return errWorkbook
}

func quoted(names []string) string {
	const shown = 5
	more := ""
	if len(names) > shown {
		names, more = names[:shown], ", …"
	}
	return "“" + strings.Join(names, "”, “") + "”" + more
}

func openWorkbook(source []byte) (*workbook, error) {
	packed, err := zip.NewReader(bytes.NewReader(source), int64(len(source)))
	if err != nil {
		return nil, err
	}
	b := &workbook{files: map[string]*zip.File{}, left: maxUnpacked}
	all := uint64(0)
	for _, f := range packed.File {
		if b.files[strings.ToLower(f.Name)] = f; f.UncompressedSize64 > maxUnpacked-min(all, maxUnpacked) {
			return nil, errUnpacked
		}
		all += f.UncompressedSize64
	}
	if err := b.contents(); err != nil {
		return nil, err
	}
	if err := b.styles(); err != nil {
		return nil, err
	}
	return b, b.shared()
}

var errUnpacked = Refusal("The workbook has more than 50 MB when it is unpacked. Save the sheet as CSV, and send that.")

// open unpacks a file of the workbook; there is nothing in one that it has not.
func (b *workbook) open(name string) (io.ReadCloser, error) {
	f, ok := b.files[strings.ToLower(name)]
	if !ok {
		return io.NopCloser(strings.NewReader("")), nil
	}
	r, err := f.Open()
	if err != nil {
		return nil, err
	}
	return &bounded{r, &b.left, 0}, nil
}

// bounded reads no more than is left, and no mark of XML that is too long.
type bounded struct {
	io.ReadCloser
	left *int64
	mark int // bytes since the last one began
}

func (b *bounded) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if *b.left -= int64(n); *b.left < 0 {
		return 0, errUnpacked
	}
	if at := bytes.LastIndexByte(p[:n], '<'); at >= 0 {
		b.mark = n - at
	} else if b.mark += n; b.mark > maxMark {
		return 0, errWorkbook
	}
	return n, err
}

// decode reads a small file whole.
func (b *workbook) decode(name string, v any) error {
	if f, ok := b.files[name]; ok && f.UncompressedSize64 > maxWhole {
		return errWorkbook
	}
	r, err := b.open(name)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // of what is read
	if err := xml.NewDecoder(r).Decode(v); err != io.EOF {
		return err
	}
	return nil
}

// contents has the sheets in their order, with their files, and from when days are counted.
func (b *workbook) contents() error {
	var book struct {
		Properties struct {
			From1904 string `xml:"date1904,attr"`
		} `xml:"workbookPr"`
		Sheets []sheet `xml:"sheets>sheet"`
	}
	var relations struct {
		All []struct {
			ID     string `xml:"Id,attr"`
			Target string `xml:"Target,attr"`
		} `xml:"Relationship"`
	}
	if err := b.decode("xl/workbook.xml", &book); err != nil {
		return err
	}
	if err := b.decode("xl/_rels/workbook.xml.rels", &relations); err != nil {
		return err
	}
	b.epoch = time.Date(1899, 12, 30, 0, 0, 0, 0, time.UTC)
	if from := book.Properties.From1904; from == "1" || from == "true" {
		b.epoch = time.Date(1904, 1, 1, 0, 0, 0, 0, time.UTC)
	}
	files := map[string]string{}
	for _, r := range relations.All {
		if files[r.ID] = path.Join("xl", r.Target); strings.HasPrefix(r.Target, "/") {
			files[r.ID] = r.Target[1:]
		}
	}
	for _, s := range book.Sheets {
		s.file = files[s.ID]
		b.sheets = append(b.sheets, s)
	}
	return nil
}

// styles finds the styles of cells that show a date: those built in, and those whose format has a
// day, a month, a year or an hour outside of quotes.
func (b *workbook) styles() error {
	var all struct {
		Formats []struct {
			ID   int    `xml:"numFmtId,attr"`
			Code string `xml:"formatCode,attr"`
		} `xml:"numFmts>numFmt"`
		Cells []struct {
			Format int `xml:"numFmtId,attr"`
		} `xml:"cellXfs>xf"`
	}
	if err := b.decode("xl/styles.xml", &all); err != nil {
		return err
	}
	own := map[int]bool{}
	for _, f := range all.Formats {
		own[f.ID] = strings.ContainsAny(strings.ToLower(unquoted().ReplaceAllString(f.Code, "")), "dmyh")
	}
	for _, c := range all.Cells {
		f := c.Format
		b.dates = append(b.dates, own[f] || 14 <= f && f <= 22 || 27 <= f && f <= 36 || 45 <= f && f <= 47 ||
			50 <= f && f <= 58)
	}
	return nil
}

// unquoted finds what a format of numbers shows as it stands, and its colours and conditions.
var unquoted = pattern(`"[^"]*"|\\.|\[[^\]]*\]|_.|General`)

// shared has the texts that cells share; how they are set is left out.
func (b *workbook) shared() error {
	return b.each("xl/sharedStrings.xml", "si", func(d *xml.Decoder, start xml.StartElement) error {
		var text rich
		if err := d.DecodeElement(&text, &start); err != nil {
			return err
		}
		if b.texts = append(b.texts, text.String()); len(b.texts) > maxTexts {
			return errWorkbook
		}
		return nil
	})
}

// A rich text is one, or pieces that are set each in its own way.
type rich struct {
	Text   string   `xml:"t"`
	Pieces []string `xml:"r>t"`
}

func (r rich) String() string { return r.Text + strings.Join(r.Pieces, "") }

// each calls do for each element of that name.
func (b *workbook) each(file, name string, do func(*xml.Decoder, xml.StartElement) error) error {
	r, err := b.open(file)
	if err != nil {
		return err
	}
	defer func() { _ = r.Close() }() // of what is read
	d := xml.NewDecoder(r)
	for {
		token, err := d.Token()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if start, ok := token.(xml.StartElement); ok && start.Name.Local == name {
			if err := do(d, start); err != nil {
				return err
			}
		}
	}
}

// A cell is one of a sheet.
type cell struct {
	At    string `xml:"r,attr"` // B7
	Type  string `xml:"t,attr"`
	Style int    `xml:"s,attr"`
	Value string `xml:"v"`
	Text  rich   `xml:"is"`
}

// rows are those of a sheet with anything in them, and their numbers.
func (b *workbook) rows(s sheet) (records [][]string, numbers []int, err error) {
	number := 0
	err = b.each(s.file, "row", func(d *xml.Decoder, start xml.StartElement) error {
		number++
		for _, a := range start.Attr {
			if n, err := strconv.Atoi(a.Value); err == nil && a.Name.Local == "r" {
				number = n
			}
		}
		if b.read++; b.read > maxElements {
			return errWorkbook
		}
		record, err := b.record(d)
		if err != nil || blank(record) {
			return err
		}
		if records, numbers = append(records, narrow(record)), append(numbers, number); len(records) > MaxRows+1 {
			return ErrManyRows
		}
		return nil
	})
	return squared(records), numbers, err
}

// record reads the cells of a row, one after the other: what a row of empty ones would take together
// is many times its length.
func (b *workbook) record(d *xml.Decoder) (record []string, err error) {
	for {
		token, err := d.Token()
		if err != nil {
			return nil, err
		}
		start, begins := token.(xml.StartElement)
		switch _, ends := token.(xml.EndElement); {
		case ends:
			return record, nil
		case !begins:
			continue
		}
		if b.read++; b.read > maxElements {
			return nil, errWorkbook
		}
		var c cell
		if err := d.DecodeElement(&c, &start); err != nil {
			return nil, err
		}
		at, text := columnOf(c.At, len(record)), ""
		if start.Name.Local == "c" {
			text = b.text(c)
		}
		if at > mostCells || text == "" {
			continue
		}
		for len(record) <= at {
			record = append(record, "")
		}
		record[at] = text
	}
}

// squared are rows of one width: the cells at the end that a sheet leaves out are empty.
func squared(records [][]string) [][]string {
	width := 0
	for _, r := range records {
		width = max(width, len(r))
	}
	for i, r := range records {
		for len(r) < width {
			r = append(r, "")
		}
		records[i] = r
	}
	return records
}

// columnOf is the place of a cell in its row, from 0: of B7 it is 1; the next where it does not say.
func columnOf(at string, next int) int {
	place := 0
	for _, r := range at {
		if r < 'A' || r > 'Z' {
			break
		}
		if place = 26*place + int(r-'A') + 1; place > 1<<20 {
			break
		}
	}
	if place == 0 {
		return next
	}
	return place - 1
}

// text is what a cell has: a number as it is kept, a date as 2020-01-31.
func (b *workbook) text(c cell) string {
	switch c.Type {
	case "s":
		if i, err := strconv.Atoi(c.Value); err == nil && i >= 0 && i < len(b.texts) {
			return b.texts[i]
		}
		return ""
	case "inlineStr":
		return c.Text.String()
	case "b":
		return map[string]string{"1": "true", "0": "false"}[c.Value]
	case "e": // #N/A, #DIV/0!
		return ""
	case "", "n":
		if v, err := strconv.ParseFloat(c.Value, 64); err == nil && c.Style >= 0 && c.Style < len(b.dates) &&
			b.dates[c.Style] {
			return b.date(v)
		}
	}
	return c.Value
}

// date is that of a number of days.
func (b *workbook) date(v float64) string {
	if v < 0 || v > 3e6 || v != v {
		return ""
	}
	whole, part := math.Modf(v)
	t := b.epoch.AddDate(0, 0, int(whole)).Add(time.Duration(math.Round(part*86400)) * time.Second)
	switch {
	case whole == 0 && part > 0:
		return t.Format("15:04:05") // a time of day
	case part == 0:
		return t.Format(time.DateOnly)
	}
	return t.Format("2006-01-02 15:04:05")
}
