package lookup

import (
	"testing"

	"github.com/gramophone-course/gramophone/cmd/web/search"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

func BenchmarkSearch(b *testing.B) {
	all := course.Must(Entries(lessons.Contents))
	index := search.New(all)
	b.Run("entries", func(b *testing.B) {
		for b.Loop() {
			_, _ = Entries(lessons.Contents)
		}
	})
	b.Run("index", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			search.New(all)
		}
	})
	for _, query := range []string{"median heuristic", "representer theorm"} {
		b.Run(query, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				index.Find(query, maxHits)
			}
		})
	}
}
