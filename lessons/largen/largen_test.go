package largen

import (
	"context"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"runtime"
	"slices"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/lessons/timing/timingtest"
)

var (
	update = flag.Bool("update", false, "write long.csv anew")
	memory = flag.Bool("memory", false, "write memory.csv anew")
)

// passes keeps those over all readings, which several tests want, each a second.
var passes = course.NewMemo(1 << 27)

// The recorded errors are what the samples have; one is computed again.
func TestCountsAreComputed(t *testing.T) {
	coursetest.Rows(t, "counts.csv", "", samples, []int{1}, 1e-3, func(seed int) []float64 {
		return contest(t.Context(), passes, seed)
	})
}

// What is recorded since it takes long is what the figures have.
func TestLongFactsAreComputed(t *testing.T) {
	facts := course.Must(computeLong(passes))
	if *update {
		text := ""
		for _, name := range slices.Sorted(maps.Keys(facts)) {
			text += fmt.Sprintf("%s,%.6g\n", name, facts[name])
		}
		if err := os.WriteFile("long.csv", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if len(facts) != len(long()) {
		t.Errorf("%d facts are recorded, %d computed", len(long()), len(facts))
	}
	for name, v := range facts {
		if was := long()[name]; math.Abs(v-was) > 1e-4*math.Abs(v) {
			t.Errorf("%s: recorded %v, computed %v", name, was, v)
		}
	}
}

// The exact fit takes the memory that is recorded, two matrices; of the smaller sizes it is measured
// again, with -memory of all.
func TestMemoryIsMeasured(t *testing.T) {
	text := ""
	for _, n := range measured["exact"] {
		was := allocated()[n]
		if math.Abs(was/(16*float64(n)*float64(n))-1) > 0.08 {
			t.Errorf("%d points took %v bytes, which are not two matrices", n, was)
		}
		if !*memory && n > 500 {
			continue
		}
		d := readings(n, 1)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		if err := train(context.Background(), "exact", d); err != nil {
			t.Fatal(err)
		}
		runtime.ReadMemStats(&after)
		took := float64(after.TotalAlloc - before.TotalAlloc)
		text += fmt.Sprintf("%d,%.0f\n", n, course.Round(took, 3))
		if !*memory && (took < 0.95*was || took > 1.5*was) { // other tests may run beside
			t.Errorf("%d points took %v bytes, recorded are %v", n, took, was)
		}
	}
	if *memory {
		if err := os.WriteFile("memory.csv", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(shares), whistles)
}

var statements = []coursetest.Statement{
	{"CPSC 340", "how do we train on all of Gmail?", "one way to train on a whole mail service"},
	{"CPSC 340", "the kernel trick is for medium n", "calls $n$ “medium” where the kernel trick pays"},
	{"CPSC 340", "training O(n²d + n³)", "counts $O(n^2d + n^3)$ for training"},
	{"CPSC 340", "testing O(ndt)", "$O(ndt)$ for $t$ predictions from $d$ inputs"},
	{"lecture notes 5.4", "a Gram matrix is O(n²) whatever we do", "The Gram matrix has $n^2$ entries whatever we do"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

func TestTimesAreRecorded(t *testing.T) {
	timingtest.Recorded(t, "recorded.json", recording(), tasks(all))
}
