package curves

import (
	"context"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// Tried is a figure's result that has been put on trial.
type Tried interface{ OnTrial() *Trial }

// Rivals are other curves through points on a line, for a result that is [Tried].
func Rivals() []course.Rival {
	rival := func(name, tuned string, fit func(engine.Dataset) func(x float64) float64) course.Rival {
		return course.Rival{Name: name, Tuned: tuned,
			Error: func(_ context.Context, _ *course.Memo, p *course.Picture) (float64, error) {
				tried, ok := p.Result.(Tried)
				if !ok || tried.OnTrial() == nil {
					return math.NaN(), nil // nobody judges
				}
				t := tried.OnTrial()
				return t.Miss(fit(t.Fitted)), nil
			}}
	}
	return []course.Rival{
		rival("nearest neighbours", "their number by leaving one out of what is fitted", NearestNeighbours),
		rival("local line", "its width by leaving one out of what is fitted", LocalLine),
	}
}

// NearestNeighbours returns the mean response of the k points nearest to x; of points that are
// as near the first counts. k is the one from 1 to 30 with the least leave-one-out error.
func NearestNeighbours(d engine.Dataset) func(x float64) float64 {
	const most = 30
	r := rank(d)
	squares := make([]float64, max(1, min(most, d.Len()-1)))
	for i, y := range d.Y {
		sum := 0.0
		for k, other := range r.nearest(d.X[i][0], i, most) {
			sum += other
			miss := y - sum/float64(k+1)
			squares[k] += miss * miss
		}
	}
	best := 1 + slices.Index(squares, slices.Min(squares))
	return func(x float64) float64 { return floats.Sum(r.nearest(x, -1, best)) / float64(best) }
}

// ranked are points by their x, and of one x by their place in the data.
type ranked struct {
	x, y  []float64
	place []int
}

func rank(d engine.Dataset) *ranked {
	r := &ranked{x: d.Input(0), place: make([]int, d.Len())}
	floats.ArgsortStable(r.x, r.place)
	for _, i := range r.place {
		r.y = append(r.y, d.Y[i])
	}
	return r
}

// nearest are the responses of the points nearest to a place but one of the data, no more than
// most, the nearest first, of those as near the first of the data.
func (r *ranked) nearest(at float64, without, most int) []float64 {
	right, _ := slices.BinarySearch(r.x, at)
	last := right - 1         // of those of one x, on the left
	left := r.firstLike(last) // of them
	all := make([]float64, 0, most)
	for len(all) < most && (last >= 0 || right < len(r.x)) {
		next := right
		if last >= 0 && (right == len(r.x) || r.before(left, right, at)) {
			if next = left; left == last {
				last = r.firstLike(last) - 1
				left = r.firstLike(last)
			} else {
				left++
			}
		} else {
			right++
		}
		if r.place[next] != without {
			all = append(all, r.y[next])
		}
	}
	return all
}

// firstLike is the first of the points that have the x of one; -1 of none.
func (r *ranked) firstLike(i int) int {
	for i > 0 && r.x[i-1] == r.x[i] {
		i--
	}
	return i
}

// before says that point i counts before j at a place.
func (r *ranked) before(i, j int, at float64) bool {
	near, far := math.Abs(r.x[i]-at), math.Abs(r.x[j]-at)
	return near < far || near == far && r.place[i] < r.place[j]
}

// LocalLine returns at x the line through the points that misses them least if a point at a
// distance d counts exp(−d²/2h²). h is the one of sixteen, from a hundredth of the range of x to
// all of it, with the least leave-one-out error.
func LocalLine(d engine.Dataset) func(x float64) float64 {
	const widths = 16
	x := d.Input(0)
	low, high := slices.Min(x), slices.Max(x)
	if low == high {
		high = low + 1
	}
	D := engine.CrossDistances(engine.Euclidean, d.X, d.X)
	best, least := 0.0, math.Inf(1)
	for w := range widths {
		h := (high - low) * math.Pow(100, float64(w)/(widths-1)-1)
		squares := 0.0
		k := engine.Gaussian{Length: h}
		for i, at := range x {
			row := engine.CrossFromDistances(k, D.Slice(i, i+1, 0, len(x)).(*mat.Dense))
			miss := d.Y[i] - lineWithout(i, x, d.Y, row.RawRowView(0), h, at)
			if squares += miss * miss; squares > least {
				break
			}
		}
		if squares < least || best == 0 {
			best, least = h, squares
		}
	}
	return func(at float64) float64 { return localLine(x, d.Y, best, at, nearestTo(x, at, -1), -1) }
}

// lineWithout is the line at the place of point i, of all others, by their kernels with it.
func lineWithout(i int, x, y, k []float64, h, at float64) float64 {
	var s lineSums
	for j, w := range k[:i] {
		s.add(w, x[j]-at, y[j])
	}
	for j := i + 1; j < len(k); j++ {
		s.add(k[j], x[j]-at, y[j])
	}
	if s.w < 1e-100 { // so far off that weights are no more in proportion
		return localLine(x, y, h, at, nearestTo(x, at, i), i)
	}
	return s.line(h)
}

// nearestTo is the distance from one place to the nearest of all others but one.
func nearestTo(x []float64, at float64, without int) float64 {
	nearest := math.Inf(1)
	for i, other := range x {
		if i != without {
			nearest = min(nearest, math.Abs(other-at))
		}
	}
	return nearest
}

// negligible is the power of e, less its sign, that weighs less than a rounding of 1.
const negligible = 37

// localLine is that line at a place, of all points but one; the nearest of them is so far away.
func localLine(x, y []float64, h, at, nearest float64, without int) float64 {
	var s lineSums
	scale, off := 1/(2*h*h), nearest*nearest
	for i, xi := range x {
		away := xi - at
		beyond := (away*away - off) * scale
		if i == without || beyond > negligible {
			continue
		}
		s.add(math.Exp(-beyond), away, y[i]) // 1 of the nearest: no sum is 0
	}
	return s.line(h)
}

// lineSums are sums over weighted points, by how far they are from a place.
type lineSums struct{ w, x, y, xx, xy float64 }

func (s *lineSums) add(w, away, y float64) {
	v := w * away
	s.w, s.x, s.y, s.xx, s.xy = s.w+w, s.x+v, s.y+w*y, s.xx+v*away, s.xy+v*y
}

// line is the height at that place of the line that misses the points least; without any it is 0.
func (s *lineSums) line(h float64) float64 {
	if s.w == 0 {
		return 0
	}
	x, y, xx, xy := s.x/s.w, s.y/s.w, s.xx/s.w, s.xy/s.w
	if spread := xx - x*x; spread > 1e-9*h*h {
		return y - (xy-x*y)/spread*x
	}
	return y
}
