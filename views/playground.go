package views

import "github.com/gramophone-course/gramophone/lessons/course"

// InPlayground is the ending of a figure's address that leads to the playground in its state.
const InPlayground = "playground"

// A PlaygroundPage is a method by itself.
type PlaygroundPage struct {
	Figure  Figure
	About   string         // Markdown
	Home    *course.Lesson // where it is explained; nil for nowhere
	Methods []Method
	Most    int // points that are made
}

// A Method is one that the page leads to.
type Method struct {
	Name, Short string
	Here        bool // the page is about it
}
