package api

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/gramophone-course/gramophone/lessons/course"
)

type object = map[string]any

// describe is the description of the methods, as OpenAPI 3.1; server is the address that
// their paths follow, and page that of the page for readers.
func describe(server, page string) []byte {
	paths := object{}
	for _, m := range methods {
		paths["/api/v1/"+m.Name] = object{"post": object{
			"operationId": m.Name, "summary": m.Summary, "description": m.About,
			"requestBody": object{"required": true, "content": object{"application/json": object{
				"schema": m.body(), "example": json.RawMessage(m.Example),
			}}},
			"responses": m.responses(),
		}}
	}
	doc := object{
		"openapi": "3.1.0",
		"info": object{
			"title": "Gramophone: the engine over HTTP", "version": "1",
			"description": "Kernel methods for programs: Gram matrices, regression, classification, components, " +
				"clusters. Numbers are float64 in full. λ belongs to the mean loss, unless convention says " +
				"otherwise.",
		},
		"externalDocs": object{"url": page},
		"servers":      []object{{"url": server}},
		"paths":        paths,
		"components": object{"schemas": object{
			"Kernel": kernelSchema(), "Points": pointsSchema(), "Problem": problemSchema(),
		}},
	}
	return append(course.Must(json.MarshalIndent(doc, "", "  ")), '\n') // maps, strings and finite numbers
}

// body is the schema of a method's body.
func (m *Method) body() object {
	properties, required := object{}, []string{}
	for _, f := range m.Fields {
		properties[f.Name] = f.schema()
		if f.Required {
			required = append(required, f.Name)
		}
	}
	schema := object{"type": "object", "additionalProperties": false, "properties": properties}
	if _, has := properties["gram"]; has {
		required = slices.DeleteFunc(required, func(name string) bool { return name == "kernel" || name == "x" })
		schema["anyOf"] = []object{{"required": []string{"kernel", "x"}}, {"required": []string{"gram"}}}
	}
	schema["required"] = required
	return schema
}

// schema is that of a field.
func (f Field) schema() object {
	s := schemaOf(f.kind)
	s["description"] = f.About
	switch f.kind {
	case thePoints:
		s["maxItems"] = int(f.most)
	case aList, aMatrix:
		s["maxItems"], s["minItems"] = int(f.most), 1
	case aCount:
		s["minimum"], s["maximum"] = int(f.least), int(f.most)
	case aNumber:
		if f.least > 0 {
			s["exclusiveMinimum"] = 0
		} else {
			s["minimum"] = 0
		}
	case aChoice:
		s["enum"] = f.options
	case someNames:
		s["items"] = object{"type": "string", "enum": f.options}
		s["minItems"], s["uniqueItems"] = 1, true
	}
	if f.Default != nil {
		s["default"] = f.Default
	}
	return s
}

// schemaOf is that of what a field or a result holds.
func schemaOf(k kind) object {
	numbers := object{"type": "array", "items": object{"type": "number"}}
	switch k {
	case aKernel:
		return object{"$ref": "#/components/schemas/Kernel"}
	case thePoints:
		return object{"$ref": "#/components/schemas/Points"}
	case aList:
		return numbers
	case lists:
		return object{"oneOf": []object{numbers, {"type": "array", "items": numbers}}}
	case orLeftOut:
		return object{"oneOf": []object{{"type": "number", "minimum": 0}, {"const": "loo"}}}
	case either:
		return object{"oneOf": []object{{"type": "number"}, numbers}}
	case theChosen:
		return object{"type": "object", "additionalProperties": false, "properties": object{
			"bandwidth": object{"type": "number"}, "lambda": object{"type": "number"},
			"loo_rmse": object{"type": "number"}}}
	case someInt:
		return object{"type": "array", "items": object{"type": "integer", "minimum": 0}}
	case aMatrix:
		return object{"type": "array", "items": numbers}
	case someNames:
		return object{"type": "array"}
	case aCount:
		return object{"type": "integer"}
	case aSwitch:
		return object{"type": "boolean"}
	case aChoice:
		return object{"type": "string"}
	}
	return object{"type": "number"}
}

// Types are the JSON types of what the field may hold.
func (f Field) Types() []string {
	switch f.kind {
	case aKernel:
		return []string{"object"}
	case thePoints, lists:
		return []string{"array"}
	case orLeftOut:
		return []string{"number", "string"}
	case either:
		return []string{"number", "array"}
	}
	return []string{schemaOf(f.kind)["type"].(string)}
}

// responses are the answers that a method gives.
func (m *Method) responses() object {
	properties := object{}
	for _, r := range m.Results {
		s := schemaOf(r.kind)
		s["description"] = r.About
		properties[r.Name] = s
	}
	answer := object{"type": "object", "additionalProperties": false, "minProperties": 1, "properties": properties}
	all := object{"200": object{"description": "The answer. Where text/event-stream is accepted, it comes as the " +
		"event result, after events progress with the part under way, the share of it that is done and the seconds " +
		"that are left of it; or the event problem comes instead.",
		"content": object{
			"application/json":  object{"schema": answer},
			"text/event-stream": object{"schema": object{"type": "string"}},
		}}}
	for _, k := range kinds {
		code := fmt.Sprint(k.Status)
		about := k.Title + ". " + k.About
		if before, has := all[code].(object); has {
			about = before["description"].(string) + " Or: " + about
		}
		r := object{"description": about, "content": object{"application/problem+json": object{
			"schema": object{"$ref": "#/components/schemas/Problem"},
		}}}
		if k.Code == "full" || code == "503" {
			r["headers"] = object{"Retry-After": object{"schema": object{"type": "integer"},
				"description": "Seconds after which to come back, where the server is full."}}
		}
		all[code] = r
	}
	return all
}

// kernelSchema is a kernel by each of its names, or as an expression.
func kernelSchema() object {
	one := []object{{"type": "object", "additionalProperties": false, "required": []string{"expr"},
		"properties": object{"expr": object{"type": "string", "minLength": 1, "maxLength": 1000}}}}
	for _, k := range Kernels() {
		properties := object{"name": object{"const": k.Name}}
		required := []string{"name"}
		for _, p := range k.Parameters {
			number := object{"type": "number", "description": p.Range}
			if properties[p.Name] = number; p.Name == "bandwidth" {
				properties[p.Name] = object{"oneOf": []object{number, {"const": "median"}}}
			}
			required = append(required, p.Name)
		}
		one = append(one, object{"type": "object", "additionalProperties": false, "required": required,
			"properties": properties})
	}
	return object{"oneOf": one}
}

func pointsSchema() object {
	return object{"description": "Rows of numbers, all as long, or strings.", "oneOf": []object{
		{"type": "array", "minItems": 1, "items": object{"type": "array", "minItems": 1,
			"items": object{"type": "number"}}},
		{"type": "array", "minItems": 1, "items": object{"type": "string", "maxLength": maxLetters}},
	}}
}

func problemSchema() object {
	text := object{"type": "string"}
	return object{"type": "object", "description": "A problem document (RFC 9457).",
		"required": []string{"type", "title", "status", "detail"},
		"properties": object{
			"type": object{"type": "string", "format": "uri-reference"}, "title": text, "detail": text,
			"status":   object{"type": "integer"},
			"field":    object{"type": "string", "description": "Where in the body, such as x[3][1]."},
			"expected": object{"type": "string", "description": "What should stand there."},
		}}
}
