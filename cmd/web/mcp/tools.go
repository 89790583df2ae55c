package mcp

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// A tool is one that an assistant may call.
type tool struct {
	name, title, about string // about tells when to call it, and what it answers
	takes              []argument

	// answers returns an object in JSON, and what stands beside it as text; nil for the object.
	answers func(r *http.Request, given arguments) (object, text []byte, err error)
}

// An argument is one that a tool takes.
type argument struct {
	name, about string
	object      bool // or a string
	optional    bool
	options     []string       // of a string; nil for any
	properties  map[string]any // schemas of what an object has; nil for any
}

// arguments are those of a call by their names: strings as they are, objects in JSON.
type arguments map[string]string

// tools are all that there are.
func (p *Pages) tools() []tool {
	lesson := argument{name: "lesson", about: "The slug of the lesson, as in its address.",
		options: slugsOf(p.withFigures())}
	figure := argument{name: "figure", about: "The name of the figure, as in its address; read_lesson lists those of " +
		"a lesson."}
	state := argument{name: "state", object: true, optional: true, about: "Values of controls by their names, as the " +
		"tool controls lists them, such as {\"bandwidth\": 2, \"data\": \"mcycle\"}. What is left out has its " +
		"default."}
	return []tool{
		{name: "search", title: "Search the course", answers: p.search,
			about: "Finds places of the course by words: lessons, sections, figures, terms, exercises and errata, " +
				"best first, each with a link and an excerpt. Call it first, to learn where the course explains what " +
				"a question is about.",
			takes: []argument{{name: "query", about: "Words of the field, in English, such as: leave-one-out error."}}},
		{name: "read_lesson", title: "Read a lesson", answers: p.readLesson,
			about: "The text of a lesson in Markdown, with formulas in TeX, the numbers of its figures, and links " +
				"that open figures in the states it speaks of; and the list of its figures. Call it before you " +
				"explain what a lesson explains. Questions come without their answers: leave it to the reader to " +
				"find them.",
			takes: []argument{p.inCourse(lesson)}},
		{name: "controls", title: "Controls of a figure", answers: p.controls,
			about: "What can be set in a figure: for each control its name, kind, range or choices, default, unit " +
				"and meaning. Call it before the tool figure, whose state has these names. The lesson playground " +
				"has a figure for each method, with any kernel and any data.",
			takes: []argument{lesson, figure, state}},
		{name: "figure", title: "Numbers of a figure", answers: p.figure,
			about: "Computes a figure in a state: the values that it shows, with what they are, a sentence on what " +
				"is to be seen, notes on what was not taken as it was given, the certificate of the fit (what was " +
				"checked, and what rounding allows), and the link that opens it so. Call it for every number that " +
				"you say of a figure, and give its link.",
			takes: []argument{lesson, figure, state}},
		{name: "fit", title: "Fit data", answers: p.fit,
			about: "Computes a kernel method on data that are given: " + summaries() + ". Call it when somebody has " +
				"data of their own, or a result by hand or from another program to be checked. Answers are in full " +
				"precision; errors name the field and what should stand there.",
			takes: fitArguments()},
	}
}

// declared is the tool as assistants are told of it.
func (t tool) declared() *sdk.Tool {
	properties, required := map[string]any{}, []string{}
	for _, a := range t.takes {
		s := map[string]any{"type": "string", "description": a.about}
		if a.options != nil {
			s["enum"] = a.options
		}
		if a.object {
			s["type"] = "object"
		}
		if a.properties != nil {
			s["properties"] = a.properties
		}
		properties[a.name] = s
		if !a.optional {
			required = append(required, a.name)
		}
	}
	no := false
	return &sdk.Tool{Name: t.name, Title: t.title, Description: t.about,
		Annotations: &sdk.ToolAnnotations{ReadOnlyHint: true, IdempotentHint: true, DestructiveHint: &no,
			OpenWorldHint: &no},
		InputSchema: map[string]any{"type": "object", "properties": properties, "required": required,
			"additionalProperties": false},
		OutputSchema: map[string]any{"type": "object"}}
}

// wrong is what a call has wrong, in a sentence for who called.
type wrong string

func (w wrong) Error() string { return string(w) }

// read reads the arguments of a call.
func (t tool) read(raw json.RawMessage) (arguments, error) {
	var values map[string]json.RawMessage
	if len(raw) > 0 && json.Unmarshal(raw, &values) != nil {
		return nil, wrong("The arguments of " + t.name + " are a JSON object.")
	}
	names, given := []string{}, arguments{}
	for _, a := range t.takes {
		names = append(names, a.name)
		value, has := values[a.name]
		if has = has && string(value) != "null"; !has {
			if !a.optional {
				return nil, wrong(a.name + ": the argument is missing. " + a.about)
			}
			continue
		}
		if a.object {
			if given[a.name] = string(value); value[0] != '{' {
				return nil, wrong(a.name + ": expected a JSON object. " + a.about)
			}
			continue
		}
		var text string
		if json.Unmarshal(value, &text) != nil {
			return nil, wrong(a.name + ": expected a string. " + a.about)
		}
		given[a.name] = text
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		if !slices.Contains(names, name) {
			return nil, wrong(fmt.Sprintf("%q: %s has no such argument; it takes %s.", course.Printable(name), t.name,
				strings.Join(names, ", ")))
		}
	}
	return given, nil
}

// called answers calls of a tool.
func (p *Pages) called(t tool) sdk.ToolHandler {
	return func(ctx context.Context, call *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
		r := requestOf(ctx)
		given, err := t.read(call.Params.Arguments)
		var object, text []byte
		if err == nil {
			object, text, err = t.answers(r, given)
		}
		if err != nil {
			return p.failed(r, err), nil
		}
		if text == nil {
			text = object
		}
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: string(text)}},
			StructuredContent: json.RawMessage(object)}, nil
	}
}

// encoded is a value in JSON, with links as they are written.
func encoded(v any) ([]byte, error) {
	b, err := respond.JSON(v, "")
	return bytes.TrimSpace(b), err
}

// failed is the answer to a call that has none: a sentence, and for what the API would say of it the same
// document.
func (p *Pages) failed(r *http.Request, err error) *sdk.CallToolResult {
	var w wrong
	var missing *respond.Nothing
	result := &sdk.CallToolResult{IsError: true}
	switch {
	case errors.As(err, &w):
		err = w
	case errors.As(err, &missing):
		err = missing
	case r.Context().Err() != nil: // nobody is told
		err = r.Context().Err()
	default:
		problem := p.engine.Problem(r, err)
		result.StructuredContent = json.RawMessage(p.engine.Document(problem))
		err = problem
	}
	result.Content = []sdk.Content{&sdk.TextContent{Text: err.Error()}}
	return result
}
