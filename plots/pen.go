package plots

import (
	"math"
	"strconv"
)

// pen writes path data in tenths of a pixel, each command in its shorter form.
// Positions are rounded before they are subtracted, so that errors do not add up.
type pen struct {
	buf     []byte
	last    byte // command in force
	x, y    int
	started bool
	first   bool // no number yet after the command
	point   bool // the number before had a decimal point
}

func (p *pen) cmd(c byte) {
	if c != p.last {
		p.buf = append(p.buf, c)
		p.last, p.first = c, true
	}
}

func (p *pen) num(v int) {
	bare := v > -10 && v < 10 && v != 0
	if !p.first && v >= 0 && !(p.point && bare) {
		p.buf = append(p.buf, ' ')
	}
	p.buf = appendTenths(p.buf, v)
	p.first, p.point = false, v%10 != 0
}

func (p *pen) move(x, y int) {
	if !p.started || p.last == 'z' {
		p.last = 0
		p.cmd('M')
		p.num(x)
		p.num(y)
	} else {
		p.last = 0
		p.cmd('m')
		p.num(x - p.x)
		p.num(y - p.y)
	}
	p.x, p.y, p.started = x, y, true
}

func (p *pen) line(x, y int) {
	dx, dy := x-p.x, y-p.y
	switch {
	case dx == 0 && dy == 0:
		return
	case dy == 0:
		p.one('h', dx, 'H', x)
	case dx == 0:
		p.one('v', dy, 'V', y)
	case digits(dx)+digits(dy) <= digits(x)+digits(y):
		p.cmd('l')
		p.num(dx)
		p.num(dy)
	default:
		p.cmd('L')
		p.num(x)
		p.num(y)
	}
	p.x, p.y = x, y
}

func (p *pen) one(rel byte, d int, abs byte, v int) {
	if digits(d) <= digits(v) {
		p.cmd(rel)
		p.num(d)
	} else {
		p.cmd(abs)
		p.num(v)
	}
}

func (p *pen) dot() {
	p.cmd('h')
	p.num(0)
}

// close ends a subpath. Every subpath of this package moves before it draws on,
// so the pen need not go back to the start.
func (p *pen) close() {
	p.buf = append(p.buf, 'z')
	p.last = 'z'
}

func digits(v int) int {
	var b [24]byte
	return len(appendTenths(b[:0], v))
}

// tenths rounds a coordinate to a tenth of a pixel. What is not finite is drawn
// far outside rather than written.
func tenths(v float64) int {
	const far = 1e6
	switch {
	case v != v:
		return -far
	case v > far:
		return 10 * far
	case v < -far:
		return -10 * far
	}
	return int(math.Round(v * 10))
}

// appendTenths appends v/10 in the fewest characters: 35 is "3.5", 5 is ".5".
func appendTenths(b []byte, v int) []byte {
	if v < 0 {
		b = append(b, '-')
		v = -v
	}
	if v >= 10 || v == 0 {
		b = strconv.AppendInt(b, int64(v/10), 10)
	}
	if v %= 10; v != 0 {
		b = append(b, '.', byte('0'+v))
	}
	return b
}
