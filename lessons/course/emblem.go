package course

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"gramophone/plots"
)

// DrawEmblem draws the panel that the lesson's Emblem names. The error is an author's
// slip, or that ctx is cancelled.
func (l *Lesson) DrawEmblem(ctx context.Context, memo *Memo) (plots.Panel, error) {
	place, query, _ := strings.Cut(l.Emblem, "?")
	name, id, _ := strings.Cut(place, "/")
	f := &l.Figures[0]
	if name != "" {
		var ok bool
		if f, ok = l.Figure(name); !ok {
			return plots.Panel{}, fmt.Errorf("course: the emblem of %s is of no figure %q", l.Slug, name)
		}
	}
	_, draw := f.At(ParseQuery(query))
	p, err := draw(ctx, memo)
	if err != nil {
		return plots.Panel{}, err
	}
	panels := slices.Concat(p.Columns...)
	i := slices.IndexFunc(panels, func(p plots.Panel) bool { return id == "" || p.ID == id })
	if i < 0 {
		return plots.Panel{}, fmt.Errorf("course: the emblem of %s is no panel %q", l.Slug, id)
	}
	return panels[i], nil
}
