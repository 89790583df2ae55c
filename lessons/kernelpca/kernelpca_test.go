package kernelpca

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/many/manytest"
	"github.com/gramophone-course/gramophone/lessons/model"
)

var statements = []coursetest.Statement{
	{"Jörnsten", "PCA finds directions of maximum variance from the covariance XᵀX/(n−1)",
		"as eigenvectors of the covariance matrix $\\frac{1}{n-1}X\\T X$"},
	{"Jörnsten", "PCA reduces dimensions, for visualisation", "to see data in few dimensions"},
	{"Jörnsten", "PCA finds directions that matter for classification or clustering",
		"directions that matter for classes or clusters"},
	{"Jörnsten", "PCA is linear and cannot uncover non-linear structure",
		"It is linear: what no straight direction shows, it does not find"},
	{"Jörnsten", "augmentation of features can help", "So an added feature helps"},
	{"Jörnsten", "kernels define augmentations implicitly", "A kernel adds many features at once"},
	{"Jörnsten", "Σ^φ = (1/n) Σ φφᵀ, with centred φ",
		"$\\hat\\Sigma = \\frac1n \\sum_l \\varphi(x_l)\\varphi(x_l)\\T$"},
	{"Jörnsten", "d_i are the variances along v_i", "Jörnsten writes $d_i$ for our variances $\\lambda_i/n$"},
	{"Jörnsten", "v is a combination of the φ(x_l)", "Divide: $v = \\sum_l a_l\\varphi(x_l)$"},
	{"Jörnsten", "multiply with φ(x_k)ᵀ from the left", "Multiply by $\\varphi(x_k)\\T$ from the left"},
	{"Jörnsten", "a solves Ka = dna", "That is $\\K a = \\lambda a$"},
	{"Jörnsten", "1 = vᵀv = aᵀKa", "$1 = v\\T v = \\sum_{k,l} a_k a_l\\, k(x_k, x_l) = a\\T\\K a$"},
	{"Jörnsten", "this is the Rayleigh quotient problem", "the largest Rayleigh quotient"},
	{"Jörnsten", "the projection of an arbitrary φ(x) is Σ a k(x, x_l)",
		"$\\varphi(x)\\T v = \\sum_l a_l\\, k(x, x_l)$"},
	{"Jörnsten", "features may not be centred", "Features need not be centred"},
	{"Jörnsten", "centring in the implicit space, term by term", "\\K_{ij} - \\tfrac1n \\sum_l \\K_{il}"},
	{"Jörnsten", "K′ = JKJ with J = I − 11ᵀ/n", "$\\mathbf J = \\I - \\frac1n\\ones\\ones\\T$"},
	{"Jörnsten", "the algorithm: kernel, K, K′, eigenvectors, project K′a",
		"take the eigenvectors $a$ of $\\K'$ with the largest eigenvalues"},
	{"Jörnsten", "the columns of A are the a_i, d_i = λ_i/n", "her algorithm takes eigenvectors $a$ of length 1"},
	{"Jörnsten", "the example: rings by linear and kernel PCA", "Plain PCA on [the two inputs]"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }

// claimed are the numbers in the prose, computed once.
var claimed = sync.OnceValue(facts)

func TestWhatManySamplesSay(t *testing.T) {
	t.Parallel()
	manytest.Recounted(t, "shares.csv", many.Parse(recorded), ringSamples("", ringsSpec),
		ringSamples("even-", evenly()), largeSamples, digitSamples)
}

// What the prose says of the rings, or counts over samples of them, is so.
func TestRingsClaims(t *testing.T) {
	f := claimed()
	for _, name := range []string{"first", "bare", "mean-first", "smears", "heavy", "even-third"} {
		if f[name]-f[name+"-margin"] < 97 {
			t.Errorf("%s: in %v of 100 samples", name, f[name])
		}
	}
	low := func(name string) float64 { return f[name] - f[name+"-margin"] }
	high := func(name string) float64 { return f[name] + f[name+"-margin"] }
	if low("third-best") <= 65 || high("third") > 65 || low("third") < 35 || low("large-third") <= high("third-best") ||
		low("wide") <= 95 || f["even-third"] != 100 {
		t.Errorf("the third: best in %v, all in %v, of more points in %v; with a wide kernel in %v", f["third-best"],
			f["third"], f["large-third"], f["wide"])
	}
	if low("narrow-third") <= 50 || low("even-narrow-third") <= high("narrow-third") || high("near") > 35 ||
		low("even-near") <= 65 {
		t.Errorf("evenly spaced, narrow kernels and near variances: %v and %v, not %v and %v", f["even-narrow-third"],
			f["even-near"], f["narrow-third"], f["near"])
	}
	coursetest.Near(t, "opens-cut", f["opens-cut"], ringPoints, 0)
	if f["straight"] > 0.8*ringPoints {
		t.Errorf("straight components part %v of 80", f["straight"])
	}
	if f["added-v3"] >= f["added-v2"] || f["added-v2"] > f["added-v1"] || f["added-v2"] < 0.75*f["added-v1"] {
		t.Errorf("variances %v, %v and %v", f["added-v1"], f["added-v2"], f["added-v3"])
	}
	if w := f["weight"]; w <= 1 || w >= 2 {
		t.Errorf("the added feature is first from w = %v on", w)
	}
	// At the weight said the column's variance is the largest along the inputs, and PC1 a
	// mixture; it parts all from the other weight on, and not before.
	coursetest.Near(t, "weight", f["weight"], 1.1892, 8e-5) // by NumPy: √(0.29858/0.21111)
	if w := f["weight-parts"]; w <= f["weight"] || w > f["weight"]+0.1 {
		t.Errorf("PC1 parts all from w = %v on", w)
	}
	for _, w := range []float64{f["weight"], f["weight-parts"] - 0.01, f["weight-parts"], 1.5, 3} {
		cut := coursetest.Opened(t, Lesson, "rings", fmt.Sprintf("method=added&weight=%.2f", w)).Find("cut_1")
		if (cut == ringPoints) != (w > f["weight-parts"]-0.005) {
			t.Errorf("at w = %.2f PC1 has %v", w, cut)
		}
	}
}

// What the prose says of the order of the components is so.
func TestOrderClaims(t *testing.T) {
	f := claimed()
	if f["mixed-cut"] > 0.95*ringPoints {
		t.Errorf("where variances cross a component has %v", f["mixed-cut"])
	}
	_, narrow := coursetest.Draw(t, Lesson, "order", "bandwidth=0.15")
	if narrow.Find("cut_component") != 3 || narrow.Find("cut") < partedShare*ringPoints {
		t.Errorf("at ℓ = 0.15 PC%v has %v", narrow.Find("cut_component"), narrow.Find("cut"))
	}
	// PC1 and PC2 are of the inner ring there, one side of it against the other.
	of := coursetest.Values(t, narrow, "data", "label")
	for _, name := range []string{"pc1", "pc2"} {
		sum, inner, all := 0.0, 0.0, 0.0
		for i, s := range coursetest.Values(t, narrow, "components", name) {
			all += s * s
			if of[i] == 1 {
				sum, inner = sum+s, inner+s*s
			}
		}
		if n := ringPoints / 2.0; inner < 0.95*all || math.Abs(sum)/n > 0.3*math.Sqrt(inner/n) {
			t.Errorf("at ℓ = 0.15 %s has %v of %v on the inner ring, and %v in sum", name, inner, all, sum)
		}
	}
	// Evenly spaced, two variances meet, and the third of the added column has all.
	if gap := coursetest.Opened(t, Lesson, "order", "bandwidth=0.56&places=even").Find("gap"); !(gap <= crossingGap) {
		t.Errorf("evenly spaced, the next variance differs by %v %%", gap)
	}
	for query, want := range map[string]float64{"&places=even": ringPoints, "&seed=1": f["other-cut"]} {
		p := coursetest.Opened(t, Lesson, "rings", "method=added"+query)
		if p.Find("cut_component") != 3 || p.Find("cut") != want {
			t.Errorf("%s: PC%v has %v", query, p.Find("cut_component"), p.Find("cut"))
		}
	}
	// PC1 turns between two bandwidths with all on their sides, and nowhere has the best fewer.
	for ell, want := range map[float64]float64{0.4: 1, 1: 3} {
		_, p := coursetest.Draw(t, Lesson, "order", fmt.Sprintf("bandwidth=%v", ell))
		if p.Find("cut_component") != want || p.Find("cut") != ringPoints {
			t.Errorf("at ℓ = %v PC%v has %v", ell, p.Find("cut_component"), p.Find("cut"))
		}
	}
	for ell := ringsBandwidth; ell < ringsWide; ell += 0.01 {
		_, right := parting(fit(engine.Gaussian{Length: ell}, ringsOf(ringsSeed).X, listed, true),
			ringsOf(ringsSeed).Labels)
		if float64(right) < f["mixed-cut"] {
			t.Errorf("at ℓ = %v the best has %d, fewer than %v", ell, right, f["mixed-cut"])
		}
	}
}

// The worked example and the exercise have these numbers by hand.
func TestHandClaims(t *testing.T) {
	hand := []float64{81, 0, 81, 0, 0, 0, 81, 0, 81}
	centred := []float64{9, -18, 9, -18, 36, -18, 9, -18, 9}
	want := map[string]float64{"hand-p1": 3, "hand-p2": -6, "hand-p3": 3, "hand-lambda": 54, "hand-variance": 18}
	for i := range 3 {
		for j := range 3 {
			want[fmt.Sprintf("hand-k%d%d", i+1, j+1)] = hand[3*i+j]
			want[fmt.Sprintf("hand-c%d%d", i+1, j+1)] = centred[3*i+j]
		}
	}
	coursetest.Same(t, coursetest.Of(claimed()), 1e-14, want)
	_, pictured := coursetest.Draw(t, Lesson, "projection",
		"data=points&points=-3,0,1;0,0,-1;3,0,1&kernel=polynomial&degree=2&offset=0")
	if middle := coursetest.Values(t, pictured, "projection", "pc1")[1]; math.Abs(middle-6) > 1e-9 {
		t.Errorf("the picture has the middle at %v, not on the right", middle)
	}
}

// What the prose says of digits and wines is so.
func TestDigitsAndWinesClaims(t *testing.T) {
	f := claimed()
	if f["digit-better"]-f["digit-better-margin"] <= 65 || f["digit-bent"] <= f["digit-straight"] {
		t.Errorf("the kernel is ahead in %v samples, %v against %v", f["digit-better"], f["digit-bent"],
			f["digit-straight"])
	}
	_, map10 := coursetest.Draw(t, Lesson, "projection", "data=digits&n=150&inputs=raw&bandwidth=30")
	x, y := coursetest.Values(t, map10, "components", "pc1"), coursetest.Values(t, map10, "components", "pc2")
	digit := coursetest.Values(t, map10, "data", "label")
	var all [10]int
	var next [10][10]int // pairs of a digit and its nearest, by kind
	for i := range x {
		best, at := math.Inf(1), 0
		for j := range x {
			if d := math.Hypot(x[i]-x[j], y[i]-y[j]); j != i && d < best {
				best, at = d, j
			}
		}
		a, b := int(digit[i]), int(digit[at])
		all[a]++
		next[min(a, b)][max(a, b)]++
	}
	mixed := 0 // most pairs of any two kinds but those that the prose names
	for a := range next {
		for b := a + 1; b < 10; b++ {
			if [2]int{a, b} != [2]int{5, 7} && [2]int{a, b} != [2]int{3, 9} {
				mixed = max(mixed, next[a][b])
			}
		}
	}
	if 10*next[0][0] < 9*all[0] || 10*next[6][6] < 9*all[6] || next[5][7] <= mixed || next[3][9] <= mixed {
		t.Errorf("of %v digits the nearest are %v", all, next)
	}
	if math.Abs(f["wine-bent"]-f["wine-straight"]) > 5 {
		t.Errorf("wines: %v against %v", f["wine-bent"], f["wine-straight"])
	}
	if f["wine-raw-share"] < 99 || f["wine-raw-near"] > f["wine-straight"]-20 {
		t.Errorf("raw wines: %v %% of the variance, %v neighbours", f["wine-raw-share"], f["wine-raw-near"])
	}
}

// What the states that break the method show is so, and both sides agree.
func TestBreakClaims(t *testing.T) {
	f := claimed()
	_, pair := coursetest.Draw(t, Lesson, "projection", "bandwidth=0.01")
	v := coursetest.Values(t, pair, "components", "pc1")
	var squares []float64
	for _, s := range v {
		squares = append(squares, s*s)
	}
	slices.Sort(squares)
	if all := floats.Sum(squares); squares[len(v)-1]+squares[len(v)-2] < 0.9*all || f["narrow-lambda"] < 1.5 {
		t.Errorf("narrow: two points have %v of %v, λ = %v", squares[len(v)-2:], all, f["narrow-lambda"])
	}
	p := coursetest.Opened(t, Lesson, "projection", "kernel=sigmoid&slope=1&offset=1")
	if f["tanh-share"] < 110 || p.Says[len(p.Says)-1].Text != saysExceed {
		t.Errorf("tanh: %v %%, %q", f["tanh-share"], p.Description)
	}
	if f["derivation-gap"] > 1e-14 || f["few-rank"] != 5 {
		t.Errorf("both sides differ by %v; 6 points have %v variances", f["derivation-gap"], f["few-rank"])
	}
}

// A new point at the place of a datum lands where the datum did, in either scaling; and
// the two scalings differ by √λ.
func TestNewPointsLandAmongTheirLikes(t *testing.T) {
	_, p := coursetest.Draw(t, Lesson, "projection", "")
	x1, x2 := coursetest.Values(t, p, "data", "x1"), coursetest.Values(t, p, "data", "x2")
	for _, scaling := range []string{"sqrt", "unit"} {
		for _, i := range []int{0, 33, 79} {
			_, q := coursetest.Draw(t, Lesson, "projection",
				fmt.Sprintf("z1=%v&z2=%v&scaling=%s", x1[i], x2[i], scaling))
			for j := range listed {
				want := coursetest.Values(t, q, "components", fmt.Sprintf("pc%d", j+1))[i]
				if got := coursetest.Values(t, q, "landed", "pc")[j]; math.Abs(got-want) > 1e-9 {
					t.Errorf("%s: point %d is at %v on PC%d, and lands at %v", scaling, i+1, want, j+1, got)
				}
			}
		}
	}
	_, unit := coursetest.Draw(t, Lesson, "projection", "scaling=unit")
	for j := range listed {
		name := fmt.Sprintf("pc%d", j+1)
		a, b := coursetest.Values(t, p, "components", name), coursetest.Values(t, unit, "components", name)
		lambda := coursetest.Values(t, p, "eigenvalues", "eigenvalue")[j]
		for i := range a {
			if math.Abs(b[i]-a[i]*math.Sqrt(lambda)) > 1e-9 {
				t.Fatalf("PC%d of point %d: %v and %v, λ = %v", j+1, i+1, a[i], b[i], lambda)
			}
		}
		n := float64(len(a))
		if math.Abs(floats.Dot(a, a)-lambda) > 1e-9 || math.Abs(floats.Dot(b, b)-lambda*lambda)/n > 1e-9 {
			t.Errorf("PC%d: variances are not λ/n and λ²/n", j+1)
		}
	}
}

// A coordinate that rounding alone has made is 0.
func TestWhatLandsNowhereLandsAtZero(t *testing.T) {
	for _, query := range []string{
		"bandwidth=0.0293&data=moons&kernel=periodic&n=12&noise=1&period=0.1&z1=-3",
		"data=spiral&inputs=raw&n=5&noise=0&seed=800&z1=2.5&z2=2.9",
		"bandwidth=0.01&data=rings&n=30&noise=1&pair=5,6&seed=40&at=5",
	} {
		p := coursetest.Opened(t, Lesson, "projection", query)
		x := append(coursetest.Values(t, p, "components", "pc1"), coursetest.Values(t, p, "components", "pc2")...)
		size := floats.Norm(x, math.Inf(1))
		for _, name := range []string{"landed_across", "landed_up"} {
			if v := math.Abs(p.Find(name)); v > 0 && v < 1e-10*size {
				t.Errorf("%s: %s is %g, of points up to %g", query, name, v, size)
			}
		}
		if tiny.MatchString(p.Description + p.Datum) {
			t.Errorf("%s: %s %s", query, p.Description, p.Datum)
		}
	}
}

// tiny is a place that rounding has made of 0.
var tiny = regexp.MustCompile(`at \([^)]*10⁻(?:¹[⁴-⁹]|²)`)

// The numbers are those of an eigendecomposition of JKJ, of all the kernels.
func TestProjectionIsOfTheCentredGramMatrix(t *testing.T) {
	for _, query := range []string{"", "data=moons&kernel=laplacian", "data=iris&kernel=polynomial&degree=2",
		"data=wine&bandwidth=5", "centred=0&bandwidth=1", "data=digits&n=40&inputs=raw&bandwidth=30"} {
		_, p := coursetest.Draw(t, Lesson, "projection", query)
		K := p.Matrices[0].Values.(mat.Symmetric)
		if !strings.Contains(query, "centred=0") {
			K = engine.Centre(K) // JKJ
		}
		n := K.SymmetricDim()
		for j, lambda := range coursetest.Values(t, p, "eigenvalues", "eigenvalue")[:listed] {
			v := mat.NewVecDense(n, coursetest.Values(t, p, "components", fmt.Sprintf("pc%d", j+1)))
			var r mat.VecDense
			r.MulVec(K, v)
			r.AddScaledVec(&r, -lambda, v)
			if mat.Norm(&r, 2) > 1e-8*lambda*mat.Norm(v, 2) {
				t.Errorf("%s: PC%d is no eigenvector of K′ at λ = %v", query, j+1, lambda)
			}
		}
	}
}

// Along the slider components keep their signs and names, as those that follow one another
// from the anchor have them, whichever way a reader went.
func TestComponentsKeepTheirSigns(t *testing.T) {
	memo := course.NewMemo(1 << 24)
	f := course.NewForm(course.ParseQuery("n=40"))
	load := choose(f, opens, ringsBandwidth)
	m := load()
	var fits []*engine.KernelComponents
	from, to := nearest(0.1), nearest(10)
	for _, ell := range model.Bandwidths[from : to+1] {
		fits = append(fits, course.Must(m.key().fit(t.Context(), memo, ell)))
	}
	chain := slices.Clone(fits)
	for i := m.anchor() - from + 1; i < len(chain); i++ {
		chain[i] = chain[i].Follow(chain[i-1])
	}
	for i := m.anchor() - from - 1; i >= 0; i-- {
		chain[i] = chain[i].Follow(chain[i+1])
	}
	for i := to; i >= from; i-- { // not the way from the anchor
		c := course.Must(m.place(t.Context(), memo, i))
		if !mat.EqualApprox(c.Scores, chain[i-from].Scores, 1e-9) {
			t.Errorf("at ℓ = %v components differ from the chain's", model.Bandwidths[i])
		}
		for j, label := range c.Labels {
			if want := chain[i-from].Labels[j]; label != want && (label < fitted || want < fitted) {
				t.Errorf("at ℓ = %v PC%d is called %d, not %d", model.Bandwidths[i], j+1, label, want)
			}
		}
	}
	// The pale points are those of the components that were first.
	_, at := coursetest.Draw(t, Lesson, "projection", "bandwidth=0.398&places=even")
	_, wide := coursetest.Draw(t, Lesson, "projection", "bandwidth=1&places=even")
	moved := func(s course.Said) bool { return s.Text == saysMoved }
	i := slices.IndexFunc(wide.Says, moved)
	if slices.ContainsFunc(at.Says, moved) || i < 0 ||
		!slices.Equal(wide.Says[i].Values[:4], []any{1, 2, course.Chosen(0.398), 3}) {
		t.Errorf("%q, %q", at.Description, wide.Description)
	}
}

// Goals are reached where they should be, and not beside.
func TestGoals(t *testing.T) {
	coursetest.Goals(t, Lesson, map[[2]string]coursetest.Queries{
		{"rings", "added"}: {
			{"method=added&weight=1.5"},
			{"method=added&weight=1", "method=kernel", "method=added&weight=2&data=moons"},
		},
		{"projection", "wide"}: {
			{"bandwidth=1&pair=2,3", "bandwidth=5&pair=1,3"},
			{"bandwidth=1", "bandwidth=0.9&pair=1,3", "bandwidth=1&pair=1,3&data=moons",
				"kernel=linear&pair=1,3", "centred=0&bandwidth=1"},
		},
		{"order", "crossing"}: {
			{"bandwidth=0.57", "noise=0&bandwidth=0.6", "bandwidth=0.56&seed=3"},
			{"bandwidth=0.5", "bandwidth=0.56&centred=0", "bandwidth=0.0293", "bandwidth=0.03",
				"kernel=rational-quadratic&bandwidth=0.01", "kernel=rational-quadratic&bandwidth=0.025",
				"noise=0&bandwidth=0.0117", "noise=0&bandwidth=0.0736", "n=40&bandwidth=0.0185"},
		},
		{"derivation", "wide"}: {{"data=points&points=0,0,1;1,2,-1"}, {"n=6", "n=5&component=5"}},
	})
}

// Nothing before a prediction, and no figure around it as it opens, has its answer.
func TestNothingAnswersThePredictions(t *testing.T) {
	before, _, _ := strings.Cut(Lesson.Prose, "::: predict added")
	_, page, _ := strings.Cut(before, "::: figure rings")
	if strings.Contains(page, "third") || strings.Contains(page, "PC3") || strings.Contains(page, "squared radius") {
		t.Error("the first answer stands before its question")
	}
	middle, _, _ := strings.Cut(Lesson.Prose, "::: predict wider")
	_, middle, _ = strings.Cut(middle, "So an added feature helps")
	if strings.Contains(middle, "PC3") || strings.Contains(middle, "bandwidth=1") {
		t.Error("the second answer stands before its question")
	}
	for _, figure := range []string{"rings", "projection", "order"} {
		_, p := coursetest.Draw(t, Lesson, figure, "")
		if p.Find("cut_component") != 1 {
			t.Errorf("%s opens on a component that is not the first", figure)
		}
	}
	_, opens := coursetest.Draw(t, Lesson, "rings", "")
	for _, p := range slices.Concat(opens.Columns...) {
		if strings.Contains(p.Title, "PC3") {
			t.Errorf("%q answers", p.Title)
		}
	}
}

// What is linked to and checked from outside has the names of the contract.
func TestContract(t *testing.T) {
	for _, data := range []string{"rings", "moons", "iris", "wine", "digits"} {
		form, p := coursetest.Draw(t, Lesson, "projection", "data="+data+"&n=30")
		for _, name := range []string{"data", "kernel", "bandwidth", "centred", "scaling", "n", "noise", "seed"} {
			form.Control(name)
		}
		for series, columns := range map[string]string{"data": "x1 x2 label", "projection": "pc1 pc2 label",
			"components": "pc1 pc2 pc3 pc4 pc5 pc6", "eigenvalues": "eigenvalue"} {
			for column := range strings.FieldsSeq(columns) {
				coursetest.Values(t, p, series, column)
			}
		}
	}
}

// What the figure's goal asks to move is in sight on the lesson's page, and on the picture.
func TestOrderIsMovedByItsBandwidth(t *testing.T) {
	f, _ := Lesson.Figure("order")
	form, _ := f.At(nil)
	Lesson.Fold(f, form)
	if form.Control("bandwidth").More {
		t.Error("ℓ is under “more”, and the goal cannot be reached without it")
	}
	_, p := coursetest.Draw(t, Lesson, "order", "bandwidth=0.5")
	if len(p.Handles) != 1 || p.Handles[0].X != "bandwidth" || p.Handles[0].At.X != 0.5 {
		t.Errorf("the handles are %+v, and not one at ℓ = 0.5", p.Handles)
	}
	if _, p := coursetest.Draw(t, Lesson, "order", "bandwidth=100"); len(p.Handles) != 0 {
		t.Errorf("beyond the axis there is %+v", p.Handles)
	}
}

func TestAxesHoldOverChoices(t *testing.T) {
	coursetest.AxesHold(t, Lesson,
		coursetest.Steady{Figure: "rings", Panel: "rings-projection", Choice: "method",
			Values: []string{"linear", "added", "kernel"}},
		coursetest.Steady{Figure: "rings", Panel: "rings-strips", Choice: "method",
			Values: []string{"linear", "added", "kernel"}},
		coursetest.Steady{Figure: "projection", Panel: "projection-projection", Choice: "kernel",
			Values: coursetest.Unit},
	)
}
