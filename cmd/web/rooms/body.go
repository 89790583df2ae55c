package rooms

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"math"
	"strconv"
)

// MaxBody is the bytes that a body has at most.
const MaxBody = maxBody

const maxBody = 4 << 10

// Heights is how many heights a sketch has: one for each hundredth of the panel's width.
const Heights = 101

// A Vote is a student's answer to a prediction.
type Vote struct {
	Question string
	Round    int     // 1 or 2
	Choice   float64 // the option's place, from 0, or the number that is the answer
}

// A Sketch is a curve drawn by a student over a figure's panel.
type Sketch struct {
	Figure  string
	Round   int           // 1 or 2
	Heights [Heights]byte // in 1/255 of the panel's height, from below, one a hundredth of its width
}

// A Pick is what a student has found for the best state of a figure.
type Pick struct {
	Figure    string  `json:"figure"`
	Round     int     `json:"round"`     // 1 or 2
	Bandwidth float64 `json:"bandwidth"` // > 0
	Lambda    float64 `json:"lambda"`    // > 0, of the mean loss
	Reached   bool    `json:"reached"`   // the goal of the figure
}

// A Point is one that a student has put down at a figure: the class's are pooled.
type Point struct {
	Figure string  `json:"figure"`
	Round  int     `json:"round"` // 1 or 2
	X      float64 `json:"x"`
	Y      float64 `json:"y"`
	Class  int     `json:"class"` // 1 or −1; 0 where points have none
}

// DecodeVote reads {"question", "round", "choice"}.
func DecodeVote(body []byte) (Vote, error) {
	var b struct {
		Question string   `json:"question"`
		Round    int      `json:"round"`
		Choice   *float64 `json:"choice"`
	}
	if err := decode(body, &b); err != nil {
		return Vote{}, err
	}
	if b.Choice == nil {
		return Vote{}, wrong("choice", "a number")
	}
	v := Vote{b.Question, b.Round, *b.Choice}
	return v, v.check()
}

// DecodeSketch reads {"figure", "round", "heights"}, the heights in base64 of 136 bytes.
func DecodeSketch(body []byte) (Sketch, error) {
	var b struct {
		Figure  string `json:"figure"`
		Round   int    `json:"round"`
		Heights string `json:"heights"`
	}
	if err := decode(body, &b); err != nil {
		return Sketch{}, err
	}
	s := Sketch{Figure: b.Figure, Round: b.Round}
	var err error
	if s.Heights, err = heights(b.Heights); err != nil {
		return Sketch{}, err
	}
	return s, s.check()
}

// DecodePick reads {"figure", "round", "bandwidth", "lambda", "reached"}.
func DecodePick(body []byte) (Pick, error) {
	var p Pick
	if err := decode(body, &p); err != nil {
		return Pick{}, err
	}
	return p, p.check()
}

// DecodePoint reads {"figure", "round", "x", "y", "class"}.
func DecodePoint(body []byte) (Point, error) {
	var p Point
	if err := decode(body, &p); err != nil {
		return Point{}, err
	}
	return p, p.check()
}

// DecodeChange reads the body with which a teacher sets the head. Its revision is at
// least 1.
func DecodeChange(body []byte) (Change, error) {
	var c Change
	if err := decode(body, &c); err != nil {
		return Change{}, err
	}
	if c.Revision == 0 {
		return Change{}, wrong("revision", "that of the state which is changed")
	}
	return c, c.check()
}

// decode reads one JSON object of at most MaxBody bytes, and no more fields than value has.
func decode(body []byte, value any) error {
	if len(body) > MaxBody {
		return wrong("body", "at most %d bytes", MaxBody)
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.DisallowUnknownFields()
	if err := d.Decode(value); err != nil {
		var t *json.UnmarshalTypeError
		if errors.As(err, &t) && t.Field != "" {
			return wrong(t.Field, "a JSON %v", t.Type)
		}
		return wrong("body", "one JSON object: %v", err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return wrong("body", "one JSON object and nothing after it")
	}
	return nil
}

func (v Vote) check() error {
	if err := cmp.Or(checkName("question", v.Question), checkRound(v.Round)); err != nil {
		return err
	}
	if math.IsNaN(v.Choice) || math.IsInf(v.Choice, 0) {
		return wrong("choice", "a finite number")
	}
	return nil
}

func (s Sketch) check() error {
	return cmp.Or(checkName("figure", s.Figure), checkRound(s.Round))
}

func (p Pick) check() error {
	if err := cmp.Or(checkName("figure", p.Figure), checkRound(p.Round)); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		value float64
	}{{"bandwidth", p.Bandwidth}, {"lambda", p.Lambda}} {
		if !(f.value > 0) || math.IsInf(f.value, 0) {
			return wrong(f.name, "a finite number above 0")
		}
	}
	return nil
}

// farthest is how far from 0 a point may lie: figures take no other.
const farthest = 1e6

func (p Point) check() error {
	if err := cmp.Or(checkName("figure", p.Figure), checkRound(p.Round)); err != nil {
		return err
	}
	if !(math.Abs(p.X) <= farthest) {
		return wrong("x", "a number from −1e6 to 1e6")
	}
	if !(math.Abs(p.Y) <= farthest) {
		return wrong("y", "a number from −1e6 to 1e6")
	}
	if p.Class < -1 || p.Class > 1 {
		return wrong("class", "1, −1, or 0 for none")
	}
	return nil
}

// What the log keeps of each: votes as the shortest decimal, sketches as base64, picks and
// points as JSON. The question or figure, the round and the seat stand in the subject.

func (v Vote) encode() []byte { return strconv.AppendFloat(nil, v.Choice, 'g', -1, 64) }

func (s Sketch) encode() []byte { return base64.StdEncoding.AppendEncode(nil, s.Heights[:]) }

func (p Pick) encode() []byte { return encode(p) }

func (p Point) encode() []byte { return encode(p) }

// encode is what was checked, as JSON.
func encode(checked any) []byte {
	data, err := json.Marshal(checked)
	if err != nil {
		panic("rooms: what was checked: " + err.Error())
	}
	return data
}

func heights(text string) (h [Heights]byte, err error) {
	data, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(data) != Heights {
		return h, wrong("heights", "%d heights of one byte each in base64", Heights)
	}
	copy(h[:], data)
	return h, nil
}
