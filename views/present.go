package views

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// A PresentPage is a lesson as a class sees it, one step at a time.
type PresentPage struct {
	LessonPage
	Screens []course.Screen
	Step    int       // the one that is shown, from 1 to len(Screens)
	All     bool      // every step is gone through, not the short way alone
	Show    string    // the exercise whose answer is asked for
	Panel   int       // of the figure that is seen, from 1; 0 where the address names none
	Room    *RoomPage // of the class that it is shown to, or nil
}

// at is the address of the presentation at a step, on the way that it goes.
func (p PresentPage) at(step int, notes bool) string {
	a := p.Deck(step, notes)
	if p.All {
		a += "&" + allSteps
	}
	return a
}

// allSteps is the parameter of a presentation that goes through every step.
const allSteps = "route=all"

// other is the address of the presentation that goes the other way.
func (p PresentPage) other(notes bool) string {
	p.All = !p.All
	return p.at(p.Step, notes)
}

// turned is the step that is turned to, by 1 or −1; the present one at the ends.
func (p PresentPage) turned(by int) int {
	for i := p.Step - 1 + by; i >= 0 && i < len(p.Screens); i += by {
		if on(p.Screens[i], p.All) {
			return i + 1
		}
	}
	return p.Step
}

// on reports whether a screen is on the short way, or among all steps, which have no slides.
func on(s course.Screen, all bool) bool {
	return all && !s.Short || !all && s.Route
}

// place is where the class is, and of how many steps, on the way that it goes while the step
// is one of it, and else on the other.
func (p PresentPage) place() (n, of int) {
	all := p.All == on(p.Screens[p.Step-1], p.All)
	for i, s := range p.Screens {
		if on(s, all) {
			of++
			if i < p.Step {
				n++
			}
		}
	}
	return n, of
}

// params are the parameters of the presentation itself.
func (p PresentPage) params(notes bool) string {
	params := deckParams(p.Step, notes)
	if p.All {
		params += "&" + allSteps
	}
	if p.Panel > 0 && !notes {
		params += "&show=" + itoa(p.Panel)
	}
	return params
}

// A following is a screen that follows another on one of the two ways.
type following struct {
	way    string
	screen int
}

// after lists what follows a screen, on the short way and on the long one.
func (p PresentPage) after(i int) []following {
	var list []following
	for _, way := range []string{"short", "all"} {
		p.Step, p.All = i+1, way == "all"
		if next := p.turned(1); next > i+1 {
			list = append(list, following{way, next - 1})
		}
	}
	return list
}

// routed is how many steps the short way has, or all of the lesson.
func (p PresentPage) routed(all bool) int {
	n := 0
	for _, s := range p.Screens {
		if on(s, all) {
			n++
		}
	}
	return n
}

// asks reports whether a class is asked the question of a step on its phones.
func (p PresentPage) asks(s course.Screen) bool {
	return p.Room != nil && s.Exercise != nil && slices.ContainsFunc(p.Room.Questions, func(q RoomQuestion) bool {
		return q.Exercise == s.Exercise
	})
}

// beside is the figure that is seen with the present step.
func (p PresentPage) beside() string { return p.Screens[p.Step-1].Beside }

// Deck is the address of the lesson at a step of its presentation, or of the
// notes for it, with its figures as they are.
func (p LessonPage) Deck(step int, notes bool) string {
	var q []string
	for _, param := range p.Query {
		if !strings.HasPrefix(param.Name, "answer.") {
			q = append(q, param.Name+"="+url.QueryEscape(param.Value))
		}
	}
	return p.path() + "?" + strings.Join(append(q, deckParams(step, notes)), "&")
}

// deckParams are the parameters of a presentation, the first step left out.
func deckParams(step int, notes bool) string {
	q := "present=1"
	if notes {
		q += "&notes=1"
	}
	if step > 1 {
		q += "&step=" + strconv.Itoa(step)
	}
	return q
}

// embedded keeps an embedded figure embedded.
func embedded(f Figure) string {
	if f.Embed {
		return "embed=1"
	}
	return ""
}

// anchors lists what each step begins with on the lesson's page, "-" for a slide.
func anchors(screens []course.Screen) string {
	ids := make([]string, len(screens))
	for i, s := range screens {
		ids[i] = s.Anchor
		if s.Short {
			ids[i] = "-"
		}
	}
	return strings.Join(ids, " ")
}

// name is a step's name; the first is the lesson's.
func (p PresentPage) name(i int) string {
	if i == 0 {
		return p.Lesson.Title
	}
	return p.Screens[i].Name()
}

// took is the time that the written short way has for a step, "1:30"; "" for none.
func took(s course.Screen) string {
	if s.Took == 0 {
		return ""
	}
	return fmt.Sprintf("%d:%02d", int(s.Took.Minutes()), int(s.Took.Seconds())%60)
}

// label tells a screen reader where it is.
func (p PresentPage) label(i int) string {
	return "Step " + itoa(i+1) + " of " + itoa(len(p.Screens))
}

// slot is the figure that a step shows, for links that open a state of it.
func slot(s course.Screen) string {
	if s.Kind == "figure" {
		return s.Block.Name
	}
	return ""
}

// part says which part of a long block this is.
func part(s course.Screen) string {
	if s.Of == 1 {
		return ""
	}
	return " (" + itoa(s.Part) + " of " + itoa(s.Of) + ")"
}

// step is the number, from 1, of the step that shows a figure.
func (p PresentPage) step(figure string) int {
	for i, s := range p.Screens {
		if slot(s) == figure {
			return i + 1
		}
	}
	return 1
}

// Staying has the figures' forms lead back to the step they stand on.
func (p PresentPage) Staying() PresentPage {
	figures := make(map[string]Figure, len(p.Figures))
	for name, f := range p.Figures {
		f.Carry = append(slices.Clip(f.Carry), Param{"present", "1"}, Param{"step", itoa(p.step(name))})
		if p.All {
			f.Carry = append(f.Carry, Param{"route", "all"})
		}
		f.Deck = true
		figures[name] = f
	}
	p.Figures = figures
	return p
}
