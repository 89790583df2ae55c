package distances

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"gonum.org/v1/gonum/stat"

	"gramophone/engine"
	"gramophone/lessons/course/coursetest"
)

const num = coursetest.Num

type told = *coursetest.Told

// nothing is what is said where there are no distances.
var nothing = coursetest.Clause{Says: `(\d+) points?, and no distances\.`, Holds: func(s told, m []string) bool {
	return s.Message != "" && m[0] == strconv.Itoa(len(s.Column("data", "x1"))) && s.Rows("distances") == nil
}}

// kinds are the classes of the data, as whole numbers.
func kinds(s told) []int { return ints(s.Column("data", "class")) }

func ints(v []float64) []int {
	w := make([]int, len(v))
	for i, x := range v {
		w[i] = int(x)
	}
	return w
}

// home counts what is in a cluster of its class, cluster by cluster.
func home(labels, classes []int) (sum int) {
	for c := range slices.Max(append(labels, 0)) + 1 {
		count := map[int]int{}
		most := 0
		for i, l := range labels {
			if l == c {
				count[classes[i]]++
				most = max(most, count[classes[i]])
			}
		}
		sum += most
	}
	return sum
}

// squared holds D against K.
func squared(s told) bool {
	K, D := s.Rows("gram"), s.Rows("distances")
	for i := range D {
		for j := range D {
			if math.Abs(D[i][j]*D[i][j]-(K[i][i]-2*K[i][j]+K[j][j])) > 1e-9*math.Max(1, math.Max(math.Abs(K[i][i]), math.Abs(K[j][j]))) {
				return false
			}
		}
	}
	return true
}

// datum matches the beginning of what is said of a datum.
const datum = `Point (\d+) is of ([^.,;]+?)(?:, at \S+(?: length)? = [^;]+? and \S+(?: width)? = [^;]+?)?`

// largest is the greatest distance.
func largest(s told) (most float64) {
	for _, row := range s.Rows("distances") {
		most = max(most, slices.Max(row))
	}
	return most
}

func pointed(s told, number string) bool { return number == s.Choice("at") }

func TestTreeTells(t *testing.T) {
	between := func(s told, a, b []int) float64 {
		D := s.Rows("distances")
		var all []float64
		for _, i := range a {
			for _, j := range b {
				all = append(all, D[i][j])
			}
		}
		switch s.Choice("linkage") {
		case "single":
			return slices.Min(all)
		case "complete":
			return slices.Max(all)
		}
		return stat.Mean(all, nil)
	}
	coursetest.Tells(t, Lesson, "tree", 3,
		[]string{"at=3", "data=points&points=0,0,1;1,0,1;0,1,-1;1,1,-1;9,9,1&clusters=3&at=1",
			"data=points&points=0,0,1;1,0,1;0,1,-1;1,1,-1&clusters=4&linkage=single",
			"data=points&points=0,0,1;1,0,1;0,1,-1;1,1,-1&clusters=3&linkage=average", "data=rings&at=5",
			"data=points&points=0,0,1;0,0,-1;1,1,1&at=2", "data=points&points=1,2,1&at=1"},
		nothing,
		coursetest.Clause{Says: `By (\w+) linkage, cut (?:at ` + num +
			`|below the first merge|above the last merge): (\d+) clusters?, the largest of (\d+) points?; (\d+) of ` +
			`(\d+) (?:is|are) in a cluster of their class\.`, Holds: func(s told, m []string) bool {
			labels := ints(s.Column("clusters", "label"))
			members := map[int][]int{}
			largest := 0
			for i, l := range labels {
				members[l] = append(members[l], i)
				largest = max(largest, len(members[l]))
			}
			cut := s.Find("cut")
			for a := range members {
				for b := range members {
					// None of two clusters is to be merged below the cut.
					if a < b && between(s, members[a], members[b]) < cut-1e-6*math.Max(1, cut) {
						return false
					}
				}
			}
			h := s.Column("merges", "height")
			if m[1] == "" && !(cut < 0 && len(members) == len(labels) && h[0] == 0 || cut == 0 && len(members) == 1 &&
				h[len(h)-1] == 0) {
				return false
			}
			return squared(s) && m[0] == s.Choice("linkage") && (m[1] == "" || s.Shown(m[1], "cut")) &&
				coursetest.Whole(m[2]) == len(members) && coursetest.Whole(m[2]) <= int(s.Param("clusters")) &&
				coursetest.Whole(m[3]) == largest && coursetest.Whole(m[4]) == home(labels, kinds(s)) && coursetest.Whole(m[5]) == len(labels)
		}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `Asked for were (\d+), but (\d+) merges are at one height: with them there ` +
			`(?:is|are) (\d+) clusters?, without them (\d+)\.`, Holds: func(s told, m []string) bool {
			// So many merges lie next to each other in height, and the cut asked for is among them.
			h := s.Column("merges", "height")
			asked, with, without := coursetest.Whole(m[0]), coursetest.Whole(m[2]), coursetest.Whole(m[3])
			tie := h[len(h)+1-without : len(h)+1-with]
			return asked == int(math.Min(s.Param("clusters"), float64(len(h)+1))) && with < asked && asked < without &&
				with == int(s.Find("clusters")) && coursetest.Whole(m[1]) == len(tie) &&
				tie[len(tie)-1]-tie[0] <= float64(len(tie))*engine.Agreement*h[len(h)-1]
		}, When: func(s told) bool {
			return s.Message == "" && s.Find("clusters") != math.Min(s.Param("clusters"), float64(len(kinds(s))))
		}},
		coursetest.Clause{Says: `The last two merge at ` + num + `\.`, Holds: func(s told, m []string) bool {
			h := s.Column("merges", "height")
			return slices.IsSorted(h) && coursetest.Is(m[0], h[len(h)-1], 0) && s.Shown(m[0], "last_merge")
		}, When: func(s told) bool { return s.Message == "" && len(kinds(s)) > 1 }},
		coursetest.Clause{Says: datum + `\. Nearest, with the distance: (.+?)(?:, and (\d+) more as near as the last)?\.$`,
			Holds: func(s told, m []string) bool {
				at := int(s.Param("at")) - 1
				row := slices.Clone(s.Rows("distances")[at])
				said := strings.Split(m[2], "; ")
				least := slices.Delete(slices.Clone(row), at, at+1)
				slices.Sort(least)
				for i, one := range said {
					number, rest, _ := strings.Cut(one, " (")
					_, d, _ := strings.Cut(strings.TrimSuffix(rest, ")"), ", ")
					if row[coursetest.Whole(number)-1] != least[i] || !coursetest.Is(d, least[i], 0) || coursetest.Whole(number) == at+1 {
						return false
					}
				}
				more := 0 // as near as the last that is named, beyond those named
				for _, d := range least[len(said):] {
					if d-least[len(said)-1] <= engine.Agreement*largest(s) {
						more++
					}
				}
				return pointed(s, m[0]) && len(said) == min(3, len(row)-1) && (m[3] == "" && more == 0 ||
					coursetest.Whole(m[3]) == more && more > 0)
			}},
		coursetest.Clause{Says: datum + `\.$`, Holds: func(s told, m []string) bool { return pointed(s, m[0]) && len(kinds(s)) == 1 }},
	)
}

func TestKNNTells(t *testing.T) {
	// vote asks the k nearest others of a point by sorting all of them.
	vote := func(s told, i int) (called, own int) {
		D, classes := s.Rows("distances"), kinds(s)
		var order []int
		for j := range D {
			if j != i {
				order = append(order, j)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int {
			if D[i][a] < D[i][b] {
				return -1
			} else if D[i][a] > D[i][b] {
				return 1
			}
			return 0
		})
		order = order[:min(int(s.Param("neighbours")), len(order))]
		votes, most := map[int]int{}, 0
		for _, j := range order {
			votes[classes[j]]++
			most = max(most, votes[classes[j]])
		}
		for _, j := range order {
			if votes[classes[j]] == most {
				return classes[j], votes[classes[i]]
			}
		}
		return -1, 0
	}
	alone := func(s told) bool { return len(kinds(s)) == 1 }
	coursetest.Tells(t, Lesson, "knn", 2, []string{"at=3", "neighbours=1&at=3", "data=moons&at=7&neighbours=4",
		"data=points&points=1,2,1&at=1", "data=points&points=0,0,1;1,0,-1&at=1", "kernel=sigmoid&slope=0.1"},
		nothing,
		coursetest.Clause{Says: `One point, and no neighbour to ask\.`, When: func(s told) bool { return s.Message == "" && alone(s) }},
		coursetest.Clause{Says: `Left out one by one, (\d+) of (\d+) points (?:is|are) outvoted by their (?:(\d+) nearest points|nearest point); with all called alike, (\d+) would be wrong\.`, Holds: func(s told, m []string) bool {
			classes := kinds(s)
			wrong, count, most := 0, map[int]int{}, 0
			for i, c := range classes {
				if called, _ := vote(s, i); called != c {
					wrong++
				}
				count[c]++
				most = max(most, count[c])
			}
			k := min(int(s.Param("neighbours")), len(classes)-1)
			return squared(s) && (m[2] == "" && k == 1 || m[2] == strconv.Itoa(k)) && coursetest.Whole(m[0]) == wrong && coursetest.Whole(m[1]) == len(classes) && coursetest.Whole(m[3]) == len(classes)-most
		}, When: func(s told) bool { return s.Message == "" && !alone(s) }},
		coursetest.Clause{Says: `For (\d+) of them the last that votes is no nearer than the next: of equals the ` +
			`first in the list votes\.`, Holds: func(s told, m []string) bool {
			D, tied := s.Rows("distances"), 0
			k := int(s.Param("neighbours"))
			for i := range D {
				row := slices.Delete(slices.Clone(D[i]), i, i+1)
				slices.Sort(row)
				if k < len(row) && row[k]-row[k-1] <= engine.Agreement*largest(s) {
					tied++
				}
			}
			return tied > 0 && coursetest.Whole(m[0]) == tied
		}, When: func(s told) bool { return s.Message == "" && s.Find("tied") > 0 }},
		coursetest.Clause{Says: `A new point takes (\d+) numbers\.`, Holds: func(s told, m []string) bool {
			n := len(kinds(s))
			return coursetest.Whole(m[0]) == 1+n+n && s.Find("entries") == float64(1+2*n)
		}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: datum + `; its nearest point is number (\d+): it is called (.+)\.`,
			Holds: func(s told, m []string) bool {
				at := int(s.Param("at")) - 1
				row, classes := s.Rows("distances")[at], kinds(s)
				others := slices.Delete(slices.Clone(row), at, at+1)
				next := coursetest.Whole(m[2]) - 1
				return pointed(s, m[0]) && s.Param("neighbours") == 1 || len(row) == 2 && next != at &&
					row[next] == slices.Min(others) && (m[1] == m[3]) == (classes[next] == classes[at])
			}},
		coursetest.Clause{Says: datum + `; (\d+) of its \d+ nearest points (?:is|are) of its class: it is called (.+)\.`,
			Holds: func(s told, m []string) bool {
				called, own := vote(s, int(s.Param("at"))-1)
				right := called == kinds(s)[int(s.Param("at"))-1]
				return pointed(s, m[0]) && coursetest.Whole(m[2]) == own && (m[1] == m[3]) == right
			}},
		coursetest.Clause{Says: datum + `\.$`, Holds: func(s told, m []string) bool { return pointed(s, m[0]) && alone(s) }},
	)
}

func TestKMeansTells(t *testing.T) {
	// objective adds up the squared distances from the means, and square is one of them.
	square := func(K [][]float64, labels []int, i, c int) float64 {
		size, row, block := 0.0, 0.0, 0.0
		for j, a := range labels {
			if a != c {
				continue
			}
			size++
			row += K[i][j]
			for l, b := range labels {
				if b == c {
					block += K[j][l]
				}
			}
		}
		if size == 0 {
			return math.Inf(1)
		}
		return K[i][i] - 2*row/size + block/size/size
	}
	objective := func(K [][]float64, labels []int) (sum float64) {
		for i, c := range labels {
			sum += square(K, labels, i, c)
		}
		return sum
	}
	size := func(s told) (v float64) {
		for i, row := range s.Rows("gram") {
			v += math.Abs(row[i])
		}
		return v
	}
	labels := func(s told) []int { return ints(s.Column("clusters", "label")) }
	coursetest.Tells(t, Lesson, "kmeans", 2, []string{"iteration=0", "bandwidth=0.4&iteration=1", "data=points&points=1,2,1"},
		nothing,
		coursetest.Clause{Says: `Start (\d+), (?:step (\d+) of (\d+)|which is where it ends): (\d+) clusters?, of sizes? ([\d, and]+), J = ` + num + `\.`, Holds: func(s told, m []string) bool {
			count := make([]int, coursetest.Whole(m[3]))
			for _, l := range labels(s) {
				count[l]++
			}
			last := len(s.Column("path", "objective")) - 1
			path := s.Column("path", "objective")
			falls := true
			for i := range last {
				falls = falls && path[i+1] < path[i]
			}
			stands := last == 0 && m[1] == "" // there is no step to count
			if last > 0 {
				stands = coursetest.Whole(m[1]) == min(int(s.Param("iteration")), last) && coursetest.Whole(m[2]) == last
			}
			return falls && stands && m[0] == s.Choice("start") && last == int(s.Find("steps")) &&
				m[4] == list(count) && coursetest.Is(m[5], math.Max(objective(s.Rows("gram"), labels(s)), 0), 1e-9*size(s))
		}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `(\d+) points? (?:has|have) moved\.`, Holds: func(s told, m []string) bool {
			moved := 0
			before := ints(s.Column("clusters", "before"))
			for i, l := range labels(s) {
				if l != before[i] {
					moved++
				}
			}
			return coursetest.Whole(m[0]) == moved && moved > 0
		}, When: func(s told) bool { return s.Message == "" && s.Param("iteration") > 0 && s.Find("steps") > 0 }},
		coursetest.Clause{Says: `The least J of 20 starts is ` + num + `, where (\d+) ends?`, Holds: func(s told, m []string) bool {
			all := s.Column("starts", "objective")
			there := 0
			for _, v := range all {
				if v-slices.Min(all) <= engine.Agreement*size(s) {
					there++
				}
			}
			return len(all) == 20 && coursetest.Is(m[0], slices.Min(all), 0) && coursetest.Whole(m[1]) == there
		}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `: that of the classes\.`, Holds: func(s told, _ []string) bool {
			return math.Abs(s.Find("classes")-s.Find("least")) <= 1e-9*size(s) && math.Abs(objective(s.Rows("gram"), kinds(s))-s.Find("classes")) <= 1e-8*size(s)
		}},
		coursetest.Clause{Says: `; the classes have (more|less), ` + num + `\.`, Holds: func(s told, m []string) bool {
			own := objective(s.Rows("gram"), kinds(s))
			return coursetest.Is(m[1], own, 1e-9*size(s)) && (m[0] == "more") == (own > s.Find("least"))
		}},
		coursetest.Clause{Says: `\.`, Holds: func(s told, _ []string) bool { return math.IsNaN(s.Find("classes")) }},
	)
}

func TestDensityTells(t *testing.T) {
	within := func(s told, i int) (n int) {
		for j, d := range s.Rows("distances")[i] {
			if i == j || d <= s.Param("radius") {
				n++
			}
		}
		return n
	}
	coursetest.Tells(t, Lesson, "density", 2, []string{"at=3", "radius=0.3&at=9", "radius=0.2&at=5", "radius=0.35&at=11&least=9", "data=points&points=1,2,1&at=1", "radius=0.25&least=7&at=2", "kernel=sigmoid&slope=1"},
		nothing,
		coursetest.Clause{Says: `Within r = ` + num + `: (\d+) clusters?\. Of (\d+) points? (\d+) (?:is|are) core, (\d+) (?:is|are) in no cluster, and (\d+) (?:is|are) in a cluster of their class\.`, Holds: func(s told, m []string) bool {
			D, labels := s.Rows("distances"), ints(s.Column("clusters", "label"))
			core, outside, clusters := 0, 0, map[int]bool{}
			isCore := make([]bool, len(D))
			for i := range D {
				if isCore[i] = within(s, i) >= int(s.Param("least")); isCore[i] {
					core++
				}
			}
			for i := range D {
				reached := false
				for j := range D {
					if near := i == j || D[i][j] <= s.Param("radius"); near && isCore[j] {
						reached = true
						if isCore[i] && labels[i] != labels[j] {
							return false // two core points in reach are in one cluster
						}
					}
				}
				if labels[i] == noise {
					outside++
				} else {
					clusters[labels[i]] = true
				}
				if reached != (labels[i] != noise) {
					return false
				}
			}
			return squared(s) && s.Control("radius") != nil && coursetest.Is(m[0], s.Param("radius"), 0) && coursetest.Whole(m[1]) == len(clusters) && coursetest.Whole(m[2]) == len(D) &&
				coursetest.Whole(m[3]) == core && coursetest.Whole(m[4]) == outside && coursetest.Whole(m[5]) == home(labels, kinds(s))
		}, When: func(s told) bool { return s.Message == "" }},
		coursetest.Clause{Says: `No two points of a Gaussian kernel are farther apart than √2: all are within r\.`, Holds: func(s told, _ []string) bool {
			for i, row := range s.Rows("distances") {
				if within(s, i) < len(row) {
					return false
				}
			}
			return true
		}, When: func(s told) bool {
			return s.Message == "" && s.Choice("kernel") == "gaussian" && s.Param("radius") >= math.Sqrt2
		}},
		coursetest.Clause{Says: `In the plane r is the distance ` + num + `\.`, Holds: func(s told, m []string) bool {
			r := s.Find("radius_in_plane")
			ell := s.Param("bandwidth")
			return s.Shown(m[0], "radius_in_plane") && math.Abs(2-2*math.Exp(-r*r/2/ell/ell)-s.Param("radius")*s.Param("radius")) < 1e-9
		}, When: func(s told) bool {
			return s.Message == "" && s.Choice("kernel") == "gaussian" && s.Param("radius") < math.Sqrt2
		}},
		coursetest.Clause{Says: datum + `; within r lies? (\d+) points?, itself among them: it is (.+)\.`, Holds: func(s told, m []string) bool {
			at := int(s.Param("at")) - 1
			what := "on the border of a cluster"
			switch {
			case within(s, at) >= int(s.Param("least")):
				what = "a core point"
			case s.Column("clusters", "label")[at] == noise:
				what = "in no cluster"
			}
			return pointed(s, m[0]) && coursetest.Whole(m[2]) == within(s, at) && m[3] == what
		}},
	)
}

// placed is the place of a point whose distance is one of d, the largest first, and what is
// said of others that have it too.
func placed(d []float64, i int) (place int, with string) {
	place = 1
	like := 0
	for j := range d {
		switch {
		case j == i:
		case math.Abs(d[j]-d[i]) <= engine.Agreement*slices.Max(d):
			like++
		case d[j] > d[i]:
			place++
		}
	}
	switch like {
	case 0:
		return place, ""
	case 1:
		return place, ", with 1 other"
	}
	return place, ", with " + strconv.Itoa(like) + " others"
}

func TestOutliersTells(t *testing.T) {
	// score is the distance from the mean by centring K.
	score := func(s told, i int) float64 {
		K := s.Rows("gram")
		all := 0.0
		for _, row := range K {
			all += stat.Mean(row, nil)
		}
		return math.Sqrt(math.Max(K[i][i]-2*stat.Mean(K[i], nil)+all/float64(len(K)), 0))
	}
	slack := func(s told) float64 {
		K := s.Rows("gram")
		most := 0.0
		for i := range K {
			most = math.Max(most, math.Abs(K[i][i]))
		}
		return 1e-7 * math.Sqrt(most)
	}
	coursetest.Tells(t, Lesson, "outliers", 2, []string{"at=3", "bandwidth=0.5", "bandwidth=0.02", "data=points&points=1,2,1&at=1", "data=blobs&at=4"},
		nothing,
		coursetest.Clause{Says: `One point, which is the mean\.`, When: func(s told) bool { return s.Message == "" && len(kinds(s)) == 1 }},
		coursetest.Clause{Says: `To this kernel the (\d+) points are one, which is the mean\.`,
			Holds: func(s told, m []string) bool {
				return coursetest.Whole(m[0]) == len(kinds(s))
			}, When: func(s told) bool { return s.Message == "" && len(kinds(s)) > 1 && s.Find("largest") == 0 }},
		coursetest.Clause{Says: `Both points are ` + num + ` from the mean: neither is more unlike the rest\.`,
			Holds: func(s told, m []string) bool {
				return len(kinds(s)) == 2 && coursetest.Is(m[0], score(s, 0), slack(s)) && coursetest.Is(m[0], score(s, 1), slack(s))
			}},
		coursetest.Clause{Says: `All (\d+) points are ` + num + ` from the mean: none is more unlike the rest than another\.`, Holds: func(s told, m []string) bool {
			d := s.Column("scores", "distance")
			return coursetest.Whole(m[0]) == len(d) && coursetest.Is(m[1], score(s, 0), slack(s)) &&
				slices.Max(d)-slices.Min(d) <= engine.Agreement*slices.Max(d)
		}},
		coursetest.Clause{Says: `Of (\d+) points (?:number (\d+) is the farthest from the mean|(\d+) are as far ` +
			`from the mean as each other and farther than the rest), ` + num + `; the one in the middle is in place ` +
			`(\d+)(, with \d+ others?)?\.`, Holds: func(s told, m []string) bool {
			d := s.Column("scores", "distance")
			for i := range d {
				if math.Abs(d[i]-score(s, i)) > slack(s) {
					return false
				}
			}
			order := ints(s.Column("order", "point"))
			far, like := order[0], 0
			for i := range d {
				if slices.Max(d)-d[i] <= engine.Agreement*slices.Max(d) {
					like++
				}
			}
			if m[1] != "" && coursetest.Whole(m[1]) != far+1 || m[1] == "" && coursetest.Whole(m[2]) != like ||
				(m[1] != "") != (like == 1) {
				return false
			}
			x, y := s.Column("data", "x1"), s.Column("data", "x2")
			from := func(i int) float64 { return math.Hypot(x[i]-stat.Mean(x, nil), y[i]-stat.Mean(y, nil)) }
			near, reach := math.Inf(1), 0.0
			for i := range x {
				near, reach = math.Min(near, from(i)), math.Max(reach, from(i))
			}
			middle := 0 // the first of the nearest
			for from(middle)-near > engine.Agreement*reach {
				middle++
			}
			if place, with := placed(d, middle); place != coursetest.Whole(m[4]) || with != m[5] ||
				s.Find("middle_rank") != float64(place) {
				return false
			}
			return coursetest.Whole(m[0]) == len(d) && slices.Max(d)-d[far] <= engine.Agreement*slices.Max(d) &&
				coursetest.Is(m[3], d[far], 0)
		}},
		coursetest.Clause{Says: datum + `; it is number (\d+) of (\d+) from the outside(, with \d+ others?)?, ` + num +
			` from the mean\.`, Holds: func(s told, m []string) bool {
			at := int(s.Param("at")) - 1
			place, with := placed(s.Column("scores", "distance"), at)
			return pointed(s, m[0]) && coursetest.Whole(m[3]) == len(kinds(s)) && place == coursetest.Whole(m[2]) &&
				with == m[4] && coursetest.Is(m[5], score(s, at), slack(s))
		}},
	)
}
