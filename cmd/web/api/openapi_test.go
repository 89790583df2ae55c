package api

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A document is what these tests read of the description.
type document struct {
	Paths map[string]map[string]struct {
		RequestBody content
		Responses   map[string]content
	}
	Components struct{ Schemas map[string]*jsonschema.Schema }
}

type content struct {
	Content map[string]struct{ Schema *jsonschema.Schema }
}

// described is the document, whose schemas name each other as those of one schema do.
func described(t *testing.T) document {
	t.Helper()
	text := string(describe("http://localhost:8080", "http://localhost:8080/api"))
	return decoded[document](t, strings.ReplaceAll(text, "#/components/schemas/", "#/$defs/"))
}

// fault says why a value does not keep to a schema.
func (d document) fault(s *jsonschema.Schema, v any) error {
	root := *s
	root.Defs = d.Components.Schemas
	return course.Must(root.Resolve(nil)).Validate(v)
}

// beside are bodies with what the examples have not.
var beside = map[string][]string{
	"gram": {`{"kernel": {"name": "gaussian", "bandwidth": "median"}, "x": [[0], [1], [3]]}`},
	"krr": {
		`{"kernel": {"name": "gaussian", "bandwidth": "median"}, "x": [[0], [1], [3]], "y": [1, 2, 0],
			"lambda": "loo", "x_new": [[2]], "deviation": true}`,
		`{"gram": [[1, 0.5], [0.5, 1]], "y": [[1, 2], [3, 4]], "lambda": 0.1, "gram_new": [[1, 1], [0, 1], [1, 0]],
			"gram_new_diagonal": [1, 2, 1], "deviation": true}`,
	},
	"kpca": {`{"kernel": {"name": "laplacian", "bandwidth": "median"}, "x": [[0], [1], [3]]}`,
		`{"gram": [[1, 0.5], [0.5, 1]], "gram_new": [[1, 1]], "gram_new_diagonal": [1]}`},
	"klr": {`{"kernel": {"name": "laplacian", "bandwidth": "median"}, "x": [[0], [3]], "y": [0, 1], "lambda": 1}`,
		`{"gram": [[1, 0.5], [0.5, 1]], "y": [1, 0], "lambda": 0.1, "gram_new": [[1, 1]]}`},
	"svm": {`{"kernel": {"name": "laplacian", "bandwidth": "median"}, "x": [[0], [3]], "y": [0, 1], "C": 1}`,
		`{"gram": [[1, 0.5], [0.5, 1]], "y": [1, 0], "C": 1, "gram_new": [[1, 1]]}`},
	"cluster": {`{"kernel": {"name": "laplacian", "bandwidth": "median"}, "x": [[0], [3]], "clusters": 1}`,
		`{"gram": [[1, 0.5], [0.5, 1]], "clusters": 2}`},
}

// Each method reads what its schema says and nothing else, and answers what that says.
func TestOpenAPIHoldsForTheHandlers(t *testing.T) {
	d := described(t)
	if len(d.Paths) != len(methods) {
		t.Errorf("%d paths for %d methods", len(d.Paths), len(methods))
	}
	for i := range methods {
		m := &methods[i]
		op := d.Paths["/api/v1/"+m.Name]["post"]
		body := op.RequestBody.Content["application/json"].Schema
		answer := op.Responses["200"].Content["application/json"].Schema
		example := decoded[map[string]any](t, m.Example)
		if err := d.fault(body, example); err != nil {
			t.Errorf("%s: the example breaks its schema: %v", m.Name, err)
		}
		seen := map[string]bool{}
		try := func(example map[string]any) *Problem {
			text := course.Must(json.Marshal(example))
			got, err := solve(t, m.Name, string(text))
			if err != nil {
				return of(err)
			}
			if err := d.fault(answer, got); err != nil {
				t.Errorf("the answer to %s breaks its schema: %v", text, err)
			}
			for name := range got {
				seen[name] = true
			}
			return nil
		}
		if p := try(example); p != nil {
			t.Errorf("%s: the example: %v", m.Name, p)
		}
		for _, more := range beside[m.Name] {
			changed := decoded[map[string]any](t, more)
			if err := d.fault(body, changed); err != nil {
				t.Errorf("%s breaks its schema: %v", more, err)
			}
			if p := try(changed); p != nil {
				t.Errorf("%s: %v", more, p)
			}
		}
		required := body.Required
		if body.AnyOf != nil {
			required = append(required, body.AnyOf[0].Required...)
		}
		for name, field := range body.Properties {
			changed := maps.Clone(example)
			delete(changed, name)
			p := try(changed)
			if required := slices.Contains(required, name); required != (p != nil) || p != nil && p.Field != name {
				t.Errorf("%s without %s, which is required: %v: %v", m.Name, name, required, p)
			}
			if field.Default != nil {
				changed[name] = field.Default
				if p := try(changed); p != nil {
					t.Errorf("%s with %s as by default: %v", m.Name, name, p)
				}
			} else if name == "x_new" || m.Name == "gram" && name == "y" {
				changed[name] = changed["x"]
				if p := try(changed); p != nil {
					t.Errorf("%s with %s: %v", m.Name, name, p)
				}
			}
			for _, option := range field.Enum {
				changed[name] = option
				if p := try(changed); p != nil {
					t.Errorf("%s with %s %s: %v", m.Name, name, option, p)
				}
			}
		}
		for name := range answer.Properties {
			if !seen[name] {
				t.Errorf("%s never answers %s", m.Name, name)
			}
		}
	}
}

// Every kernel of the schema is read, and every one that is read is in it.
func TestOpenAPIHasTheKernels(t *testing.T) {
	d := described(t)
	for _, k := range Kernels() {
		spec := map[string]any{"name": k.Name}
		for _, p := range k.Parameters {
			spec[p.Name] = 1.0
		}
		if err := d.fault(&jsonschema.Schema{Ref: "#/$defs/Kernel"}, spec); err != nil {
			t.Error(err)
		}
		body := map[string]any{"kernel": spec, "x": []any{[]any{1.0}}}
		if k.Strings {
			body["x"] = []any{"a"}
		}
		text := course.Must(json.Marshal(body))
		if _, err := solve(t, "gram", string(text)); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
	for _, name := range strings.Fields("linear polynomial gaussian laplacian exponential matern32 matern52 cosine " +
		"min sigmoid periodic rational-quadratic spectrum subsequence") {
		if !slices.ContainsFunc(Kernels(), func(k KernelForm) bool { return k.Name == name }) {
			t.Errorf("%s is no kernel", name)
		}
	}
}

func TestProblemsAreDescribed(t *testing.T) {
	d := described(t)
	for _, k := range Kinds() {
		for path, ops := range d.Paths {
			r := ops["post"].Responses[fmt.Sprint(k.Status)]
			if r.Content["application/problem+json"].Schema.Ref != "#/$defs/Problem" {
				t.Errorf("%s: status %d is not described", path, k.Status)
			}
		}
	}
}
