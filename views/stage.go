package views

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/plots"
)

// A stage is how a lesson's page lays a picture out where there is room: one or two
// main panels large, the others small beside or under them, next to the controls.
type stage struct {
	posture string // the class of the style sheet
	phone   bool   // whether it is drawn for one
	leads   []plots.Panel
	others  []plots.Panel
}

// The postures. Wide: the main panel over the whole width, the others and the controls in
// a row under it. Upright: the main panel at full height, all else in a rail at its right.
// Twins: two main panels beside each other, all else in a row under them.
const (
	wide    = "wide"
	upright = "upright"
	twins   = "twins"
)

const (
	mostOthers = 4   // beside the main panel there is room for so many
	leastLead  = 200 // px; smaller panels stand in rows, as matrices of an equation do

	asideHeight = 230 // px that a panel is drawn high that is none of the main ones
	asideMost   = 340 // px that it is drawn wide, or less if it has proportions of its own,
	asideLeast  = 200 // but not less than this
	tallHeight  = 440 // px of one that asks for more
	lowHeight   = 180 // px of one of three or four
	lowMost     = 260
	lowLeast    = 160

	phoneMost = 480  // px from which on a screen is none (phone.js)
	phoneHalf = 180  // px that one of two matrices is drawn wide on a phone
	phoneTall = 0.84 // the least height of a main panel on a phone, in widths
	phoneSole = 1.22 // and of a wide one that has the screen to itself; stage.css has it too
)

// onPage reports whether the figure stands on its lesson's page, or in the playground.
func (f Figure) onPage() bool {
	return (f.Prefix != "" || f.Lesson.Path != "") && !f.Embed && !f.Deck && !f.Home
}

// isStaged reports whether its panels are laid out by the room there is: everywhere but on the projector
// and on the door.
func (f Figure) isStaged() bool { return !f.Deck && !f.Home }

// stage is how the figure's panels are laid out; without a posture they stand in the
// figure's own columns.
func (f Figure) stage() stage {
	if !f.isStaged() {
		return stage{}
	}
	s := stageOf(f.offeredAll())
	if f.Phone && s.posture != "" {
		s = s.onPhone()
	}
	return s
}

// stageOf lays out the panels of columns, whatever column they are in.
func stageOf(columns [][]plots.Panel) stage {
	var s stage
	for _, p := range slices.Concat(columns...) {
		if p.Lead {
			s.leads = append(s.leads, p)
		} else {
			s.others = append(s.others, p)
		}
	}
	if len(s.leads) == 0 && len(s.others) > 0 {
		s.leads, s.others = s.others[:1:1], s.others[1:]
	}
	if len(s.leads) == 0 || len(s.others) > mostOthers {
		return stage{}
	}
	w, h := s.leads[0].Size()
	_, row := s.leads[0].Plot.(plots.Equation) // which no height makes wider
	switch {
	case w < leastLead:
		return stage{}
	case len(s.leads) > 1:
		s.posture = twins
	case row, h < 0.75*w && len(s.others) != 1, h < 0.9*w && len(s.others) == 0:
		s.posture = wide
	default:
		s.posture = upright
	}
	return s.shaped()
}

// shaped draws the panels as large as their places; labels in rows need no more than they
// ask for.
func (s stage) shaped() stage {
	for i, p := range s.leads {
		w, h := p.Body()
		h *= widthStep(w) / w
		w = widthStep(w)
		switch {
		case s.posture == wide && len(s.others) == 0:
			h = 0.57 * w
		case s.posture == wide:
			h = math.Max(h, 0.42*w)
		case s.posture == upright:
			h = math.Min(math.Max(h, 0.98*w), 1.1*w)
		case s.posture == twins && len(s.others) == 0:
			h = math.Min(math.Max(h, 0.98*w), 1.1*w)
		case s.posture == twins:
			h = math.Min(h, 1.1*w)
		}
		s.leads[i] = sized(p.Shaped(w, math.Round(h)))
	}
	for i, p := range s.others {
		w, h := p.Body()
		high, least, most := float64(asideHeight), float64(asideLeast), float64(asideMost)
		switch {
		case len(s.others) > 2:
			high, least, most = lowHeight, lowLeast, lowMost
		case len(s.others) == 1 && s.posture == upright && p.Tall:
			high = tallHeight
		case len(s.others) == 1 && s.posture == upright:
			high = asideMost
		}
		if _, is := p.Plot.(plots.Tiles); is {
			high = math.Min(high, h)
		}
		width := most
		if p.Proportioned() {
			width = math.Min(math.Max(widthStep(high*w/h), least), most)
		}
		s.others[i] = sized(p.Shaped(width, high))
		if s.posture == upright && w < leastLead {
			s.others[i].Class += " half"
		}
	}
	return s
}

// onPhone is the stage drawn for a screen of 390 px: every panel as wide as that, and as
// high in widths as on the stage, a wide one higher.
func (s stage) onPhone() stage {
	draw := func(panels []plots.Panel, least float64) {
		for i, p := range panels {
			w, h := p.Size()
			_, body := p.Body()
			width := p.Narrowest()
			if strings.HasSuffix(p.Class, " half") {
				panels[i] = sized(p.Shaped(phoneHalf, math.Round(phoneHalf*h/w)))
				panels[i].Class += " half"
				continue
			}
			panels[i] = sized(p.Shaped(width, math.Round(width*math.Max(h/w, least)-h+body)))
		}
	}
	s.phone = true
	least := phoneTall
	if s.posture == wide && len(s.others) == 0 {
		least = phoneSole
	}
	draw(s.leads, least)
	draw(s.others, 0)
	return s
}

// framed is the height, in px, of a frame in which all of the figure is seen that is so wide within: title and
// goal, the main panels, the controls under them or at their right, the others, and where it is from.
func (s stage) framed(room float64) float64 {
	const (
		head, foot = 68, 58
		mostLead   = 560
		controls   = 146 // under a main panel
		rail       = 306 // wide, at its right
		leastRail  = 400
		mostOther  = 280
		over       = 36 // the others
	)
	wide := room
	switch s.posture {
	case upright:
		wide = room - rail
	case twins:
		wide = (room - 20) / 2
	}
	// highest is the height of the highest panel, none wider or higher than that.
	highest := func(panels []plots.Panel, width, most float64) float64 {
		var high float64
		for _, p := range panels {
			w, h := p.Size()
			high = math.Max(high, math.Min(most, width*h/w))
		}
		return high
	}
	height := highest(s.leads, wide, mostLead)
	if s.posture == upright {
		height = math.Max(height, leastRail)
	} else {
		height += controls
	}
	if n := float64(len(s.others)); n > 0 {
		height += over + highest(s.others, (room-20)/n-20, mostOther)
	}
	return head + height + foot
}

// class is that of the element around the panels.
func (s stage) class() string {
	if s.posture == "" {
		return "panels"
	}
	class := fmt.Sprintf("panels staged %s n%d", s.posture, len(s.others))
	if s.phone {
		class += " phone"
	}
	return class
}

// sized is a panel that tells the style sheet how wide it is drawn, in px, and how high, in
// hundredths of its width.
func sized(p plots.Panel) plots.Panel {
	w, h := p.Size()
	p.Class = fmt.Sprintf("d%d t%d", int(w), 4*int(math.Ceil(25*h/w)))
	return p
}

// widthStep is the width nearest to w that the style sheet knows.
func widthStep(w float64) float64 { return 20 * math.Round(w/20) }
