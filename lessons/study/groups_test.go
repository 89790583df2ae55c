package study

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/stat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// visits is a table of patients with several rows each: two measures tell the patients apart, and what is predicted is
// an effect of the patient, of standard deviation 3, which no measure tells, and noise of 0.3.
func visits(patients, each int, seed uint64) string {
	var height, weight, effect float64
	return textOf("patient,ward,height,weight,outcome,sick", patients*each, seed, func(i int, rng *rand.Rand) string {
		p := i / each
		if i%each == 0 {
			height, weight, effect = rng.NormFloat64(), rng.NormFloat64(), 3*rng.NormFloat64()
		}
		y := effect + 0.3*rng.NormFloat64()
		return fmt.Sprintf("p-%d,%d,%.4f,%.4f,%.3f,%t", p+1, p/2, height+0.05*rng.NormFloat64(),
			weight+0.05*rng.NormFloat64(), y, y > 0)
	})
}

// visitsTable has patients in the first column of texts, and their outcome chosen as y.
func visitsTable(t *testing.T, patients, each int) (*own.Table, own.Choice) {
	t.Helper()
	table := parsed(visits(patients, each, 3))
	if table.Columns[0].Kind != own.Text {
		t.Fatalf("the patients are %s", table.Columns[0].Kind)
	}
	return table, own.Choice{X: []int{2, 3}, Y: 4, Class: -1}
}

// Of several rows a patient what is left out by rows flatters, and by patients it is what new patients are missed by.
func TestGroupsDoNotFlatter(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, visits(30, 5, 3))
	byRow := drawn(t, store, ref+"-x3.4", "target=y&words=not")
	byGroup := drawn(t, store, ref+"-x3.4", "target=y&words=not&seal=group.1&envelope=open")
	new := byGroup.Find("no_inputs") // nothing tells the outcome of a new patient
	for _, number := range []string{"loo_rmse", "new_rows"} {
		if row, group := byRow.Find(number), byGroup.Find(number); !(row < 0.5*new && group > 0.9*new) {
			t.Errorf("%s: by rows %.3g, by patients %.3g, and patients differ by %.3g", number, row, group, new)
		}
	}
	if u := byGroup.Unsealed; u.Value < 0.7*new || !(u.SE > 0.05*new) {
		t.Errorf("sealed patients are missed by %v ± %v", u.Value, u.SE)
	}
	if row, group := byRow.Find("band"), byGroup.Find("band"); row > new || group < 1.5*new {
		t.Errorf("bands of %v by rows and %v by patients", row, group)
	}
	if says := byGroup.Description; !strings.Contains(says, "same patient belong together: 24 groups of up to 5 rows") {
		t.Errorf("it says %q", says)
	}
	advises := func(advice string) bool { return strings.Contains(advice, "same patient") }
	if !advises(fmt.Sprint(byRow.Advice)) || advises(fmt.Sprint(byGroup.Advice)) {
		t.Errorf("by rows %v is advised", byRow.Advice)
	}
}

// The same of classes, with everything drawn and finite.
func TestFigureOfGroups(t *testing.T) {
	store := newStore(t)
	_, ref := shelved(t, store, visits(30, 5, 3))
	_, few := shelved(t, store, visits(10, 4, 3))
	for _, query := range []string{"seal=group.1&target=class&envelope=open", "seal=group.2&target=y&at=4",
		"seal=group.1&target=y&missing=leave-out&envelope=open&seed=3"} {
		for _, table := range []string{ref, few} {
			holds(t, query, drawn(t, store, table+"-x3.4-y5-c6", query))
		}
	}
}

// The rows of a group are in one part: sealed or open, and of the open ones in one fold. What names the groups is no
// input.
func TestGroupsStayTogether(t *testing.T) {
	table, c := visitsTable(t, 30, 5)
	for seed := range uint64(6) {
		for _, j := range []int{0, 1} {
			plan := Plan{Seal: GroupsOf(j), Words: true, Seed: seed}
			c.X = []int{1, 2, 3}
			d := designed(table, c, plan)
			if slices.Contains(d.Columns(), j) || len(d.Groups) != len(d.Rows) || d.GroupedBy != table.Columns[j].Name {
				t.Fatalf("inputs of columns %v, %d groups", d.Columns(), len(d.Groups))
			}
			if n := len(d.Sealed); n < 20 || n > 40 || n+len(d.Open) != 150 {
				t.Errorf("%d rows of 150 are sealed", n)
			}
			part := map[int]int{} // of each group
			for k, rows := range append(d.folds(plan), nil) {
				at := engine.Pick(d.Open, rows)
				if rows == nil {
					at = d.Sealed
				}
				for _, i := range at {
					if other, there := part[d.Groups[i]]; there && other != k {
						t.Errorf("group %d is in parts %d and %d", d.Groups[i], k, other)
					}
					part[d.Groups[i]] = k
				}
			}
		}
	}
	if one, other := designed(table, c, Plan{Seal: GroupsOf(0)}), designed(table, c, Plan{Seal: GroupsOf(0),
		Seed: 9}); slices.Equal(one.Sealed, other.Sealed) {
		t.Error("two seeds seal the same groups")
	}
}

// Of few groups some stay open, whatever their sizes; and something is sealed.
func TestSealedGroups(t *testing.T) {
	for _, sizes := range [][]int{{10, 10, 10, 10, 10}, {4, 4, 4, 4, 4, 40, 40}, {1, 20, 20, 20, 20, 20},
		{48, 13, 13, 13, 13}, slices.Repeat([]int{1}, 60), {1, 1, 1, 1, 1, 1, 47, 47}} {
		var groups []int
		for g, size := range sizes {
			groups = append(groups, slices.Repeat([]int{g}, size)...)
		}
		for seed := range uint64(20) {
			sealed := sealedGroups(groups, len(groups)/5, newRand(seed))
			whole := map[int]int{}
			for _, i := range sealed {
				whole[groups[i]]++
			}
			for g, n := range whole {
				if n != sizes[g] {
					t.Errorf("%d of the %d rows of a group are sealed", n, sizes[g])
				}
			}
			if len(sealed) == 0 || 5*len(sealed) > 2*len(groups) || len(sizes)-len(whole) < LeastGroups-1 {
				t.Errorf("groups of %v: %d rows of %d groups are sealed", sizes, len(sealed), len(whole))
			}
		}
	}
}

// What is left out in groups is what fits without them say, with the same nλ: to 1e-9.
func TestGroupsLeftOutAreRefits(t *testing.T) {
	table, c := visitsTable(t, 24, 3)
	d := designed(table, c, Plan{Seal: GroupsOf(0), Seed: 1})
	Y, _ := d.Targets(d.Open)
	s := d.sample(d.Open, nil)
	tuned := course.Must(TuneGroups(t.Context(), s.X, Y, s.together()))
	n, size := len(tuned.X), floats.Norm(Y[0], math.Inf(1))
	sum := 0.0
	for _, group := range tuned.Groups {
		var rest []int
		for i := range n {
			if !slices.Contains(group, i) {
				rest = append(rest, i)
			}
		}
		refit := refitted(tuned, Y[0], rest)
		for _, i := range group {
			want := refit.Eval(tuned.X[i])
			without, leftOut := tuned.WithoutAt(0, i, tuned.X[i]), tuned.LeftOut(0, Y[0])[i]
			if math.Abs(without-want) > 1e-9*size || math.Abs(leftOut-want) > 1e-9*size {
				t.Errorf("row %d without its group: %v and %v, want %v", i, without, leftOut, want)
			}
			sum += (Y[0][i] - want) * (Y[0][i] - want) / float64(n)
		}
	}
	i, j := tuned.best()
	wantClose(t, "map", []float64{tuned.Map.At(i, j)}, []float64{math.Sqrt(sum)}, 1e-9)
	spectrum := course.Must(engine.Eigen(engine.Gram(tuned.Kernel, tuned.X)))
	lambdas := Lambdas[10:]
	byRow := course.Must(spectrum.LOOErrors(t.Context(), Y, lambdas))
	wantClose(t, "rows as groups", groupErrors(spectrum, Y, lambdas, engine.Singles(n)), byRow, 1e-9)
}

// A standard error of groups is that of their means where they are as large, and of rows where each is alone.
func TestMeanOf(t *testing.T) {
	values, groups := []float64{1, 3, 4, 8, 2, 6}, []int{7, 7, 1, 1, 3, 3}
	mean, se := meanOf(values, groups)
	of := []float64{2, 6, 4}
	if want := stat.StdErr(stat.StdDev(of, nil), 3); mean != 4 || math.Abs(se-want) > 1e-12 {
		t.Errorf("%v ± %v, want 4 ± %v", mean, se, want)
	}
	_, se = meanOf(values, nil)
	if want := stat.StdErr(stat.StdDev(values, nil), 6); math.Abs(se-want) > 1e-12 {
		t.Errorf("± %v, want %v", se, want)
	}
	if _, se = meanOf(values, make([]int, 6)); !math.IsNaN(se) {
		t.Errorf("one group has ± %v", se)
	}
}

// A column that names no groups leaves a note, and a fifth at random is sealed.
func TestNoGroups(t *testing.T) {
	store := newStore(t)
	text := strings.Replace(visits(30, 5, 3), "sick\n", "sick,half,three,row\n", 1)
	lines := strings.Split(text, "\n")
	for i := 1; i < len(lines)-1; i++ {
		lines[i] += fmt.Sprintf(",%d,%d,%d", max(0, i-90), i%3, i/2*2)
	}
	table, ref := shelved(t, store, strings.Join(lines, "\n"))
	for query, says := range map[string]string{
		"group.3": "neither words nor whole numbers",
		"group.5": "is what is predicted",
		"group.7": "more than half of the rows in one group",
		"group.8": "makes 3 groups, and it takes 5",
		"group.9": "makes 76 groups of 150 rows",
		"group.0": "not known", "group.99": "not known", "group.x": "not known", "group.-1": "not known",
		"group": "not known",
	} {
		form, p, err := tried(t, store, ref+"-x3.4-y5", "target=y&seal="+query)
		if err != nil || len(form.Notes) != 1 || !strings.Contains(form.Notes[0], says) ||
			form.Control("seal").Value != string(AtRandom) || p.Find("sealed") != 30 {
			t.Errorf("%s: %v, notes %q, seal %s", query, err, form.Notes, form.Control("seal").Value)
		}
	}
	c := own.Choice{X: []int{2, 3}, Y: 4, Class: -1}
	_, err := NewDesign(table, c, Plan{Seal: GroupsOf(7)})
	refused(t, err, "makes 3 groups")
	for i := range table.Len() - 20 {
		table.Columns[2].Numbers[i] = math.NaN()
	}
	_, err = NewDesign(table, c, Plan{Seal: GroupsOf(0), Missing: LeaveOut})
	refused(t, err, "are of 4 groups")
}
