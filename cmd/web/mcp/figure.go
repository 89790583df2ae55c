package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A shown is a figure in the state that a call is about.
type shown struct {
	lesson *course.Lesson
	figure *course.Figure
	form   *course.Form
	query  url.Values
}

// find is the figure of a call in its state.
func (p *Pages) find(given arguments) (s shown, err error) {
	all := p.withFigures()
	i := slices.IndexFunc(all, func(l *course.Lesson) bool { return l.Slug == given["lesson"] })
	if i < 0 {
		return s, p.noLesson(given["lesson"], all)
	}
	s.lesson = all[i]
	var ok bool
	if s.figure, ok = s.lesson.Figure(given["figure"]); !ok {
		names := course.Each(s.lesson.Figures, func(f course.Figure) string { return f.Name })
		return s, wrong(fmt.Sprintf("figure: %s has no %q; it has %s.", s.lesson.Slug,
			course.Printable(given["figure"]), strings.Join(names, ", ")))
	}
	if s.query, err = stateOf(given["state"]); err != nil {
		return s, err
	}
	s.form, _ = s.figure.At(s.query)
	return s, s.knows()
}

// maxState bounds what a state has, as the query of an address is bounded.
const maxState = 16 << 10

// stateOf reads a state, an object of values; "" for that in which the figure opens. Numbers stay as they
// are written.
func stateOf(text string) (url.Values, error) {
	query := url.Values{}
	if text == "" {
		return query, nil
	}
	if len(text) > maxState {
		return nil, wrong(fmt.Sprintf("state: it has %d bytes, and may have %d.", len(text), maxState))
	}
	var values map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &values) != nil {
		return nil, wrong("state: expected a JSON object of values by their names.")
	}
	for name, value := range values {
		switch value[0] {
		case 'n': // null: the default
		case 't':
			query.Set(name, "1")
		case 'f':
			query.Set(name, "0")
		case '{', '[':
			return nil, wrong("state: " + course.Printable(name) + ": expected a number, a string, true or false.")
		case '"':
			var s string
			if err := json.Unmarshal(value, &s); err != nil {
				return nil, wrong(fmt.Sprintf("state: %s: the string cannot be read.", course.Printable(name)))
			}
			query.Set(name, s)
		default:
			query.Set(name, string(value))
		}
	}
	return query, nil
}

// knows refuses names that no control has, which an address may have for those who read on, and tables of
// readers.
func (s shown) knows() error {
	var names []string
	for _, c := range s.form.Controls {
		names = append(names, c.Name)
		if c.Kind == course.Choice && own.IsRef(strings.TrimSpace(s.query.Get(c.Name))) {
			return wrong("state: " + c.Name + ": a table of a reader's own is not shown to assistants. Open the " +
				"figure's link in a browser, and choose the table there; or give the numbers to the tool fit.")
		}
	}
	for _, name := range slices.Sorted(maps.Keys(s.query)) {
		if !slices.Contains(names, name) {
			return wrong(fmt.Sprintf("state: there is no control %q here; there are %s.", course.Printable(name),
				strings.Join(names, ", ")))
		}
	}
	return nil
}

// path is that of the figure's page in its state, or with an ending of one of its forms.
func (s shown) path(ending string) string {
	return respond.Link(s.lesson.Address()+"/"+s.figure.Name+ending, s.form.Query(""))
}

// figure is what a figure says in a state.
func (p *Pages) figure(r *http.Request, given arguments) (object, text []byte, err error) {
	s, err := p.find(given)
	if err != nil {
		return nil, nil, err
	}
	numbers, err := p.figures.Numbers(r, s.lesson, s.figure, s.query)
	if err != nil {
		return nil, nil, err
	}
	base := respond.BaseURL(p.Sender, r)
	links, err := encoded(map[string]string{"title": plain(s.figure.Title), "link": base + s.path(""),
		"all_numbers": base + s.path(".json")})
	if err != nil {
		return nil, nil, err
	}
	numbers = bytes.TrimSpace(numbers)
	return slices.Concat(links[:len(links)-1], []byte(", "), numbers[1:]), nil, nil
}

// A control is what an assistant is told of one.
type control struct {
	Name    string   `json:"name"`
	Meaning string   `json:"meaning"`
	Kind    string   `json:"kind"`
	Default any      `json:"default"`
	Value   any      `json:"value"` // in the state asked for
	Unit    string   `json:"unit,omitempty"`
	Least   *float64 `json:"least,omitempty"`
	Most    *float64 `json:"most,omitempty"`
	Count   int      `json:"count,omitempty"` // of a sequence: how many there can be
	Choices []choice `json:"choices,omitempty"`
	Only    string   `json:"only,omitempty"`      // in which states it has an effect
	Without bool     `json:"no_effect,omitempty"` // in the state asked for
}

// A choice is a value of a control, with what it is called.
type choice struct {
	Value   string `json:"value"`
	Meaning string `json:"meaning"`
}

// kinds are how controls are chosen, in words.
var kinds = map[course.Kind]string{
	course.Real: "number", course.Whole: "whole number", course.Choice: "choice", course.Bool: "yes or no",
	course.Words: "text", course.Points: "points", course.Sequence: "sequence of whole numbers",
	course.Expression: "expression",
}

// described is a control as the course declares it.
func described(c *course.Control) control {
	d := control{Name: c.Name, Meaning: c.Label, Kind: kinds[c.Kind], Unit: strings.TrimSpace(c.Unit),
		Default: c.Default, Value: c.Value, Without: c.Off}
	if c.Kind == course.Real || c.Kind == course.Whole {
		d.Default, d.Value = number(c.Default), number(c.Value)
	}
	if c.Max > c.Min {
		least, most := c.Min, c.Max
		if c.Zero {
			least = 0
		}
		d.Least, d.Most = &least, &most
	}
	if c.Shows != "" {
		d.Meaning += ": to see " + c.Shows
	}
	if c.Kind == course.Points {
		each := "x,y"
		if c.Classed {
			each = "x1,x2,class, with the class 1 or -1"
		}
		d.Meaning += fmt.Sprintf(": at most %d, each %s, separated by semicolons", course.MaxPoints, each)
	}
	if c.Kind == course.Sequence {
		d.Meaning, d.Count = d.Meaning+", separated by commas, none twice", c.Most
	}
	d.Choices = course.Each(c.Options, func(o course.Option) choice { return choice{o.Value, o.Label} })
	if name, values := c.WhenChoice(); name != "" {
		d.Only = "with " + name + " " + strings.Join(strings.Fields(values), " or ")
	}
	return d
}

// number is the value of a number in its text.
func number(text string) any {
	if v, err := strconv.ParseFloat(text, 64); err == nil {
		return v
	}
	return text
}

// controls are those of a figure.
func (p *Pages) controls(r *http.Request, given arguments) (object, text []byte, err error) {
	s, err := p.find(given)
	if err != nil {
		return nil, nil, err
	}
	object, err = encoded(map[string]any{"lesson": s.lesson.Slug, "figure": s.figure.Name,
		"title": plain(s.figure.Title), "goal": plain(s.figure.Goal), "notes": append([]string{}, s.form.Notes...),
		"link":     respond.BaseURL(p.Sender, r) + s.path(""),
		"controls": course.Each(s.form.Controls, described)})
	return object, nil, err
}
