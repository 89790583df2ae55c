package course

import "context"

// A Work is a figure in three steps: it has been read from a form, and it can be computed
// and shown. One struct holds what the controls say and what is computed of it, for tests
// and for whoever asks over many samples.
type Work interface {
	// Compute finds all that a test wants to know. It draws nothing, and may run twice.
	Compute(context.Context, *Memo) error
	// Show draws and says what was computed.
	Show(*Form) *Picture
}

// Steps is the Build of a figure in three steps, the first of which is read. The picture
// has its Work as Result, and says its Says, and of a datum its SaysOfDatum, if it has any.
func Steps(read func(*Form) Work) func(*Form) Draw {
	return func(f *Form) Draw {
		w := read(f)
		return func(ctx context.Context, memo *Memo) (*Picture, error) {
			if err := w.Compute(ctx, memo); err != nil {
				return nil, err
			}
			p := w.Show(f)
			p.Result = w
			return p.Told(), nil
		}
	}
}

// Told has the picture say its Says, and of a datum its SaysOfDatum, where it has any, and
// returns it.
func (p *Picture) Told() *Picture {
	if p.Says != nil {
		p.Description = sentences(p.Says)
	}
	if p.SaysOfDatum != nil {
		p.Datum = sentences(p.SaysOfDatum)
	}
	return p
}
