package sheets

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/views"
)

// read makes a plan of a form: "item" is the name of an exercise, repeated; "points" is that of all, or repeated for
// each; "points.ridge/order" is that of one. What is wrong comes in sentences. It has no seed yet.
func (d Drawer) read(form url.Values) (p Plan, wrong []string, err error) {
	p.Title = titleOf(form.Get("title"))
	if p.Title == "" {
		p.Title = "Exercises"
	}
	number := func(name string, otherwise int) int {
		typed := strings.TrimSpace(form.Get(name))
		if typed == "" {
			return otherwise
		}
		n, err := strconv.Atoi(typed)
		if err != nil {
			wrong = append(wrong, fmt.Sprintf("“%s” is no whole number of %s.", course.Printable(typed),
				countedAs[name]))
			return otherwise
		}
		return n
	}
	p.Variants, p.Room = number("variants", 1), number("room", 0)
	items := form["item"]
	if all := form["points"]; len(all) > 1 && len(all) != len(items) {
		wrong = append(wrong, fmt.Sprintf("There are %d points for %d exercises: give them once, or for each.",
			len(all), len(items)))
	}
	for i, name := range items {
		if i >= MaxItems { // which Check says
			p.Items = append(p.Items, Item{})
			continue
		}
		item, says, err := d.item(name)
		if err != nil {
			return p, nil, err
		}
		points, bad := pointsOf(form, i, name)
		item.Points = points
		for _, w := range []string{says, bad} {
			if w != "" {
				wrong = append(wrong, w)
			}
		}
		p.Items = append(p.Items, item)
	}
	opens, bad := openingOf(form.Get("opens"))
	if p.Opens = opens; bad != "" {
		wrong = append(wrong, bad)
	}
	return p, append(wrong, p.Check()...), nil
}

// countedAs is what a number of the form counts.
var countedAs = map[string]string{"variants": "variants", "room": "lines"}

// openingForm is how a form has a date and a time, which are those of UTC.
const openingForm = "2006-01-02T15:04"

// openingOf is when a sheet opens, in seconds since 1970, 0 for at once; and what is wrong with what was typed.
func openingOf(typed string) (opens int64, wrong string) {
	if typed = strings.TrimSpace(typed); typed == "" {
		return 0, ""
	}
	t, err := time.Parse(openingForm, typed)
	if err != nil {
		return 0, fmt.Sprintf("“%s” is no date and time as in 2030-01-31T14:00.", course.Printable(typed))
	}
	return t.Unix(), ""
}

// pointsOf are the points of the ith item, and what is wrong with them.
func pointsOf(form url.Values, i int, name string) (v float64, wrong string) {
	typed := strings.TrimSpace(form.Get("points." + name))
	switch all := form["points"]; {
	case typed != "":
	case len(all) == 1:
		typed = strings.TrimSpace(all[0])
	case i < len(all):
		typed = strings.TrimSpace(all[i])
	}
	if typed == "" {
		return 0, ""
	}
	v, ok := course.ParseNumber(typed)
	if !ok {
		return 0, fmt.Sprintf("“%s” is no number of points.", course.Printable(typed))
	}
	return v, ""
}

// item is the exercise of a name as it is now, or why it cannot be on a sheet.
func (d Drawer) item(name string) (item Item, wrong string, err error) {
	lesson, exercise, _ := strings.Cut(name, "/")
	item = Item{Lesson: lesson, Exercise: exercise}
	l, e, ok, err := d.found(item)
	switch {
	case err != nil:
		return item, "", err
	case e != nil && e.Goal != nil:
		return item, fmt.Sprintf("“%s” has a goal in a figure, which paper cannot ask.", e.Name()), nil
	case !ok:
		return item, fmt.Sprintf("There is no exercise “%s”.", course.Printable(name)), nil
	}
	item.Revision, err = l.Revision(exercise)
	return item, "", err
}

// formPage is the form as it was filled in.
func (d Drawer) formPage(form url.Values, wrong []string) (page views.SheetsPage, err error) {
	page = views.SheetsPage{Title: form.Get("title"), Points: form.Get("points"), Variants: form.Get("variants"),
		Room: form.Get("room"), Opens: form.Get("opens"), Wrong: wrong,
		Most: views.SheetBounds{Items: MaxItems, Variants: MaxVariants, Room: MaxRoom, Title: MaxTitle,
			Points: MaxPoints}}
	if len(form["points"]) > 1 {
		page.Points = ""
	}
	for _, l := range d.Course.Open() {
		text, err := l.Text()
		if err != nil {
			return page, err
		}
		of := views.SheetsLesson{Lesson: l}
		for _, b := range text.Blocks {
			e := b.Exercise
			if e == nil || e.Predict {
				continue
			}
			if e.Goal != nil {
				page.Goals++
				continue
			}
			row := views.SheetsRow{Item: l.Slug + "/" + e.ID, Exercise: e, Draws: drawsOf(l, e)}
			at := slices.Index(form["item"], row.Item)
			row.Ticked, row.Points = at >= 0, form.Get("points."+row.Item)
			if all := form["points"]; row.Ticked && len(all) > 1 && at < len(all) {
				row.Points = all[at]
			}
			of.Rows = append(of.Rows, row)
		}
		if of.Rows != nil {
			page.Lessons = append(page.Lessons, of)
		}
	}
	return page, nil
}

// drawsOf says what of an exercise is another in each variant.
func drawsOf(l *course.Lesson, e *course.Exercise) string {
	switch {
	case l.Fresh[e.ID] != nil:
		return "other numbers in each variant"
	case l.Draws(e):
		return "another order in each variant"
	}
	return "the same in each variant"
}
