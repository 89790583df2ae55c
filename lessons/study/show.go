package study

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/points"
	"github.com/gramophone-course/gramophone/plots"
)

// Show has the panels, the numbers and what they say.
func (s *study) Show(f *course.Form) *course.Picture {
	if s.refused != "" {
		return &course.Picture{Message: s.refused, Description: s.refused}
	}
	p := &course.Picture{Numbers: s.numbers(), Says: s.says(), Advice: s.advice(), Series: s.series(),
		Matrices: []course.NamedMatrix{{Name: "loo", Values: s.tuned.Map}}}
	opened := s.opens && len(s.Sealed) > 0
	if opened {
		p.Openings = s.saysOpened()
	}
	p.Code = s.program(f, opened)
	if s.Labels == nil {
		p.Columns = [][]plots.Panel{{s.leftOutPanel(opened), s.slicesPanel(), s.orderPanel()},
			{s.rivalsPanel(), s.mapPanel(), s.relevancePanel()}}
	} else {
		p.Columns = [][]plots.Panel{{s.classesPanel(), s.calibrationPanel()},
			{s.confusionPanel(), s.rivalsPanel(), s.mapPanel(), s.relevancePanel()}}
	}
	if s.fresh != nil {
		p.Listing = s.listing()
	}
	if k := s.pointed(); k >= 0 {
		p.SaysOfDatum = []course.Said{s.saysOfRow(k)}
	}
	return p
}

// pointed is the place among the open rows of that pointed at; −1 for none.
func (s *study) pointed() int {
	if s.at >= len(s.Open) {
		return -1
	}
	return s.at
}

// errorUnit is that of a difference of two responses: of two dates it has no beginning.
func (d *Design) errorUnit() string {
	unit, _, _ := strings.Cut(d.Out.Unit, " since ")
	return unit
}

func (s *study) responses() []float64 { return engine.Pick(s.Y, s.Open) }

// without is what the method shown predicts of each open row without it: of the kernel with the row left out at the ℓ
// and λ chosen, of another by the five folds that it is judged in.
func (s *study) without() []float64 {
	if s.ofKernel() {
		return s.leftOut[0]
	}
	predicted := make([]float64, len(s.Open))
	for k, p := range s.judged[s.method.Name].Predicted {
		predicted[k] = p[0]
	}
	return predicted
}

// ofKernel reports whether the method shown is the kernel.
func (s *study) ofKernel() bool { return s.method.Name == Methods[0].Name }

// byMethod ends the title of a panel that shows another method than the kernel.
func (s *study) byMethod() string {
	if s.ofKernel() {
		return ""
	}
	return ": " + shortNames[s.method.Name]
}

// toKernel ends the title of a panel that is the kernel's, where another method is shown.
func (s *study) toKernel() string {
	if s.ofKernel() {
		return ""
	}
	return " to the kernel"
}

func (s *study) leftOutPanel(opened bool) plots.Panel {
	y, without, band := s.responses(), s.without(), s.bandOf
	lo, hi := points.Span(append(y[:len(y):len(y)], without...), 0.04)
	v := plots.Curves{
		X: plots.Axis{Label: course.WithUnit(s.Out.Name, s.Out.Unit), Min: lo, Max: hi},
		Y: plots.Axis{Label: course.WithUnit("predicted without "+s.leftOutIs(), s.Out.Unit), Min: lo,
			Max: hi},
		PointsName: "a row", Legend: true,
		Bands: []plots.Band{{Name: "19 of 20 rows", Xs: []float64{lo, hi}, Lo: []float64{lo - band, hi - band},
			Hi: []float64{lo + band, hi + band}}},
		Lines: []plots.Line{{Name: "as it is", Xs: []float64{lo, hi}, Ys: []float64{lo, hi}, Color: plots.Soft,
			Width: 1.4, Dash: true}},
	}
	for k := range y {
		v.Points = append(v.Points, plots.Point{X: y[k], Y: without[k]})
	}
	if opened {
		v.OthersName = "a sealed row"
		all, _ := s.OfSealed(s.judged[s.method.Name])
		for k, i := range s.Sealed {
			v.Others = append(v.Others, plots.Point{X: s.Y[i], Y: all[k][0]})
		}
	}
	if k := s.pointed(); k >= 0 {
		v.Markers = append(v.Markers, points.Ring(s.Rows[s.Open[k]], y[k], without[k]))
	}
	title := "What is predicted of each row without " + s.leftOutIs() + s.byMethod()
	return plots.Panel{ID: "fit-left-out", Title: title, Width: course.Wide, Height: 480, Plot: v, Lead: true}
}

func (s *study) orderPanel() plots.Panel {
	residuals := s.responses()
	floats.Sub(residuals, s.without())
	most := plots.RoundUp(floats.Norm(residuals, math.Inf(1)))
	rows := make([]float64, len(residuals))
	v := plots.Curves{
		Y: plots.Axis{Label: course.WithUnit("missed by", s.errorUnit()), Min: -most, Max: most},
	}
	for k, i := range s.Open {
		rows[k] = float64(s.Rows[i] + 1)
		v.Points = append(v.Points, plots.Point{X: rows[k], Y: residuals[k]})
	}
	v.X = plots.Axis{Label: "row of the table", Min: 0, Max: rows[len(rows)-1] + 1}
	v.Lines = []plots.Line{{Xs: []float64{0, v.X.Max}, Ys: []float64{0, 0}, Color: plots.Soft, Width: 1}}
	return plots.Panel{ID: "fit-order", Title: "What is missed, in the order of rows" + s.byMethod(),
		Width: course.Wide, Height: 200, Plot: v}
}

// rivalsPanel has of each other method by how much more it misses than the kernel, of the kernel's own.
func (s *study) rivalsPanel() plots.Panel {
	kernel := s.judged["kernel"].Missed
	own := floats.Sum(kernel) / float64(len(kernel))
	if own == 0 {
		own = 1 / float64(len(kernel))
	}
	v := plots.Curves{}
	names, most, least := []string{}, 10.0, -10.0
	for k, m := range s.methods()[1:] {
		d, at := s.Compared(s.judged[m.Name], s.judged["kernel"]), float64(k+1)
		mean, wide := 100*d.Mean/own, 200*d.SE/own
		shown := math.Min(mean, mostMore)
		name := shortNames[m.Name]
		if mean > mostMore {
			name += " ×" + course.FormatNumber(course.Round(1+mean/100, 2))
		}
		names = append(names, name)
		lo, hi := math.Max(mean-wide, -mostMore), math.Min(mean+wide, mostMore)
		v.Lines = append(v.Lines, plots.Line{Xs: []float64{lo, hi}, Ys: []float64{at, at}, Color: plots.Curve,
			Width: 2.4})
		v.Points = append(v.Points, plots.Point{X: shown, Y: at})
		most, least = math.Max(most, hi), math.Min(least, lo)
	}
	label := "squared error beyond the kernel’s, %"
	if s.Labels != nil {
		label = "rows missed beyond the kernel’s, %"
	}
	v.X = plots.Axis{Label: label, Min: least * 1.05, Max: most * 1.05}
	v.Y = plots.Axis{Min: 0.4, Max: float64(len(names)) + 1.3, Whole: true, Names: strings.Join(names, "\n")}
	v.VLines = []plots.Mark{{At: 0, Name: "as the kernel"}}
	return plots.Panel{ID: "fit-rivals", Title: "Others, each at its own best", Width: course.Square, Height: 240,
		Plot: v}
}

// mostMore is the most per cent that is drawn.
const mostMore = 200

var shortNames = map[string]string{"mean": "mean", "ridge": "plane", "neighbours": "nearest",
	"forest": "forest", "boosting": "boosting", "widths": "widths"}

func (s *study) mapPanel() plots.Panel {
	ells := make([]float64, len(Widths))
	for j, w := range Widths {
		ells[j] = w * s.tuned.Median
	}
	i, j := s.tuned.best()
	e := plots.ErrorMap{
		X:      plots.Axis{Label: "ℓ", Min: ells[0], Max: ells[len(ells)-1], Log: true},
		Y:      plots.Axis{Label: "λ", Min: Lambdas[0], Max: Lambdas[len(Lambdas)-1], Log: true},
		Values: s.tuned.Map, Label: "error, rows left out", Unit: s.errorUnit(), Clip: 2 * s.tuned.Map.At(i, j),
		Best:  plots.Marker{X: ells[j], Y: Lambdas[i], Name: "least"},
		VLine: plots.Mark{At: s.tuned.Median, Name: "median"},
	}
	if s.Labels != nil {
		e.Unit = ""
	}
	return plots.Panel{ID: "fit-map", Title: "Where ℓ and λ miss least", Width: course.Square, Height: 280, Plot: e}
}

// mostColumns are drawn with what they are worth.
const mostColumns = 8

func (s *study) relevancePanel() plots.Panel {
	shown := s.relevance[:min(mostColumns, len(s.relevance))]
	v := plots.Curves{}
	names, most := []string{}, 1.1
	for k := range shown {
		r := shown[len(shown)-1-k] // the largest on top
		names = append(names, shortened(s.columnName(r.Column), 11))
		v.Lines = append(v.Lines, plots.Line{Xs: []float64{1, r.Ratio}, Ys: []float64{float64(k + 1), float64(k + 1)},
			Color: plots.Curve, Width: 2.4})
		v.Points = append(v.Points, plots.Point{X: r.Ratio, Y: float64(k + 1)})
		most = math.Max(most, r.Ratio)
	}
	v.X = plots.Axis{Label: "error when shuffled, as a multiple", Min: 0.95, Max: 1 + 1.08*(most-1)}
	v.Y = plots.Axis{Min: 0.4, Max: float64(len(names)) + 0.6, Whole: true, Names: strings.Join(names, "\n")}
	v.VLines = []plots.Mark{{At: 1, Name: ""}}
	return plots.Panel{ID: "fit-columns", Title: "Which columns matter" + s.toKernel(), Width: course.Square,
		Height: 90 + 22*float64(len(names)), Plot: v}
}

func shortened(name string, most int) string {
	name = strings.Join(strings.Fields(name), " ")
	if r := []rune(name); len(r) > most {
		name = string(r[:most-1]) + "…"
	}
	return name
}

// classNames are those of the classes where each has little room: without what all of them begin with, where one is
// too long with it.
func (s *study) classNames() (names []string) {
	most := max(3, 18/len(s.Classes))
	common := s.Classes[0]
	for _, name := range s.Classes {
		for !strings.HasPrefix(name, common) {
			_, size := utf8.DecodeLastRuneInString(common)
			common = common[:len(common)-size]
		}
	}
	if !slices.ContainsFunc(s.Classes, func(name string) bool { return utf8.RuneCountInString(name) > most }) {
		common = ""
	}
	for _, name := range s.Classes {
		if rest := strings.TrimPrefix(name, common); rest != "" {
			name = rest
		}
		names = append(names, shortened(name, most))
	}
	return names
}

// slicesPanel is how the prediction changes from that of a row where one input changes: of the six inputs
// that matter most.
func (s *study) slicesPanel() plots.Panel {
	k := s.pointed()
	if k < 0 {
		k = sortedBy(s.responses())[len(s.Open)/2]
	}
	row := s.X[s.Open[k]]
	here := s.tuned.Predict([][]float64{row})[0][0]
	m := plots.Multiples{Note: fmt.Sprintf("row %d, one input changed%s", s.Rows[s.Open[k]]+1, s.bandIs())}
	most := 0.0
	for _, r := range s.relevance {
		for _, j := range s.inputsOf(r.Column) {
			if s.Inputs[j].Word || len(m.Parts) == 6 {
				continue
			}
			part := s.slice(j, row, here)
			most = math.Max(most, floats.Norm(part.Lines[0].Ys, math.Inf(1))+s.band)
			m.Parts = append(m.Parts, part)
		}
	}
	top := plots.RoundUp(math.Max(most, 1e-12))
	for i := range m.Parts {
		m.Parts[i].Y = plots.Axis{Min: -top, Max: top}
	}
	return plots.Panel{ID: "fit-slices", Title: "What one input does" + s.toKernel(), Width: course.Wide, Height: 260,
		Plot: m}
}

func (s *study) slice(j int, row []float64, here float64) plots.Multiple {
	const places = 33
	lo, hi := math.Inf(1), math.Inf(-1)
	for _, i := range s.Open {
		lo, hi = math.Min(lo, s.X[i][j]), math.Max(hi, s.X[i][j])
	}
	var xs []float64
	var rows [][]float64
	for g := range places {
		x := append([]float64(nil), row...)
		x[j] = lo + (hi-lo)*float64(g)/(places-1)
		xs, rows = append(xs, x[j]), append(rows, x)
	}
	ys := s.tuned.Predict(rows)[0]
	floats.AddConst(-here, ys)
	in := s.Inputs[j]
	m := plots.Multiple{Name: shortened(in.Name, 14),
		X:     plots.Axis{Min: lo, Max: hi},
		Lines: []plots.Line{{Xs: xs, Ys: ys, Color: plots.Curve, Width: 2}}}
	if s.Labels == nil {
		band := plots.Band{Xs: xs, Lo: slices.Clone(ys), Hi: slices.Clone(ys)}
		floats.AddConst(-s.band, band.Lo)
		floats.AddConst(s.band, band.Hi)
		m.Bands = []plots.Band{band}
	}
	return m
}

// bandIs ends the note over the slices of a response.
func (s *study) bandIs() string {
	if s.Labels != nil {
		return ""
	}
	return "; band: 19 of 20 rows"
}

// classesPanel has of each row the probability that the class it has was given, without it.
func (s *study) classesPanel() plots.Panel {
	v := plots.Scatter{
		X: plots.Axis{Label: "rows, by their class and in their order", Min: 0, Max: float64(len(s.Open) + 1)},
		Y: plots.Axis{Label: "probability of the class it has", Min: -0.02, Max: 1.02},
	}
	place := 0
	for class, name := range s.Classes {
		c := plots.Class{Name: name}
		for k, i := range s.Open {
			if s.Labels[i] != class {
				continue
			}
			place++
			at := plots.Point{X: float64(place), Y: s.judged[s.method.Name].Predicted[k][class]}
			c.Points, c.Index = append(c.Points, at), append(c.Index, k)
			if k == s.pointed() {
				v.Markers = append(v.Markers, points.Ring(s.Rows[i], at.X, at.Y))
			}
		}
		v.Classes = append(v.Classes, c)
	}
	v.Lines = []plots.Line{{Xs: []float64{0, v.X.Max}, Ys: []float64{0.5, 0.5}, Color: plots.Soft, Width: 1,
		Dash: true}}
	return plots.Panel{ID: "fit-classes", Title: "How sure it is of the right class" + s.byMethod(),
		Width: course.Wide, Height: 420, Plot: v, Lead: true}
}

// confusionPanel counts which class is taken for which.
func (s *study) confusionPanel() plots.Panel {
	n := len(s.Classes)
	counts := mat.NewDense(n, n, nil)
	for k, i := range s.Open {
		said := floats.MaxIdx(s.judged[s.method.Name].Predicted[k])
		counts.Set(s.Labels[i], said, counts.At(s.Labels[i], said)+1)
	}
	h := plots.Heatmap{Values: counts, Label: "rows", Row: "it is", Col: "it is taken for", Numbers: true}
	for _, name := range s.classNames() {
		h.Groups = append(h.Groups, plots.Group{Name: name, Size: 1})
	}
	return plots.Panel{ID: "fit-confusion", Title: "Taken for" + s.byMethod(), Width: course.Square, Height: 300,
		Plot: h}
}

// calibrationPanel has in how many rows that were given a probability the class was so.
func (s *study) calibrationPanel() plots.Panel {
	const bins = 8
	var said, so, count [bins]float64
	for k, i := range s.Open {
		for class, p := range s.judged[s.method.Name].Predicted[k] {
			b := min(int(p*bins), bins-1)
			said[b], count[b] = said[b]+p, count[b]+1
			if s.Labels[i] == class {
				so[b]++
			}
		}
	}
	v := plots.Curves{
		X:     plots.Axis{Label: "probability that was given", Min: 0, Max: 1},
		Y:     plots.Axis{Label: "share of rows in which it was so", Min: -0.03, Max: 1.03},
		Lines: []plots.Line{{Xs: []float64{0, 1}, Ys: []float64{0, 1}, Color: plots.Soft, Width: 1.2, Dash: true}},
	}
	for b := range bins {
		if count[b] == 0 {
			continue
		}
		x, y := said[b]/count[b], so[b]/count[b]
		se := 2 * math.Sqrt(math.Max(y*(1-y), 0.25/count[b])/count[b])
		v.Lines = append(v.Lines, plots.Line{Xs: []float64{x, x}, Ys: []float64{math.Max(y-se, 0), math.Min(y+se, 1)},
			Color: plots.Curve, Width: 1.6})
		v.Points = append(v.Points, plots.Point{X: x, Y: y})
	}
	return plots.Panel{ID: "fit-calibration", Title: "Are its probabilities right?", Width: course.Wide, Height: 260,
		Plot: v}
}

func (s *study) numbers() []course.Number {
	kernel, mean := s.judged["kernel"], s.judged["mean"]
	unit := s.errorUnit()
	if s.Labels != nil {
		unit = "%"
	}
	all := []course.Number{
		{Name: "new_rows", Label: "error on new rows", Value: s.shown(s.Error(kernel.Missed)), Unit: unit,
			Means: "What is missed in rows that neither the fit nor the choice of ℓ and λ has seen: five folds, each " +
				"with its own choice."},
		{Name: "no_inputs", Label: "without any input", Value: s.shown(s.Error(mean.Missed)), Unit: unit,
			Means: "The same for one who says the mean, or the largest class, of every row."},
	}
	i, j := s.tuned.best()
	if s.Labels == nil {
		all = append(all,
			course.Number{Name: "loo_rmse", Label: "left out, after choosing", Value: s.tuned.Map.At(i, j), Unit: unit,
				Means: "The error with each row, or its group, left out at the ℓ and λ that were chosen by it: a " +
					"little too good."},
			course.Number{Name: "band", Label: "19 of 20 within ±", Value: s.band, Unit: unit,
				Means: "Of 100 rows 95 were missed by no more, in five folds, each with its own choice."})
	} else {
		all = append(all, course.Number{Name: "log_loss", Label: "log loss", Value: kernel.LogLoss, Unit: "nats",
			Means: "The mean of −log of the probability that a row's own class was given: 0 for who is always sure " +
				"and right."},
			course.Number{Name: "no_inputs_log_loss", Label: "log loss without any input", Value: mean.LogLoss,
				Unit: "nats", Means: "The same for one who gives each class the share that it has."})
	}
	return append(all,
		course.Number{Name: "bandwidth", Label: "ℓ", Value: s.tuned.Kernel.Length,
			Means: "The bandwidth, with inputs standardised."},
		course.Number{Name: "lambda", Label: "λ", Value: s.tuned.Lambda, Means: "The λ of the mean loss."},
		course.Number{Name: "rows", Label: "rows fitted", Value: float64(len(s.Open)), Whole: true},
		course.Number{Name: "sealed", Label: "rows sealed", Value: float64(len(s.Sealed)), Whole: true},
		course.Number{Name: "openings", Label: "times opened", Value: float64(s.openings.All), Whole: true,
			Means: "In how many states the sealed rows of this table were opened, by whoever has its address."},
		course.Number{Name: "inputs", Label: "inputs", Value: float64(len(s.Inputs)), Whole: true})
}

func (s *study) series() []course.Series {
	rows := make([]float64, len(s.Open))
	for k, i := range s.Open {
		rows[k] = float64(s.Rows[i] + 1)
	}
	var all []course.Series
	if s.Labels == nil {
		all = append(all, course.Table("left_out", "row y predicted", rows, s.responses(), s.leftOut[0]))
	} else {
		own, label := make([]float64, len(rows)), make([]float64, len(rows))
		for k, i := range s.Open {
			label[k] = float64(s.Labels[i] + 1)
			own[k] = s.judged["kernel"].Predicted[k][s.Labels[i]]
		}
		all = append(all, course.Table("left_out", "row class probability", rows, label, own))
	}
	var more, se, errors []float64
	for _, m := range s.methods() {
		d := s.Compared(s.judged[m.Name], s.judged["kernel"])
		more, se = append(more, d.Mean), append(se, d.SE)
		errors = append(errors, s.shown(s.Error(s.judged[m.Name].Missed)))
	}
	var columns, ratios []float64
	for _, r := range s.relevance {
		columns, ratios = append(columns, float64(r.Column+1)), append(ratios, r.Ratio)
	}
	if s.fresh != nil {
		all = append(all, s.newSeries())
	}
	return append(all, course.Table("methods", "error more se", errors, more, se),
		course.Table("columns", "column shuffled", columns, ratios))
}
