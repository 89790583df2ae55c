package grammatrix

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/plots"
)

var statements = []coursetest.Statement{
	{"CPSC 340", "K has the inner products between all training examples",
		`Let $\K = \Phi\Phi\T$ and $\hat{\K} = \hat\Phi\Phi\T$`},
	{"CPSC 340", "similar to Z in RBFs, with inner products for features", "In RBF regression a table of $k(x_i, " +
		"x_j)$ is the *features*; here it is the inner products"},
	{"CPSC 340", "K̂ has those between training and test examples", "a row for each new place $\\hat x_a$, " +
		"which says how alike it is to every training point"},
	{"CPSC 340", "predictions depend on the features only through K and K̂",
		"it depends on the features only through two matrices"},
	{"CPSC 340", "the sizes of K and K̂ do not depend on d",
		`$n \times n$ and $m \times n$ for $m$ new points, whatever $d$ is`},
	{"CPSC 340", "all one needs to know about z is in the inner products", "nothing else is lost"},
	{"CPSC 340", "the matrix gives a similarity between each pair of examples",
		"stands one number, how alike the two foods are"},
	{"CPSC 340", "½‖xᵢ − xⱼ‖² = ½‖xᵢ‖² − xᵢᵀxⱼ + ½‖xⱼ‖²",
		`\tfrac12\norm{x - x'}^2 = \tfrac12\norm{x}^2 - x\T x' + \tfrac12\norm{x'}^2`},
	{"CPSC 340", "of one norm, least distance is largest inner product", "If all points have the same length, " +
		"the largest inner product, the largest cosine and the smallest distance choose the same point"},
	{"CPSC 340", "the inner product is biased by the norms", `a bias of $\frac12\norm{x'}^2$ towards long vectors`},
	{"CPSC 340", "some normalise x", `One takes this bias out by normalising: $x/\norm{x}$`},
	{"CPSC 340", "no features needed if similarity can be computed", "where no features come to mind, " +
		"as for sentences or molecules, a similarity of pairs is enough"},
	{"CPSC 340", "training and testing cost", "| $\\hat{\\K}$ of $m$ new points | $mnp$ |"},
	{"MSA220 6", "a kernel is symmetric, and a generalised inner product without bilinearity",
		"is symmetric and linear in the features, but not in the inputs"},
	{"MSA220 6", "k ≥ 0 is required (it is not)", "(The MSA220 slides ask for $k \\ge 0$; $k(-1, " +
		"1) = -1$ for the linear kernel says otherwise.)"},
	{"MSA220 6", "kernels measure similarity", "A kernel says what “alike” means"},
	{"MSA220 6", "the Gram matrix", `\class{t-gram}{\K_{ij}} = k(x_i, x_j)`},
	{"lecture notes 5.1", "kernel methods take K as input", "a model sees nothing else"},
	{"lecture notes 5.1", "costly, O(n²) whatever we do, with dependency on the dimension",
		"this is $O(n^2)$ whatever we do"},
	{"lecture notes 5.1", "kernels generalise the inner product", "**generalised inner product**"},
	{"Lecture 16", "K(X, X), K(X, x*) and the prediction by them",
		`\hat y = \class{t-gram}{\hat{\K}}(\class{t-gram}{\K} + n\lambda\I)^{-1}y`},
	{"Lecture 11", "K = ΦᵀΦ of features in columns", `$\K = \Phi\T\Phi$`},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(shares), listStudy, moonStudy)
}

// The leading eigenvector of the foods' K, which is positive, has one sign.
func TestPerron(t *testing.T) {
	K := engine.Gram(engine.Gaussian{Length: openWidth}, data.Foods().X)
	s := course.Must(engine.Eigen(K))
	u := mat.Col(nil, 0, s.Vectors)
	if mat.Min(K) <= 0 || slices.Min(u)*slices.Max(u) <= 0 {
		t.Errorf("entries from %v, %v", mat.Min(K), u)
	}
}

// The Fiedler vector is an eigenvector of D − K whose entries add up to 0, and no other such
// vector has less of Σ K (v − v′)². The path is as long as its parts, and no part turned
// round makes it shorter.
func TestOrders(t *testing.T) {
	memo := course.NewMemo(1 << 22)
	of := vectorOf{kernel: engine.Gaussian{Length: openWidth}}
	p := coursetest.Opened(t, Lesson, "gram", "order=path").Result.(*table)
	of.LabelledSpec = p.Spec
	v, _, err := fiedlerOf(of).Compute(t.Context(), memo)
	if err != nil {
		t.Fatal(err)
	}
	energy := func(v []float64) (e float64) {
		for i := range v {
			for j := range v {
				e += p.K.At(i, j) * (v[i] - v[j]) * (v[i] - v[j])
			}
		}
		return e
	}
	if math.Abs(floats.Sum(v)) > 1e-9 || math.Abs(floats.Norm(v, 2)-1) > 1e-9 {
		t.Errorf("it adds up to %v", floats.Sum(v))
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for range 100 {
		w := slices.Clone(v)
		for i := range w {
			w[i] += 0.1 * rng.NormFloat64()
		}
		floats.AddConst(-floats.Sum(w)/float64(len(w)), w)
		floats.Scale(1/floats.Norm(w, 2), w)
		if energy(w) < energy(v)-1e-9 {
			t.Fatalf("%v is less than %v", energy(w), energy(v))
		}
	}
	length := apartIn(p.K, p.order)
	for i := range p.order {
		for j := i + 1; j < len(p.order); j++ {
			turned := slices.Clone(p.order)
			slices.Reverse(turned[i : j+1])
			if apartIn(p.K, turned) < length-1e-9 {
				t.Errorf("turned from %d to %d it is shorter", i, j)
			}
		}
	}
}

// Before a turn nothing is said of what it changes.
func TestNothingIsSaidBeforeATurn(t *testing.T) {
	for _, n := range coursetest.Opened(t, Lesson, "moved", "").Numbers {
		if n.Name == "change_by_turn" && n.Text() != "no turn yet" {
			t.Errorf("it says %q", n.Text())
		}
	}
}

// On two moons the eigenvector hardly sorts; evenly spaced they are listed along the moons, and it unsorts.
func TestMoonsClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	vector := f["moons-eigenvector-adjacent"]
	claim(math.Abs(vector-f["moons-listed-adjacent"]) < 0.1 && f["moons-sorts"]-f["moons-sorts-margin"] < 65,
		"the eigenvector hardly sorts")
	claim(f["moons-fiedler-adjacent"] > vector+0.2 && f["moons-fiedler"] == 100, "the Fiedler vector does")
	claim(f["even-eigenvector-adjacent"] < 0.7*f["even-listed-adjacent"] && f["even-unsorts"] == 100,
		"evenly spaced points are unsorted by the eigenvector")
}

// What the prose says of its states, and how often.
func TestClaims(t *testing.T) {
	f := facts()
	claim := coursetest.Claims(t)
	claim(f["path-adjacent"] > f["fiedler-adjacent"] && f["fiedler-adjacent"] >= goalAlike &&
		f["sorted-adjacent"] < goalAlike && f["x-adjacent"] < f["sorted-adjacent"] &&
		f["class-adjacent"] < f["x-adjacent"] && f["opens-adjacent"] < f["class-adjacent"],
		"a path sorts best, then Fiedler, the eigenvector, carbohydrate, kind, alphabet")
	claim(f["kinds-mean"]+f["kinds-sd"] < f["groups-mean"] && f["groups-mean"]-f["kinds-mean"] <
		(f["x-adjacent"]-f["class-adjacent"])/2, "carbohydrate in groups says more than kinds, but not as much more")
	claim(f["within-over-kind"]-f["within-over-kind-margin"] > 65 && f["kind-over-random"] > 90 &&
		f["eigenvector-over-random"] == 100, "the alphabet is one order within kinds of many")
	claim(math.Abs(f["opens-adjacent"]-f["opens-mean"]) < 0.02, "as listed, rows next to each other are like any two")
	claim(f["answers-1"] == 0 && f["answers-3"] > 20 && f["answers-2"] == 2 && f["inner-agreeing"] == 0 &&
		f["even-agreeing"] == f["inner-n"], "three answers for most, one for none; with one length, one for all")
	claim(f["inner-most"] > 15 && f["inner-most"] > 2*f["gaussian-most"] && f["inner-most"] > 2*f["cosine-most"],
		"one food is the inner product’s answer for most")
	claim(f["milk-rice"] > 10*f["milk-itself"], "milk is more like dry rice than like itself")
	claim(f["digit-inner"]+15 < f["digit-cosine"] && f["cosine-over-inner"] == samples,
		"on digits the inner product is the worst, in every sample")
	for kernel, notices := range map[string][2]bool{
		"linear": {false, true}, "gaussian": {}, "laplacian": {true, false},
	} {
		for seed := range 20 { // by turns with bumps so narrow that K is nearly I
			p := coursetest.Opened(t, Lesson, "moved", fmt.Sprintf("turn=50&kernel=%s&seed=%d&bandwidth=%g", kernel,
				seed+1, []float64{1, 0.01}[seed%2]))
			claim(p.Find("change_by_turn") > 0 == notices[0] && p.Find("change_by_shift") > 0 == notices[1],
				"who notices what, whatever the points are")
		}
	}
	claim(f["signed-least"] < 0, "two groups have negative entries")
	coursetest.Same(t, coursetest.Of(f), 1e-9, map[string]float64{
		"hand-12": 50, "hand-13": 24, "hand-14": 56, "hand-length-1": 5, "hand-length-2": 10, "hand-length-3": 5,
		"hand-length-4": 13,
		"hand-cosine-2": 1, "hand-cosine-3": 24. / 25, "hand-cosine-4": 56. / 65, "hand-square-2": 25,
		"hand-square-3": 2, "hand-square-4": 82, "many-gb": 0.8,
	})
	names := data.FoodNames()
	_, foods := coursetest.Draw(t, Lesson, "neighbours", "")
	answers := func(similarity string) (all []string) {
		for _, j := range coursetest.Values(t, foods, "most_like", similarity) {
			all = append(all, names[int(j)])
		}
		return all
	}
	inner, angle, near := answers("inner"), answers("cosine"), answers("gaussian")
	milk, spinach := slices.Index(names, "milk"), slices.Index(names, "spinach")
	claim(inner[milk] == "rice, dry" && angle[milk] == "milk powder" && near[milk] == "spinach",
		"milk is most like dry rice, milk powder and spinach")
	claim(angle[spinach] == "mushrooms" && near[spinach] == "mushrooms",
		"spinach is most like mushrooms by two of the three")
	rice := 0.0
	var two []string // have two answers
	for i, name := range names {
		if inner[i] == "rice, dry" {
			rice++
		}
		if inner[i] == angle[i] || inner[i] == near[i] || angle[i] == near[i] {
			two = append(two, name)
		}
	}
	claim(rice == f["inner-most"], "dry rice is the inner product’s commonest answer")
	claim(slices.Equal(two, []string{"rice, dry", "spinach"}),
		fmt.Sprintf("two of the three agree about dry rice and spinach, not %q", two))
	p := coursetest.Opened(t, Lesson, "neighbours", "data=points&similarity=all")
	claim(p.Find("answers") == 3, "the worked example has three winners")
	for _, query := range []string{"kernel=linear&turn=50&shift=0", "turn=50&shift=0", "turn=50"} {
		p = coursetest.Opened(t, Lesson, "moved", query)
		claim(p.Find("change_of_predictions") == 0 && p.Find("change_by_turn") == 0,
			"a turn leaves the predictions: "+query)
	}
	text, err := Lesson.Text()
	claim(err == nil && len(text.Over("moved")) == 1, "one question is asked over the points that are moved")
	for _, c := range text.Over("moved")[0].Choices {
		claim(strings.Contains(c.Why, "moved.turn=50") && !strings.Contains(c.Why, "moved.kernel"),
			"its answers show the kernel that is in sight where it is asked")
	}
	K := coursetest.Opened(t, Lesson, "gram",
		"data=points&points=1,1,1;1,1,-1;-1,0,-1;0,-1,1&bandwidth=1&order=class").Matrices[0].Values
	claim(mat.Equal(mat.DenseCopyOf(K).RowView(0), mat.DenseCopyOf(K).RowView(1)),
		"two points in one place have one row")
	p = coursetest.Opened(t, Lesson, "gram", "kernel=polynomial&degree=12")
	all := p.Matrices[0].Values
	claim(coursetest.Opened(t, Lesson, "gram", "bandwidth=0.1").Find("mean") < 1e-3,
		"at ℓ = 0.1 g only the diagonal is left")
	claim(all.At(12, 12)*1e10 < mat.Max(all), "of degree 12 the entries of milk are ten powers of ten below")
}

// The cosine's border is two rays from the origin, one twice where the nearest has the same
// direction, and nowhere for a point without one. A single point has no answer.
func TestBorderOfTheCosine(t *testing.T) {
	border := func(query string) plots.Line {
		p := coursetest.Opened(t, Lesson, "neighbours", query)
		for _, line := range p.Columns[0][0].Plot.(plots.Scatter).Lines {
			if line.Class == "border-cosine" {
				return line
			}
		}
		t.Fatalf("%s: no border", query)
		return plots.Line{}
	}
	if l := border("data=points&similarity=all"); len(l.Xs) != 3 || l.Xs[1] != 0 || l.Ys[1] != 0 || l.Xs[0] < 12 ||
		math.Abs(l.Ys[0]/l.Xs[0]-4./3) > 1e-9 || l.Xs[0] != l.Xs[2] {
		t.Errorf("of (3, 4) and (6, 8) it goes through %v, %v", l.Xs, l.Ys)
	}
	if l := border("data=points&similarity=all&points=0,0,1;1,2,1"); l.Xs != nil {
		t.Errorf("at the origin it goes through %v, %v", l.Xs, l.Ys)
	}
	if p := coursetest.Opened(t, Lesson, "neighbours",
		"data=points&similarity=all&points=1,2,1"); p.Find("answers") != 0 {
		t.Errorf("a single point has %v answers", p.Find("answers"))
	}
}

// Nothing before a prediction, and no figure around it as it opens, has its answer.
func TestNothingAnswersThePredictions(t *testing.T) {
	_, opens := coursetest.Draw(t, Lesson, "neighbours", "")
	for _, p := range slices.Concat(opens.Columns...) {
		if text := p.Describe() + p.Title; strings.Contains(text, "inner") || strings.Contains(text, "rice") {
			t.Errorf("%q answers", text)
		}
	}
	if strings.Contains(opens.Description, "rice") {
		t.Errorf("%q answers", opens.Description)
	}
	f, _ := coursetest.Draw(t, Lesson, "moved", "")
	if f.Control("turn").Number() != 0 {
		t.Error("the points are turned before anybody is asked")
	}
}

// The order of the leading eigenvector is that of its entries, in every kernel whose
// largest eigenvalue is alone.
func TestLeadingOrder(t *testing.T) {
	for _, query := range []string{"", "kernel=linear", "data=blobs&bandwidth=1",
		"data=rings&kernel=laplacian&bandwidth=1", "kernel=polynomial&degree=2&normalise=1"} {
		p := coursetest.Opened(t, Lesson, "gram", strings.TrimPrefix(query+"&order=eigenvector", "&"))
		s := course.Must(engine.Eigen(p.Matrices[0].Values.(mat.Symmetric)))
		order := coursetest.Values(t, p, "order", "point")
		for i := 1; i < len(order); i++ {
			if a, b := s.Vectors.At(int(order[i-1]), 0), s.Vectors.At(int(order[i]), 0); a < b-1e-9 {
				t.Fatalf("%q: row %d has %v in the eigenvector, the one before %v", query, i+1, b, a)
			}
		}
	}
	if p := coursetest.Opened(t, Lesson, "gram", "bandwidth=0.01&order=eigenvector"); !strings.Contains(p.Description,
		"one of many") {
		t.Errorf("at ℓ = 0.01 all eigenvalues are 1, and it says %q", p.Description)
	}
}

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "gram", Panel: "gram-row", Choice: "order",
			Values: []string{"listed", "class", "x", "eigenvector"}, Axes: "xy"},
	)
}
