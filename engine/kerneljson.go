package engine

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A KernelJSON is a kernel as JSON has it, a name with its parameters or an
// expression:
//
//	{"name": "gaussian", "bandwidth": 0.5}
//	{"expr": "gaussian(0.5) + 0.1*linear()*polynomial(2, 1)"}
//
// Names and parameters are those of [ParseKernel] whose parameters are numbers, all of
// them given; rational-quadratic is written with a hyphen, and read without it and
// with an underscore too. What is made of kernels is an expression.
type KernelJSON struct{ Kernel Kernel }

// A KernelFieldError says which field of a kernel's JSON is wrong and what was
// expected there.
type KernelFieldError struct {
	Field   string // as "bandwidth"; "" for the value itself
	Message string // for a reader
	Err     error  // the *[KernelError] of an expression, or nil
}

// Error returns the message with the field.
func (e *KernelFieldError) Error() string {
	if e.Field == "" {
		return "engine: kernel: " + e.Message
	}
	return fmt.Sprintf("engine: kernel, field %.40q: %s", e.Field, e.Message)
}

// Unwrap returns Err.
func (e *KernelFieldError) Unwrap() error { return e.Err }

// jsonName returns the name of a form in JSON, which is that of a query.
func jsonName(name string) string {
	if name == "rationalquadratic" {
		return "rational-quadratic"
	}
	return name
}

// named reports whether all of the form's parameters are numbers.
func (f *form) named() bool {
	return !slices.ContainsFunc(f.parameters, func(p parameter) bool { return p.kind == aKernel })
}

// MarshalJSON returns the kernel with its name, and as an expression if it is made of
// kernels. It is an error if ParseKernel would not read it back, as one with a function
// in it, a kernel of one's own or an infinite parameter.
func (k KernelJSON) MarshalJSON() ([]byte, error) {
	s, ok := k.Kernel.(fmt.Stringer)
	if !ok {
		return nil, fmt.Errorf("engine: kernel of type %T has no expression", k.Kernel)
	}
	expr := s.String()
	back, err := ParseKernel(expr)
	if err != nil {
		return nil, fmt.Errorf("engine: kernel %.40q cannot be written: %w", expr, err)
	}
	if b, ok := back.(fmt.Stringer); !ok || b.String() != expr {
		return nil, fmt.Errorf("engine: kernel %.40q cannot be written", expr)
	}
	name, rest, _ := strings.Cut(expr, "(")
	f := formOf(name)
	values, closed := strings.CutSuffix(rest, ")")
	if f == nil || !f.named() || !closed || strings.Contains(values, "(") {
		return json.Marshal(map[string]string{"expr": expr})
	}
	var out bytes.Buffer
	fmt.Fprintf(&out, `{"name":%q`, jsonName(f.name))
	if len(f.parameters) > 0 {
		for i, v := range strings.Split(values, ", ") {
			number, err := parseNumber(v)
			if err != nil {
				return nil, err
			}
			digits, err := json.Marshal(number)
			if err != nil {
				return nil, err
			}
			fmt.Fprintf(&out, `,%q:%s`, f.parameters[i].name, digits)
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// UnmarshalJSON reads a kernel. The error is a *[KernelFieldError]: a field that is
// missing, unknown or out of range, or what [ParseKernel] says of an expression.
func (k *KernelJSON) UnmarshalJSON(data []byte) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(data, &fields); err != nil || fields == nil {
		return &KernelFieldError{Message: `expected an object such as {"name": "gaussian", "bandwidth": 0.5}`}
	}
	if raw, ok := fields["expr"]; ok {
		return k.readExpression(raw, fields)
	}
	raw, ok := fields["name"]
	if !ok {
		return &KernelFieldError{Field: "name", Message: `is missing; a kernel has a "name" with its parameters, or an "expr"`}
	}
	var name string
	if err := json.Unmarshal(raw, &name); err != nil {
		return &KernelFieldError{Field: "name", Message: "is no text"}
	}
	f := formOf(strings.ReplaceAll(name, "-", "_"))
	if f == nil || !f.named() || strings.Contains(name, "-") && name != jsonName(f.name) {
		return &KernelFieldError{Field: "name", Message: fmt.Sprintf("%.40q is not known; known are %s", name, strings.Join(jsonNames(), ", "))}
	}
	v := make([]value, len(f.parameters))
	for i, p := range f.parameters {
		raw, ok := fields[p.name]
		if !ok {
			return &KernelFieldError{Field: p.name, Message: fmt.Sprintf("is missing: %s takes %s", name, f.parameterNames())}
		}
		// A pointer, for null would leave a number as it is.
		var number *float64
		if err := json.Unmarshal(raw, &number); err != nil || number == nil {
			return &KernelFieldError{Field: p.name, Message: "is not a number"}
		}
		v[i] = value{number: *number}
		if complaint := p.complaint(v[i]); complaint != "" {
			return &KernelFieldError{Field: p.name, Message: "must be " + complaint}
		}
	}
	for field := range fields {
		if field != "name" && !slices.ContainsFunc(f.parameters, func(p parameter) bool { return p.name == field }) {
			return &KernelFieldError{Field: field, Message: fmt.Sprintf("is not known: %s takes %s", name, f.parameterNames())}
		}
	}
	k.Kernel = f.make(v)
	return nil
}

func (k *KernelJSON) readExpression(raw json.RawMessage, fields map[string]json.RawMessage) error {
	for field := range fields {
		if field != "expr" {
			return &KernelFieldError{Field: field, Message: `stands beside "expr", which says all there is to say`}
		}
	}
	var expr string
	if err := json.Unmarshal(raw, &expr); err != nil || bytes.Equal(raw, []byte("null")) {
		return &KernelFieldError{Field: "expr", Message: "is no text"}
	}
	kernel, err := ParseKernel(expr)
	if err != nil {
		message := err.Error()
		var where *KernelError
		if errors.As(err, &where) {
			message = fmt.Sprintf("character %d: %s", where.Pos, where.Message)
		}
		return &KernelFieldError{Field: "expr", Message: message, Err: err}
	}
	k.Kernel = kernel
	return nil
}

// parameterNames returns what the form takes, for a reader.
func (f *form) parameterNames() string {
	if len(f.parameters) == 0 {
		return "nothing else"
	}
	names := make([]string, len(f.parameters))
	for i, p := range f.parameters {
		names[i] = p.name
	}
	return strings.Join(names, ", ")
}

func jsonNames() []string {
	var names []string
	for i := range forms {
		if forms[i].named() {
			names = append(names, jsonName(forms[i].name))
		}
	}
	return names
}
