package api

import (
	"bytes"
	"context"
	"embed"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

//go:embed examples
var examples embed.FS

// A Program is one that asks the engine.
type Program struct{ Language, Name, Code string }

// written is where the examples' server is.
const written = "http://localhost:8080"

// Programs are one fit in four languages, which ask the server at an address.
func Programs(server string) []Program {
	list := []Program{{"curl", "krr.sh", ""}, {"Python", "krr.py", ""}, {"R", "krr.R", ""}, {"Go", "krr.go.txt", ""}}
	for i := range list {
		list[i].Code = asking(server, list[i].Name)
		list[i].Name = strings.TrimSuffix(list[i].Name, ".txt")
	}
	return list
}

// Progress is a program that asks how far its fit is.
func Progress(server string) Program {
	return Program{"Python", "progress.py", asking(server, "progress.py")}
}

// asking is an example, which is embedded, that asks the server at an address.
func asking(server, name string) string {
	return strings.ReplaceAll(string(course.Must(examples.ReadFile("examples/"+name))), written, server)
}

// Curl is a call of the method with its example.
func (m *Method) Curl(server string) string {
	return "curl -sS " + server + "/api/v1/" + m.Name + " -H 'Content-Type: application/json' -d '" + m.Example + "'"
}

// Answered is the answer to the method's example.
func (m *Method) Answered(ctx context.Context) (string, error) {
	q, p := m.read([]byte(m.Example))
	if p != nil {
		return "", p
	}
	answer, err := m.answer(ctx, q)
	if err != nil {
		return "", err
	}
	var b bytes.Buffer
	err = answer.write(&b)
	return b.String(), err
}
