package own

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
)

// What Options say of dates like 1/2/2020.
const dayFirst, monthFirst = "dmy", "mdy"

// A moment is a date as a cell has it: the instants that it may be, in UTC, zero where it cannot be.
type moment struct{ day, month time.Time } // with the day first, and with the month

// momentOf reads a date: 2020-02-01, also with dots or slashes, without its day, or with a time of
// day; 1.2.2020, where the day is first, and 1/2/2020 or 1-2-2020, where it may be either.
func momentOf(cell string) (m moment, ok bool) {
	cell = strings.TrimSpace(cell)
	if len(cell) > maxDigits || !dates().MatchString(cell) {
		return m, false
	}
	date, clock := cell, ""
	if i := strings.IndexAny(cell, "T "); i >= 0 {
		date, clock = cell[:i], strings.TrimSpace(cell[i+1:])
	}
	since, ok := sinceMidnight(clock)
	if !ok {
		return m, false
	}
	mark := strings.IndexAny(date, "-/.")
	if mark < 0 {
		return m, false
	}
	parts := strings.Split(date, date[mark:mark+1])
	if len(parts[0]) == 4 {
		m.day = civil(parts[0], parts[1], append(parts, "1")[2])
		m.month = m.day
	} else {
		m.day = civil(parts[2], parts[1], parts[0])
		if m.month = civil(parts[2], parts[0], parts[1]); date[mark] == '.' {
			m.month = m.day
		}
	}
	for _, t := range []*time.Time{&m.day, &m.month} {
		if !t.IsZero() {
			*t = t.Add(since)
		}
	}
	return m, !m.day.IsZero() || !m.month.IsZero()
}

// civil is a date; zero where there is none. Of years in two digits 69 is 1969 and 68 is 2068, as
// POSIX has it.
func civil(year, month, day string) time.Time {
	var v [3]int
	for i, text := range []string{year, month, day} {
		n, err := strconv.Atoi(text)
		if err != nil {
			return time.Time{}
		}
		v[i] = n
	}
	if len(year) == 2 {
		if v[0] += 1900; v[0] < 1969 {
			v[0] += 100
		}
	}
	t := time.Date(v[0], time.Month(v[1]), v[2], 0, 0, 0, 0, time.UTC)
	if t.Year() != v[0] || int(t.Month()) != v[1] || t.Day() != v[2] || v[0] < 1 {
		return time.Time{} // there is no 30th of February
	}
	return t
}

var clocks = []string{"15:04:05Z07:00", "15:04Z07:00", "15:04:05 Z07:00", "15:04:05", "15:04", "3:04:05 PM", "3:04 PM"}

// sinceMidnight is the time of day that a clock shows, in UTC where it says its zone.
func sinceMidnight(clock string) (time.Duration, bool) {
	if clock == "" {
		return 0, true
	}
	midnight := time.Date(0, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, layout := range clocks {
		if t, err := time.Parse(layout, clock); err == nil {
			return t.Sub(midnight), true
		}
	}
	return 0, false
}

// dates reads a column of dates as a number each: the days since the first, or the hours where there
// are times of day and not two days between the first and the last. It reports whether it is one: more than half of
// what is there are dates, in an order of day and month that is said or that alone fits all of them.
func (t *Table) dates(c *Column, rows [][]string, j, there int) bool {
	all := make([]moment, len(rows))
	found, byDay, byMonth, differ := 0, 0, 0, false
	for i, row := range rows {
		m, ok := momentOf(row[j])
		if !ok {
			continue
		}
		all[i] = m
		found++
		if !m.day.IsZero() {
			byDay++
		}
		if !m.month.IsZero() {
			byMonth++
		}
		differ = differ || !m.day.Equal(m.month)
	}
	order := t.options.Dates
	switch {
	case 2*found <= there:
		return false
	case order != "" || !differ:
	case byDay == found && byMonth < found:
		order = dayFirst
	case byMonth == found && byDay < found:
		order = monthFirst
	default:
		return false // the hint asks
	}
	at := make([]time.Time, len(rows))
	for i, m := range all {
		if at[i] = m.day; order == monthFirst {
			at[i] = m.month
		}
	}
	return c.since(at)
}

// since has the times that are not zero as numbers.
func (c *Column) since(at []time.Time) bool {
	there := slices.DeleteFunc(slices.Clone(at), time.Time.IsZero)
	if len(there) == 0 {
		return false
	}
	first := slices.MinFunc(there, time.Time.Compare)
	unit, name, written := 24*time.Hour, "days", first.Format(time.DateOnly)
	if days(first, slices.MaxFunc(there, time.Time.Compare)) < 2 && slices.ContainsFunc(there, hasClock) {
		unit, name, written = time.Hour, "hours", first.Format("2006-01-02 15:04")
	}
	c.Kind, c.Dates, c.Unit = Number, true, name+" since "+written
	c.from, c.per = first, unit
	c.Numbers = make([]float64, len(at))
	for i, t := range at {
		if c.Numbers[i] = math.NaN(); !t.IsZero() {
			c.Numbers[i] = days(first, t) * float64(24*time.Hour/unit)
		}
	}
	return true
}

func hasClock(t time.Time) bool { return t.Unix()%86400 != 0 }

// days are those from one time to another, of which a [time.Duration] holds 292 years.
func days(from, to time.Time) float64 {
	return float64(to.Unix()-from.Unix())/86400 + float64(to.Nanosecond()-from.Nanosecond())/86400e9
}
