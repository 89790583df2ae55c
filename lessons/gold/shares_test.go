package gold

import (
	"testing"

	"gramophone/lessons/many"
	"gramophone/lessons/many/manytest"
)

// The prose's shares are those of the figure, over a thousand choices of the first twenty.
func TestWhatManySamplesSay(t *testing.T) {
	f, _ := Lesson.Figure("drill")
	manytest.Recounted(t, "shares.csv", many.Parse(shares), f.Study("rivals=all"))
}
