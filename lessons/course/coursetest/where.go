package coursetest

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// located is the lesson with its prose in the file that it is in, for slips to name it whole: a test
// runs in the lesson's folder.
func located(l *course.Lesson) *course.Lesson { return l.Reread(inFolder(l.Slug+".md"), l.Prose) }

// inFolder is a file of the folder that the test runs in, as whoever stands at the top of the
// repository names it.
func inFolder(file string) string {
	dir, err := os.Getwd()
	if err != nil {
		return file
	}
	return "lessons/" + filepath.Base(dir) + "/" + file
}

// inCode is where one of the folder's files in Go says what of a lesson or a figure is declared
// there, "lessons/ridge/ridge.go:50"; the folder's own name where none does.
func inCode(says string) string {
	files, _ := filepath.Glob("*.go") // whose pattern is right
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil || strings.HasSuffix(file, "_test.go") {
			continue
		}
		if before, _, is := bytes.Cut(text, []byte(says)); is {
			return inFolder(fmt.Sprintf("%s:%d", file, 1+bytes.Count(before, []byte("\n"))))
		}
	}
	return strings.TrimSuffix(inFolder(""), "/")
}

// ofLesson is where the lesson is declared, and ofFigure where one of its figures is.
func ofLesson() string { return inCode("Lesson = &course.Lesson{") }
func ofFigure(f *course.Figure) string {
	return inCode(fmt.Sprintf("Name: %q", f.Name)) + ": " + f.Name
}

// lineOf is the line of the prose on which words are first; 1 where they are written in another way.
func lineOf(l *course.Lesson, words string) int {
	before, _, is := strings.Cut(l.Prose, words)
	if !is {
		return 1
	}
	return 1 + strings.Count(before, "\n")
}
