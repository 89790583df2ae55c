// Package formulas has the course's formulas as MathML, for package course, in which a new one
// would have all packages compiled anew. It is imported for what it does: by the course, and by
// what tests a lesson.
package formulas

import (
	_ "embed"

	"github.com/gramophone-course/gramophone/lessons/course"
)

//go:generate go run ../../../cmd/texml

//go:embed formulas.json
var file []byte

func init() { course.UseFormulas(file) }
