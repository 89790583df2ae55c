package engine

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

type unsupervisedData struct {
	X, New [][]float64
	Labels []int
}

// columns returns the first m columns of a matrix given by rows, one after the
// other, for each column has a scale of its own.
func columns(rows [][]float64, m int) [][]float64 {
	c := make([][]float64, m)
	for j := range c {
		for _, row := range rows {
			c[j] = append(c[j], row[j])
		}
	}
	return c
}

func wantColumns(t *testing.T, what string, got *mat.Dense, want [][]float64) {
	t.Helper()
	_, m := got.Dims()
	for j, column := range columns(want, m) {
		wantClose(t, fmt.Sprintf("%s, column %d", what, j), mat.Col(nil, j, got), column, referenceTolerance)
	}
}

// Numbers by scikit-learn and NumPy: testdata/reference_unsupervised.py has the
// calls.
func TestReferenceComponents(t *testing.T) {
	var reference struct {
		Data map[string]unsupervisedData
		KPCA []struct {
			Data, Kernel      string
			Parameters        []float64
			Components        int
			Eigenvalues       []float64
			Scores, Projected [][]float64
			RawEigenvalues    []float64   `json:"raw_eigenvalues"`
			RawScores         [][]float64 `json:"raw_scores"`
			RawProjected      [][]float64 `json:"raw_projected"`
		}
		PCA []struct {
			Data              string
			Components        int
			Variances         []float64
			Scores, Projected [][]float64
		}
	}
	readJSON(t, "testdata/reference_unsupervised.json", &reference)
	if len(reference.KPCA) == 0 || len(reference.PCA) == 0 {
		t.Fatal("the reference file is empty")
	}
	for _, r := range reference.KPCA {
		d, k := reference.Data[r.Data], kernelNamed(r.Kernel, r.Parameters)
		K, C := Gram(k, d.X), Cross(k, d.New, d.X)
		for _, test := range []struct {
			centred           bool
			eigenvalues       []float64
			scores, projected [][]float64
		}{{true, r.Eigenvalues, r.Scores, r.Projected}, {false, r.RawEigenvalues, r.RawScores, r.RawProjected}} {
			if test.eigenvalues[r.Components-1] < 1e-9 { // beyond the rank
				continue
			}
			t.Run(fmt.Sprintf("%s/%v/%v", r.Data, k, test.centred), func(t *testing.T) {
				for _, scaling := range []Scaling{UnitDirection, UnitCoefficients} {
					c := mustKPCA(t, KernelPCA{r.Components, test.centred, scaling}, K)
					P := Must(c.Project(C))
					if scaling == UnitCoefficients {
						for j, lambda := range c.Eigenvalues {
							for _, m := range []*mat.Dense{c.Scores, P} {
								rows, _ := m.Dims()
								column := m.Slice(0, rows, j, j+1).(*mat.Dense)
								column.Scale(1/math.Sqrt(lambda), column)
							}
						}
					}
					wantClose(t, "eigenvalues", c.Eigenvalues, test.eigenvalues, referenceTolerance)
					wantColumns(t, "scores", c.Scores, test.scores)
					wantColumns(t, "new scores", P, test.projected)
				}
			})
		}
	}
	for _, r := range reference.PCA {
		d := reference.Data[r.Data]
		c := mustKPCA(t, KernelPCA{Components: r.Components, Centred: true}, Gram(Linear{}, d.X))
		P := Must(c.Project(Cross(Linear{}, d.New, d.X)))
		wantClose(t, "variances", c.Variances, r.Variances, referenceTolerance)
		wantColumns(t, "scores", c.Scores, r.Scores)
		wantColumns(t, "new scores", P, r.Projected)
	}
}

// Numbers by kernlab's kpca and R's prcomp: testdata/reference_unsupervised.R has
// the calls.
func TestReferenceComponentsR(t *testing.T) {
	var r map[string][]float64
	readJSON(t, "testdata/reference_unsupervised_R.json", &r)
	x := slices.Collect(slices.Chunk(r["points"], 4))
	c := mustKPCA(t, KernelPCA{Components: 3, Centred: true}, Gram(Gaussian{1.5}, x))
	pca := mustKPCA(t, KernelPCA{Components: 3, Centred: true}, Gram(Linear{}, x))
	wantClose(t, "kpca variances", c.Variances, r["kpca_variances"], referenceTolerance)
	wantClose(t, "prcomp variances", pca.Variances, r["prcomp_variances"], referenceTolerance)
	for j := range 3 {
		column := func(v []float64) []float64 { return v[j*len(x) : (j+1)*len(x)] }
		wantClose(t, "kpca scores", mat.Col(nil, j, c.Scores), column(r["kpca_scores"]), referenceTolerance)
		wantClose(t, "prcomp scores", mat.Col(nil, j, pca.Scores), column(r["prcomp_scores"]), referenceTolerance)
	}
}

// sameDivision reports whether two labellings differ in the numbers only.
func sameDivision(a, b []int) bool {
	to, from := make(map[int]int), make(map[int]int)
	for i := range a {
		t, seen := to[a[i]]
		f, known := from[b[i]]
		if seen && t != b[i] || known && f != a[i] {
			return false
		}
		to[a[i]], from[b[i]] = b[i], a[i]
	}
	return len(a) == len(b)
}

// A clusterReference is what reference_unsupervised.py computed of groups and outliers.
type clusterReference struct {
	Data   map[string]unsupervisedData
	KMeans []struct {
		Data          string
		Start, Labels []int
		Objective     float64
	}
	KNN []struct {
		Data, Kernel      string
		Parameters        []float64
		Neighbours        int
		Labels            []int
		Distances, Shares [][]float64
		Indices           [][]int
	}
	Linkage []struct {
		Data, Kernel, Method string
		Parameters           []float64
		Merges               [][]float64
		Cut                  []int
	}
	DBSCAN []struct {
		Data, Kernel string
		Parameters   []float64
		Radius       float64
		Least        int
		Labels, Core []int
	}
	Outliers []struct {
		Data, Kernel string
		Parameters   []float64
		Scores, New  []float64
	}
}

// Numbers by scikit-learn and SciPy.
func TestReferenceClusters(t *testing.T) {
	var reference clusterReference
	readJSON(t, "testdata/reference_unsupervised.json", &reference)
	if len(reference.KMeans) == 0 || len(reference.KNN) == 0 || len(reference.Linkage) == 0 ||
		len(reference.DBSCAN) == 0 || len(reference.Outliers) == 0 {
		t.Fatal("the reference file is empty")
	}
	reference.checkKMeans(t)
	reference.checkNeighbours(t)
	reference.checkLinkage(t)
	reference.checkDBSCAN(t)
	reference.checkOutliers(t)
}

func (reference *clusterReference) checkKMeans(t *testing.T) {
	for i, r := range reference.KMeans {
		clusters := slices.Max(r.Start) + 1
		c := Must(KMeans{clusters, 1}.From(t.Context(), Gram(Linear{}, reference.Data[r.Data].X), r.Start))
		wantNear(t, fmt.Sprintf("k-means %d: objective", i), c.Objective, r.Objective, referenceTolerance)
		wantEqual(t, fmt.Sprint("k-means ", i), c.Labels, r.Labels)
	}
}

func (reference *clusterReference) checkNeighbours(t *testing.T) {
	for _, r := range reference.KNN {
		d, k := reference.Data[r.Data], kernelNamed(r.Kernel, r.Parameters)
		for i, v := range (KNN{r.Neighbours}).Classify(distancesTo(k, d.New, d.X), d.Labels) {
			what := fmt.Sprintf("%v: neighbours of %d", k, i)
			wantClose(t, what, v.Distances, r.Distances[i], referenceTolerance)
			wantEqual(t, what, v.Neighbours, r.Indices[i])
			wantNear(t, what, v.Share, slices.Max(r.Shares[i]), referenceTolerance)
			// scikit-learn breaks ties by the smaller label.
			tied := 0
			for _, share := range r.Shares[i] {
				if share == slices.Max(r.Shares[i]) {
					tied++
				}
			}
			if tied == 1 && v.Label != r.Labels[i] {
				t.Errorf("%s: class %d, want %d", what, v.Label, r.Labels[i])
			}
		}
	}
}

func (reference *clusterReference) checkLinkage(t *testing.T) {
	for _, r := range reference.Linkage {
		k := kernelNamed(r.Kernel, r.Parameters)
		l := linkages[slices.IndexFunc(linkages, func(l Linkage) bool { return l.String() == r.Method })]
		tree := Must(Agglomerate(t.Context(), Must(FeatureDistances(Gram(k, reference.Data[r.Data].X))), l))
		for i, m := range tree.Merges {
			got := []float64{float64(m.A), float64(m.B), m.Height, float64(m.Size)}
			want := r.Merges[i]
			if got[0] != want[0] || got[1] != want[1] || got[3] != want[3] ||
				!(math.Abs(got[2]-want[2]) <= referenceTolerance*want[2]) {
				t.Errorf("%v linkage of %s by %v: merge %d is %v, want %v", l, r.Data, k, i, got, want)
				break
			}
		}
		if !sameDivision(tree.Cut(4), r.Cut) {
			t.Errorf("%v linkage of %s by %v: other clusters", l, r.Data, k)
		}
	}
}

func (reference *clusterReference) checkDBSCAN(t *testing.T) {
	found := 0
	for _, r := range reference.DBSCAN {
		k := kernelNamed(r.Kernel, r.Parameters)
		D := Must(FeatureDistances(Gram(k, reference.Data[r.Data].X)))
		c := DBSCAN{r.Radius, r.Least}.Fit(D)
		found = max(found, c.Clusters)
		what := fmt.Sprintf("density of %s by %v within %g", r.Data, k, r.Radius)
		core := []int{}
		for i, is := range c.Core {
			if is {
				core = append(core, i)
			}
			// scikit-learn gives a border point to the first of several clusters.
			several := false
			for j := range c.Core {
				several = several || !is && c.Core[j] && D.At(i, j) <= r.Radius && c.Labels[j] != c.Labels[i]
			}
			if !several && c.Labels[i] != r.Labels[i] {
				t.Errorf("%s: point %d in %d, want %d", what, i, c.Labels[i], r.Labels[i])
			}
		}
		wantEqual(t, what+": core", core, r.Core)
	}
	if found < 2 {
		t.Error("no reference has two density clusters")
	}
}

func (reference *clusterReference) checkOutliers(t *testing.T) {
	for _, r := range reference.Outliers {
		d, k := reference.Data[r.Data], kernelNamed(r.Kernel, r.Parameters)
		m := Must(OutlierScores(Gram(k, d.X)))
		scores := Must(m.Of(SelfKernels(k, d.New), Cross(k, d.New, d.X)))
		wantClose(t, "outlier scores", m.Distances, r.Scores, referenceTolerance)
		wantClose(t, "new outlier scores", scores, r.New, referenceTolerance)
	}
}

// Numbers by R's kmeans and hclust.
func TestReferenceClustersR(t *testing.T) {
	var r map[string][]float64
	readJSON(t, "testdata/reference_unsupervised_R.json", &r)
	x := slices.Collect(slices.Chunk(r["points"], 4))
	// R starts from centres, points 0, 19 and 39: the division by these is the start.
	start := make([]int, len(x))
	for i, xi := range x {
		for c, seed := range []int{0, 19, 39} {
			if Euclidean.Distance(xi, x[seed]) < Euclidean.Distance(xi, x[[]int{0, 19, 39}[start[i]]]) {
				start[i] = c
			}
		}
	}
	c := Must(KMeans{3, 1}.From(t.Context(), Gram(Linear{}, x), start))
	wantNear(t, "k-means objective", c.Objective, r["kmeans_objective"][0], referenceTolerance)
	for i, l := range c.Labels {
		if float64(l+1) != r["kmeans_labels"][i] {
			t.Errorf("k-means: point %d in %d, want %g", i, l+1, r["kmeans_labels"][i])
		}
	}
	D := Must(FeatureDistances(Gram(Gaussian{1.5}, x)))
	for _, l := range linkages {
		tree := Must(Agglomerate(t.Context(), D, l))
		heights := make([]float64, len(tree.Merges))
		for i, m := range tree.Merges {
			heights[i] = m.Height
		}
		wantClose(t, l.String()+" heights", heights, r[l.String()+"_heights"], referenceTolerance)
	}
}
