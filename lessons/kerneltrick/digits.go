package kerneltrick

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/data"
	"github.com/gramophone-course/gramophone/plots"
)

// The figure digits: odd digits from even ones, by kernel ridge regression on
// products of pixels.

const (
	sorted     = 400 // images that are sorted, and were not learnt from
	mostLearnt = 300
	// digitsLearnt are learnt from as the figure opens.
	digitsLearnt = 200
	opened       = mostLearnt + sorted // images that are open; the others are sealed
	pixelCount   = 64
	most         = 8    // degree
	sortedGoal   = 0.04 // the share misread that the goal allows

	mosaicRows, mosaicCols, imageSide = 4, 6, 8
)

// A sorting is images sorted by what was learnt from others.
type sorting struct {
	// What the controls say.
	degree, n, seed int
	lambda          float64

	// What is computed.
	*mail
	f     []float64 // of each image to sort; nil where there is no fit
	wrong []int     // those that are misread
	share float64   // of all
	odd   int       // of those misread
	even  int
}

var buildDigits = course.Steps(func(f *course.Form) course.Work {
	return &sorting{
		degree: f.Int("degree", "degree q", 1, 1, most, course.Term("degree")),
		n:      f.Int("n", "images to learn from", digitsLearnt, 20, mostLearnt),
		lambda: f.LogFloat("lambda", "λ", 1e-4, 1e-8, 1, course.Term("lambda")),
		seed:   f.Int("seed", "choice of images", 1, 1, 99, course.More),
	}
})

// Compute learns from the first n images, and sorts the others.
func (r *sorting) Compute(ctx context.Context, memo *course.Memo) error {
	var err error
	if r.mail, err = course.Remember(ctx, memo, mailOf{r.seed}); err != nil {
		return err
	}
	if r.f, err = r.read(r.n, r.degree, r.lambda); err != nil {
		r.f = nil // the message says so
		return nil
	}
	r.wrong = r.misread(r.f)
	r.share = float64(len(r.wrong)) / sorted
	r.odd, r.even = r.count(r.wrong, 1), r.count(r.wrong, -1)
	return nil
}

// mail is a choice of images with their inner products. An image's inks, 0 to 1, are
// divided by 8, so that xᵀx′ is below 1.
type mail struct {
	images       [][]float64 // those to sort, 0 to 1
	parities     []float64   // of those, 1 odd and −1 even
	learnt       []float64   // of those to learn from
	learntImages [][]float64
	among        *mat.Dense // xᵀx′, mostLearnt × mostLearnt
	between      *mat.Dense // sorted × mostLearnt
}

type mailOf struct{ seed int }

// deal divides all images into those that are open and those in an envelope: in that of
// number 0, the figure's, and in others.
func deal(number int) (open, sealed []int) {
	order := rand.New(rand.NewPCG(uint64(number), opened)).Perm(data.Digits().Len())
	return order[:opened], order[opened:]
}

// Compute draws the images, and returns the bytes of them.
func (of mailOf) Compute(context.Context, *course.Memo) (*mail, int, error) {
	return of.mail(), 8*(mostLearnt*mostLearnt+sorted*mostLearnt) + 8*(sorted+mostLearnt)*(pixelCount+1), nil
}

func (of mailOf) mail() *mail {
	order := chosen(of.seed)
	return mailOfImages(order[:mostLearnt], order[mostLearnt:])
}

// chosen are the open images in the order of a choice: those to learn from come first.
func chosen(seed int) (order []int) {
	open, _ := deal(0)
	for _, i := range rand.New(rand.NewPCG(uint64(seed), 0)).Perm(len(open)) {
		order = append(order, open[i])
	}
	return order
}

// mailOfImages learns from some images and sorts others.
func mailOfImages(learn, sort []int) *mail {
	m := &mail{among: mat.NewDense(len(learn), len(learn), nil), between: mat.NewDense(len(sort), len(learn), nil)}
	var X, Z *mat.Dense
	X, m.learntImages, m.learnt = inks(learn)
	Z, m.images, m.parities = inks(sort)
	m.among.Mul(X, X.T())
	m.between.Mul(Z, X.T())
	return m
}

// inks are images as rows divided by 8, as they are, 0 to 1, and whether they are odd.
func inks(images []int) (X *mat.Dense, rows [][]float64, odd []float64) {
	all := data.Digits()
	X = mat.NewDense(len(images), pixelCount, nil)
	for i, at := range images {
		row := make([]float64, pixelCount)
		for j, ink := range all.X[at] {
			row[j] = ink / 16
			X.Set(i, j, row[j]/8)
		}
		rows, odd = append(rows, row), append(odd, float64(2*(all.Labels[at]%2)-1))
	}
	return X, rows, odd
}

// power is the kernel of a degree, (1 + xᵀx′)^q, of an inner product.
func power(inner float64, degree int) float64 {
	k := 1.0
	for range degree {
		k *= 1 + inner
	}
	return k
}

// gram is K of the first n images to learn from.
func (m *mail) gram(n, degree int) *mat.SymDense {
	return engine.Symmetric(n, func(i, j int) float64 { return power(m.among.At(j, i), degree) })
}

// read is f of each image to sort, learnt from the first n.
func (m *mail) read(n, degree int, lambda float64) ([]float64, error) {
	alpha, err := engine.SolveKRR(m.gram(n, degree), m.learnt[:n], lambda)
	if err != nil {
		return nil, err
	}
	f := make([]float64, len(m.images))
	for i := range f {
		for j, a := range alpha {
			f[i] += a * power(m.between.At(i, j), degree)
		}
	}
	return f, nil
}

// misread are the images whose f has the wrong sign, the most wrong first.
func (m *mail) misread(f []float64) []int {
	var wrong []int
	for i, v := range f {
		if v*m.parities[i] <= 0 {
			wrong = append(wrong, i)
		}
	}
	slices.SortStableFunc(wrong, func(a, b int) int { return cmp.Compare(math.Abs(f[b]), math.Abs(f[a])) })
	return wrong
}

// uncertain is the standard error of a share of the images that are sorted.
func uncertain(share float64) float64 { return math.Sqrt(share * (1 - share) / sorted) }

const (
	saysSorted = "Degree {degree}, learnt from {n} images: of {others} others {misread} are misread, {share}, " +
		"give or take {uncertain}. Of these {odd} are odd and {even} even."
	saysNoFit = "No fit."
)

func (r *sorting) Show(form *course.Form) *course.Picture {
	if r.f == nil {
		return &course.Picture{
			Message: "There is no fit here: K + nλI is singular to working precision. " +
				"A larger λ brings it back.",
			Says: []course.Said{course.Say(saysNoFit)}}
	}
	percent := func(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }
	return &course.Picture{
		Columns: [][]plots.Panel{{r.strip(r.f, r.wrong)}, {r.mosaic(r.wrong)}},
		Numbers: []course.Number{
			{Name: "misread_percent", Label: "misread", Value: 100 * r.share, Unit: "%",
				Means: "How many of 100 images the sign of f puts on the wrong side, " +
					"of images that it has not learnt from."},
			{Name: "misread_standard_error", Label: "its standard error", Value: 100 * uncertain(r.share), Unit: "%",
				Means: "How far that share could be off by the luck of which images are sorted."},
			{Name: "features", Label: "features d", Value: featureCount(pixelCount, r.degree), Whole: true,
				Means: "How many products of up to q pixels there are: the features of one image, " +
					"and none of them is written."},
			{Name: "misread", Label: "misread images", Value: float64(len(r.wrong)), Whole: true},
		},
		Says: []course.Said{course.Say(saysSorted, r.degree, r.n, sorted, len(r.wrong), percent(r.share),
			percent(uncertain(r.share)), r.odd, r.even)},
		Goals: []course.Goal{{Name: "sorted", At: "degree=6&n=300", Now: percent(r.share), Reached: true,
			Hidden: &course.Hidden{Number: "misread_percent", Below: 100*sortedGoal + 0.01, Of: 15, Need: 13,
				Tuned: "degree=5&seed=63"},
			Text: fmt.Sprintf("Here it is %d of %d.", len(r.wrong), sorted)}},
		Series: []course.Series{course.Table("sorted", "f odd", r.f, r.parities)},
		Code: programs.Code("digits", form, course.Values{"Lambda": r.lambda,
			"Learnt": data.Letters(r.learntImages[:r.n], 1), "LearntOdd": parity(r.learnt[:r.n]),
			"Others": data.Letters(r.images, 1), "OthersOdd": parity(r.parities)}),
	}
}

// parity is a letter for each image, o for odd and e for even.
func parity(odd []float64) string {
	text := make([]byte, len(odd))
	for i, v := range odd {
		if text[i] = 'e'; v > 0 {
			text[i] = 'o'
		}
	}
	return string(text)
}

// count counts those of a class.
func (m *mail) count(images []int, odd float64) (n int) {
	for _, i := range images {
		if m.parities[i] == odd {
			n++
		}
	}
	return n
}

// strip has each image at its f, even ones below and odd ones above, spread so that all
// are seen.
func (m *mail) strip(f []float64, wrong []int) plots.Panel {
	v := plots.Curves{
		X:          plots.Axis{Label: "f(x)", Min: -2.5, Max: 2.5},
		Y:          plots.Axis{Label: "even below, odd above", Min: -2, Max: 2, Bare: true},
		PointsName: "an image", Legend: true, VLines: []plots.Mark{{Color: plots.Ink}},
	}
	for i, x := range f {
		p := plots.Point{X: x, Y: m.parities[i] + 1.5*(math.Mod(float64(i)*math.Phi, 1)-0.5)}
		v.Points = append(v.Points, p)
		if slices.Contains(wrong, i) {
			v.Markers = append(v.Markers, plots.Marker{X: p.X, Y: p.Y, Color: plots.Curve, Ring: true})
		}
	}
	return plots.Panel{ID: "digits-strip", Width: course.Wide,
		Title: fmt.Sprintf("%d images by the sign of f; ringed: misread", sorted), Height: 340, Plot: v}
}

// mosaic shows the misread images themselves, as far as there is room.
func (m *mail) mosaic(wrong []int) plots.Panel {
	const cell = imageSide + 1
	ink := mat.NewDense(mosaicRows*cell-1, mosaicCols*cell-1, nil)
	for at, i := range wrong[:min(len(wrong), mosaicRows*mosaicCols)] {
		top, left := at/mosaicCols*cell, at%mosaicCols*cell
		for j, v := range m.images[i] {
			ink.Set(top+j/imageSide, left+j%imageSide, v)
		}
	}
	title := course.Plural(len(wrong), "misread image")
	if len(wrong) > mosaicRows*mosaicCols {
		title = fmt.Sprintf("%d of %d misread images", mosaicRows*mosaicCols, len(wrong))
	}
	return plots.Panel{ID: "digits-misread", Title: title, Width: course.Square, Height: 340, Plot: plots.Heatmap{
		Values: ink, Scale: plots.Scale{Ramp: plots.Cividis, Max: 1}, Bare: true,
		Label: strings.TrimSuffix(strings.TrimSuffix(title, " images"), " image") + ", the worst first",
		Under: fmt.Sprintf("%d×%d pixels each", imageSide, imageSide)}}
}
