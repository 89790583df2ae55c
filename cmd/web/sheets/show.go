package sheets

import (
	"context"
	"html"
	"math"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/reference"
	"github.com/gramophone-course/gramophone/views"
)

// asked is an exercise without a word of what is right.
func (d Drawn) asked() views.SheetItem {
	item := views.SheetItem{Points: d.Item.Points, Gone: d.Exercise == nil}
	if item.Gone {
		item.Title = html.EscapeString(d.Item.Name())
		return item
	}
	e := d.Exercise
	item.Title, item.Ask = course.Inline(e.Title), d.rooted(e.Ask)
	item.Choices = course.Each(e.Choices, func(c course.Alternative) string { return d.rooted(c.Text) })
	item.Steps = course.Each(e.Order(), func(place int) string { return d.rooted(e.Steps[place].Text) })
	if e.Number != nil {
		item.Number, item.Unit = true, e.Number.Unit
	}
	return item
}

// rooted is HTML of the exercise with links from the course's root.
func (d Drawn) rooted(html string) string { return reference.Rooted(d.Lesson, html) }

// right is the answer in plain words, and its tolerance: a number, the letter of a choice, or the places of steps as
// they are shown.
func (d Drawn) right() (answer, tolerance string) {
	e := d.Exercise
	switch {
	case e.Number != nil:
		return course.FormatNumber(e.Number.Value), course.FormatNumber(e.Number.Tolerance)
	case e.Steps != nil:
		places := course.Each(e.Order(), func(place int) string { return strconv.Itoa(place + 1) })
		return strings.Join(places, ", "), ""
	}
	for i, c := range e.Choices {
		if c.Right {
			answer = views.ChoiceLetter(i)
		}
	}
	return answer, ""
}

// keyed is an exercise with its answer, and with what is nearly right.
func (d Drawn) keyed(changed bool) views.SheetKeyItem {
	item := views.SheetKeyItem{SheetItem: d.asked(), Changed: changed, Same: d.Same}
	if item.Gone {
		return item
	}
	e := d.Exercise
	answer, tolerance := d.right()
	item.Short, item.Answer, item.Solution = answer, answer, d.rooted(e.Solution)
	if n := e.Number; n != nil {
		item.Short = inUnit(marked(n.Value), n.Unit)
		item.Answer = html.EscapeString(item.Short + " ± " + inUnit(tolerance, n.Unit))
		for _, m := range n.Misses {
			item.Wrong = append(item.Wrong, views.SheetWrong{
				Given: html.EscapeString(inUnit(marked(m.Value), n.Unit)), Why: d.rooted(m.Why)})
		}
	}
	for i, c := range e.Choices {
		if c.Right {
			item.Answer += " · " + d.rooted(c.Text)
			continue
		}
		item.Wrong = append(item.Wrong, views.SheetWrong{Given: views.ChoiceLetter(i), Why: d.rooted(c.Why)})
	}
	return item
}

// notation is what stands for what on a sheet, where no lesson says it.
const notation = "Throughout, λ belongs to the mean loss: kernel ridge regression minimises " +
	"(1/n) Σ (y − f(x))² + λ‖f‖², so that (K + nλI)α = y; any other loss stands in the place of the square. " +
	"A Gaussian kernel of bandwidth ℓ is exp(−‖x − x′‖²/2ℓ²)."

// needsNotation is whether a question has a λ or an ℓ, in TeX or in MathML.
func needsNotation(ask string) bool {
	return strings.Contains(ask, `\lambda`) || strings.Contains(ask, `\ell`) || strings.ContainsAny(ask, "λℓ")
}

// marked is a number as somebody who marks a sheet wants it: three digits of what is not whole.
func marked(v float64) string {
	if v == math.Trunc(v) {
		return course.Count(v)
	}
	return course.Value(v)
}

// inUnit is a number as pages show it, in its unit.
func inUnit(number, unit string) string {
	return strings.TrimSpace(strings.ReplaceAll(number, "-", "−") + " " + unit)
}

// sheetPage is what students see of a variant of a plan.
func (d Drawer) sheetPage(ctx context.Context, p Plan, variant int) (page views.SheetPage, err error) {
	list, err := d.Variants(ctx, p, variant+1, false)
	if err != nil {
		return page, err
	}
	page = views.SheetPage{Title: p.Title, Points: p.points(), Room: p.Room, Notation: notation,
		Items: course.Each(list[variant], Drawn.asked)}
	if p.Variants > 1 {
		page.Variant = Letter(variant)
	}
	return page, nil
}

// keyPage is what a teacher sees of a sheet that is sealed.
func (s *Pages) keyPage(ctx context.Context, token string, p Plan, base string) (page views.SheetKeyPage, err error) {
	page, err = s.drawer.keyPage(ctx, p, func(variant string) string {
		if variant == "" {
			return base + "/sheets/" + token
		}
		return base + "/sheets/" + token + "?variant=" + variant
	})
	page.Lasting, page.Questions = s.keys.lasting, pool
	page.Moodle, page.QTI = s.keyAddress(token, moodleFile), s.keyAddress(token, qtiFile)
	page.Table = s.keyAddress(token, tableFile)
	return page, err
}

// keyPage has the answers of a plan; address is where students see the variant of a letter, the first for none.
func (d Drawer) keyPage(ctx context.Context, p Plan, address func(variant string) string) (page views.SheetKeyPage,
	err error) {
	changed, n, err := d.Changed(p)
	if err != nil {
		return page, err
	}
	list, err := d.Variants(ctx, p, p.Variants, false)
	if err != nil {
		return page, err
	}
	page = views.SheetKeyPage{Title: p.Title, Opens: p.opens(), Changed: n}
	for v, items := range list {
		variant := views.SheetKeyVariant{Letter: Letter(v), Address: address("")}
		if v > 0 {
			variant.Address = address(variant.Letter)
		}
		for i, d := range items {
			variant.Items = append(variant.Items, d.keyed(changed[i]))
		}
		page.Variants = append(page.Variants, variant)
	}
	return page, nil
}
