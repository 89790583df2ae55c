package api

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A schema is what these tests know of JSON Schema; all of the document's schemas are such.
type schema struct {
	Ref                  string `json:"$ref"`
	Type                 string
	Const                any
	Enum, Required       []string
	OneOf, AnyOf         []schema
	Items                *schema
	Properties           map[string]schema
	AdditionalProperties *bool
	Minimum, Maximum     *float64
	ExclusiveMinimum     *float64
	MinItems, MaxItems   *int
	MinLength, MaxLength *int
	Default              any
	Description          string
	Format               string
}

type document struct {
	Openapi string
	Paths   map[string]map[string]struct {
		RequestBody struct {
			Content map[string]struct{ Schema schema }
		}
		Responses map[string]struct {
			Content map[string]struct{ Schema schema }
		}
	}
	Components struct{ Schemas map[string]schema }
}

func described(t *testing.T) (d document) {
	t.Helper()
	if err := json.Unmarshal(describe("http://localhost:8080", "http://localhost:8080/api"), &d); err != nil {
		t.Fatal(err)
	}
	return d
}

// fault says why a value does not keep to a schema.
func (d document) fault(s schema, v any, at string) string {
	if s.Ref != "" {
		return d.fault(d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")], v, at)
	}
	if s.OneOf != nil {
		ok := 0
		for _, one := range s.OneOf {
			if d.fault(one, v, at) == "" {
				ok++
			}
		}
		if ok != 1 {
			return fmt.Sprintf("%s: %d schemas of one take %v", at, ok, v)
		}
		return ""
	}
	if s.AnyOf != nil && !slices.ContainsFunc(s.AnyOf, func(one schema) bool {
		one.Type, one.Properties = s.Type, s.Properties
		return d.fault(one, v, at) == ""
	}) {
		return at + ": none of any"
	}
	if s.Const != nil && s.Const != v {
		return fmt.Sprintf("%s: %v is not %v", at, v, s.Const)
	}
	switch v := v.(type) {
	case map[string]any:
		if s.Type != "object" {
			return at + ": an object"
		}
		for _, name := range s.Required {
			if _, has := v[name]; !has {
				return at + "." + name + " is missing"
			}
		}
		for name, value := range v {
			inner, has := s.Properties[name]
			if !has {
				return at + "." + name + " is unknown"
			}
			if f := d.fault(inner, value, at+"."+name); f != "" {
				return f
			}
		}
	case []any:
		if s.Type != "array" {
			return at + ": an array"
		}
		for i, value := range v {
			if f := d.fault(*s.Items, value, fmt.Sprintf("%s[%d]", at, i)); f != "" {
				return f
			}
		}
	case float64:
		if s.Type != "number" && (s.Type != "integer" || v != math.Trunc(v)) ||
			s.Minimum != nil && v < *s.Minimum || s.ExclusiveMinimum != nil && v <= *s.ExclusiveMinimum {
			return fmt.Sprintf("%s: %v", at, v)
		}
	case string:
		if s.Type != "string" && s.Const == nil || s.Enum != nil && !slices.Contains(s.Enum, v) {
			return at + ": " + v
		}
	case bool:
		if s.Type != "boolean" {
			return fmt.Sprintf("%s: %v", at, v)
		}
	default:
		return fmt.Sprintf("%s: %v", at, v)
	}
	return ""
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
		var example map[string]any
		if err := json.Unmarshal([]byte(m.Example), &example); err != nil {
			t.Fatal(err)
		}
		if f := d.fault(body, example, m.Name); f != "" {
			t.Errorf("the example breaks its schema: %s", f)
		}
		seen := map[string]bool{}
		try := func(example map[string]any) *Problem {
			text := course.Must(json.Marshal(example))
			got, err := solve(t, m.Name, string(text))
			if err != nil {
				return of(err)
			}
			if f := d.fault(answer, any(got), m.Name); f != "" {
				t.Errorf("the answer to %s breaks its schema: %s", text, f)
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
			var changed map[string]any
			if err := json.Unmarshal([]byte(more), &changed); err != nil {
				t.Fatal(err)
			}
			if f := d.fault(body, changed, m.Name); f != "" {
				t.Errorf("%s breaks its schema: %s", more, f)
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
			changed := map[string]any{}
			for k, v := range example {
				changed[k] = v
			}
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
		if f := d.fault(d.Components.Schemas["Kernel"], spec, "kernel"); f != "" {
			t.Error(f)
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
		"min " +
		"sigmoid periodic rational-quadratic spectrum subsequence") {
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
			if r.Content["application/problem+json"].Schema.Ref != "#/components/schemas/Problem" {
				t.Errorf("%s: status %d is not described", path, k.Status)
			}
		}
	}
}
