package mcp

import (
	"fmt"
	"net/http"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/cmd/web/api"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// maxNumbers is how many a fit may answer with: what an assistant can read, and as many as the alpha,
// fitted values and residuals of the most points have. Programs have all of it from the API.
const maxNumbers = 10_000

// summaries say what the methods are, in a phrase.
func summaries() string {
	return strings.Join(course.Each(api.Methods(), func(m api.Method) string {
		return fmt.Sprintf("%s (%s)", m.Name, m.Summary)
	}), ", ")
}

// fitArguments are those of fit: the name of a method, and the body that the API takes for it.
func fitArguments() []argument {
	method := argument{name: "method", about: "The name of the method."}
	body := argument{name: "body", object: true, about: "What the method is given, as at /api/v1/{method}. "}
	var kernels []string
	for _, k := range api.Kernels() {
		text := k.Name
		for i, q := range k.Parameters {
			text += map[bool]string{true: " (", false: ", "}[i == 0] + q.Name
		}
		if len(k.Parameters) > 0 {
			text += ")"
		}
		kernels = append(kernels, text)
	}
	for _, m := range api.Methods() {
		method.options = append(method.options, m.Name)
		body.about += "For " + m.Name + ": "
		for i, f := range m.Fields {
			if i > 0 {
				body.about += ", "
			}
			if body.about += f.Name; !f.Required {
				body.about += " (optional)"
			}
		}
		body.about += "; such as " + m.Example + ". "
	}
	body.properties = fields()
	body.about += "Kernels by name, with their parameters: " + strings.Join(kernels, ", ") + "."
	return []argument{method, body}
}

// fields are the schemas of all fields that a body may have, each with what it is for whom.
func fields() map[string]any {
	all := map[string]any{}
	for _, m := range api.Methods() {
		for _, f := range m.Fields {
			s, has := all[f.Name].(map[string]any)
			if !has {
				types := f.Types()
				if s = map[string]any{"type": types, "description": ""}; len(types) == 1 {
					s["type"] = types[0]
				}
				if slices.Contains(types, "array") {
					s["items"] = map[string]any{}
				}
				all[f.Name] = s
			}
			if about := s["description"].(string); !strings.Contains(about, f.About) {
				s["description"] = strings.TrimSpace(about + " " + m.Name + ": " + f.About)
			}
		}
	}
	return all
}

// fit is a method's answer to a body.
func (p *Pages) fit(r *http.Request, given arguments) (object, text []byte, err error) {
	object, err = p.engine.Solve(r.Context(), given["method"], []byte(given["body"]), maxNumbers)
	return object, nil, err
}
