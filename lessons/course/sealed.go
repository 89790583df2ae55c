package course

import (
	"context"
	"encoding/csv"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/many"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/plots"
)

// Sealed are data that a figure has set aside: neither its fit nor the number that a reader
// chooses a setting by has seen them. She opens them once, and sees what her setting costs
// on them; the page remembers what she found. Her control is "envelope".
type Sealed struct {
	Of     string // what is set aside: "1,097 images that no fit has seen"
	Number string // the picture's number that she chooses by, where less is better

	// Needs is the value, "data=digits", that a control has to have; "" for none.
	Needs string

	// Open finds the number on what is sealed, with the setting in sight; one that is not finite
	// where nothing is sealed, or nothing is fitted.
	Open func(ctx context.Context, memo *Memo, p *Picture) (Opened, error)
}

// Opened is what a setting costs on sealed data.
type Opened struct {
	Value float64 // in the unit of the number that was chosen by
	SE    float64 // its standard error; NaN where it is not known

	// Others are the same of forty other envelopes: the data set aside anew, and the setting
	// the same. Chosen is the number by which a reader chooses there.
	Others []Envelope

	// Anew are the same where a setting is chosen in each as a reader chooses, and By says from what;
	// none where nobody has done so.
	Anew []Envelope
	By   string

	// Unlike is what else than the choice makes what is sealed cost more or less than what was chosen by, and in
	// how many envelopes therefore, as the end of a sentence; "" for nothing, and about half.
	Unlike string

	Beside []Beside // rivals on the same data, open and sealed
}

// Beside is what a rival that was fitted to what is open costs on what is sealed.
type Beside struct {
	Name  string
	Value float64
}

// An Envelope is a number on open data, and on those set aside.
type Envelope struct{ Chosen, Sealed float64 }

// Envelopes are those of a file in which each has a row, from 1 on, under the heading envelope,chosen,sealed.
func Envelopes(file string) (all []Envelope) {
	for _, row := range Must(csv.NewReader(strings.NewReader(file)).ReadAll())[1:] {
		all = append(all, Envelope{Must(strconv.ParseFloat(row[1], 64)), Must(strconv.ParseFloat(row[2], 64))})
	}
	return all
}

// EnvelopeControl is the name of the control by which a reader opens what is sealed.
const EnvelopeControl = "envelope"

// Unsealed is the picture's setting on sealed data.
type Unsealed struct {
	Of     string
	Chosen Number
	Opened
	Panel plots.Panel // the forty others, this one and what was chosen by
}

// offer declares the control by which a reader opens what is sealed.
func (s *Sealed) offer(f *Form) (opened bool) {
	opened = f.Bool(EnvelopeControl, "Open the envelope: "+s.Of, false, Called("sealed", "open"))
	c := f.Control(EnvelopeControl)
	c.Off = !f.has(s.Needs)
	return opened && !c.Off
}

// A sealedOf names what is opened; table is a reader's own, which the state of a figure about that table alone
// does not name.
type sealedOf struct{ figure, title, table, state string }

// unseal puts the setting in sight to the sealed data. What is kept is a function of the
// state, without what a reader only looks at.
func (f *Figure) unseal(ctx context.Context, memo *Memo, form *Form, p *Picture) error {
	i := p.number(f.Sealed.Number)
	if i < 0 || math.IsNaN(p.Numbers[i].Value) {
		return nil // there is no fit
	}
	key := sealedOf{f.Name, f.Title, "", form.without("").Encode()}
	if data := form.Raw("data"); own.IsRef(data) {
		key.table = data
	}
	o, err := RememberBy(ctx, memo, key, func(ctx context.Context) (Opened, int, error) {
		if err := Long(ctx); err != nil {
			return Opened{}, 0, err
		}
		o, err := f.Sealed.Open(ctx, NewMemo(1<<22), p)
		return o, 64 + 16*(len(o.Others)+len(o.Anew)), err
	})
	if err != nil || math.IsNaN(o.Value) || math.IsInf(o.Value, 0) {
		return err // or there is no fit to what is open
	}
	u := &Unsealed{Of: f.Sealed.Of, Chosen: p.Numbers[i], Opened: o}
	u.Panel = u.panel(f.Name)
	p.Unsealed = u
	return nil
}

// Worse is in how many of some envelopes the sealed data cost more than what was chosen by.
func Worse(all []Envelope) (n int) {
	for _, e := range all {
		if e.Sealed > e.Chosen {
			n++
		}
	}
	return n
}

// More is by how much what is sealed costs more than what was chosen by, where a setting is chosen in
// each; the standard error is for the choice of envelopes alone, which share their data.
func (o Opened) More() many.Mean {
	var more []float64
	for _, e := range o.Anew {
		more = append(more, e.Sealed-e.Chosen)
	}
	mean, se := many.Paired(more)
	return many.Mean{Value: mean, SE: se}
}

// Line says what was chosen by, and what the envelope says, of rivals too.
func (u *Unsealed) Line() string {
	line := fmt.Sprintf("You chose by %s. In the envelope: %s", Quantity(u.Chosen.Value, u.Chosen.Unit),
		Quantity(u.Value, u.Chosen.Unit))
	if !math.IsNaN(u.SE) {
		line += " (± " + Digits(u.SE) + ")"
	}
	line += "."
	for _, b := range u.Beside {
		line += fmt.Sprintf(" %s: %s.", b.Name, Quantity(b.Value, u.Chosen.Unit))
	}
	return line
}

// OthersLine says how often other envelopes cost more than they promised.
func (u *Unsealed) OthersLine() string {
	if len(u.Others) == 0 {
		return ""
	}
	line := fmt.Sprintf("With this setting, %d of %d other envelopes cost more than what one chose by there.",
		Worse(u.Others), len(u.Others))
	switch {
	case len(u.Anew) == 0:
		return line
	case u.Unlike != "":
		return line + " Nobody chose in these, but " + u.Unlike + "."
	}
	return line + " Nobody chose in these, so that about half may."
}

// AnewLine says how often they do where a setting is chosen in each, and by how much; "" where none is.
func (u *Unsealed) AnewLine() string {
	if len(u.Anew) == 0 {
		return ""
	}
	unit := u.Chosen.Unit
	if unit == "%" { // of which it is a difference
		unit = "points"
	}
	return strings.TrimSpace(fmt.Sprintf("Chosen anew in each, %s: %d of %d cost more, on average by %s %s", u.By,
		Worse(u.Anew), len(u.Anew), Spread(u.More()), unit)) + " (± for the choice of envelopes alone)."
}

// The panel is drawn as large as it is shown, on a phone too, so that its type keeps its size, px.
const envelopesWide, envelopesHigh = 340, 150

func (u *Unsealed) panel(figure string) plots.Panel {
	values := []float64{}
	low, high := math.Min(u.Value, u.Chosen.Value), math.Max(u.Value, u.Chosen.Value)
	for _, e := range u.Others {
		values = append(values, e.Sealed)
		low, high = math.Min(low, e.Sealed), math.Max(high, e.Sealed)
	}
	margin := math.Max(0.1*(high-low), 1e-3*math.Max(math.Abs(high), math.SmallestNonzeroFloat64))
	label := u.Chosen.Label
	if u.Chosen.Unit != "" {
		label += ", " + u.Chosen.Unit
	}
	return plots.Panel{
		ID: figure + "-envelopes", Title: fmt.Sprintf("%d other envelopes", len(values)),
		Width: envelopesWide, Height: envelopesHigh,
		Plot: plots.Histogram{
			X: plots.Axis{Label: label, Min: low - margin, Max: high + margin}, Count: "envelopes",
			Values: values, Bins: 24,
			Marks: []plots.Mark{
				{At: u.Chosen.Value, Name: "chosen by", Dash: true}, {At: u.Value, Name: "yours", Color: plots.Yours},
			},
		},
	}
}
