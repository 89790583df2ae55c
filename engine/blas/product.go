package blas

import (
	"sync"

	"gonum.org/v1/gonum/blas"
)

// A path is a way to add a product of packed matrices to a tile of C, rows×columns of it.
type path struct {
	name          string
	rows, columns int

	// tile adds AB to C, where A has k columns of so many rows, one after the other, and B k rows of so
	// many columns; the rows of C are ldc apart.
	tile func(k int, a, b, c *float64, ldc int)

	// quad sets s to the products with x of four rows of n numbers, lda apart, and adds t times each to y.
	quad func(n int, a *float64, lda int, x, y *float64, t, s *[4]float64)

	// dots computes the products with x of four rows of n numbers, lda apart; axpys adds t times each to y. There may
	// be none: gonum's own then.
	dots  func(n int, a *float64, lda int, x *float64) (s0, s1, s2, s3 float64)
	axpys func(n int, a *float64, lda int, y *float64, t0, t1, t2, t3 float64)

	// poles, ratios and quotients are the methods of these names, for n numbers, a multiple of four. There may be none.
	poles     func(n int, d, z *float64, origin, tau float64) (sum, derivative float64)
	ratios    func(n int, w, delta, d *float64, at float64)
	quotients func(n int, delta, z *float64) (sum float64)
}

// Blocks, so that what is read again stays near. On the machines tried, sizes within a third of these
// are as fast:
//
//	depth    256    rows of B's panel: with 24 columns 48 KB, which the first cache holds beside A's
//	height    96    rows of A's block: 96·256 numbers are 192 KB, a part of the second cache
//	width   1008    columns of B's block: 256·1008 numbers are 2 MB, of the third
const (
	depth  = 256
	height = 96   // a multiple of each path's rows
	width  = 1008 // and of each path's columns
)

// most is the size of the largest tile.
const most = 8 * 24

// space is what a product packs its blocks into.
type space struct {
	a    [height * depth]float64
	b    [depth * width]float64
	edge [most]float64
}

var spaces = sync.Pool{New: func() any { return new(space) }}

// A view is a matrix in memory, its element (i, j) at data[i·row + j·column].
type view struct {
	data        []float64
	row, column int
}

// viewOf is op(A) for a matrix whose rows are ld apart.
func viewOf(t blas.Transpose, a []float64, ld int) view {
	if t == blas.NoTrans {
		return view{a, ld, 1}
	}
	return view{a, 1, ld}
}

func (v view) transposed() view { return view{v.data, v.column, v.row} }

// A part of C is what is added to.
type part int

const (
	whole part = iota
	upper
	lower
)

func triangleOf(ul blas.Uplo) part {
	if ul == blas.Upper {
		return upper
	}
	return lower
}

// add adds αAB to a part of C, where A is m×k, B k×n and C m×n, its rows ldc apart.
func (p *path) add(m, n, k int, alpha float64, a, b view, c []float64, ldc int, of part) {
	s := spaces.Get().(*space)
	defer spaces.Put(s)
	for j0 := 0; j0 < n; j0 += width {
		w := min(width, n-j0)
		for k0 := 0; k0 < k; k0 += depth {
			d := min(depth, k-k0)
			pack(s.b[:], p.columns, w, d, 1, view{b.data[k0*b.row+j0*b.column:], b.column, b.row})
			for i0 := 0; i0 < m; i0 += height {
				h := min(height, m-i0)
				if of == upper && i0 >= j0+w || of == lower && i0+h <= j0 {
					continue
				}
				pack(s.a[:], p.rows, h, d, alpha, view{a.data[i0*a.row+k0*a.column:], a.row, a.column})
				p.block(s, h, w, d, c[i0*ldc+j0:], ldc, i0-j0, of)
			}
		}
	}
}

// pack writes the first n rows and d columns of αA into panels of so many rows, a panel's columns one
// after the other; rows that there are not are zeros.
func pack(to []float64, rows, n, d int, alpha float64, a view) {
	if last := n % rows; last > 0 {
		clear(to[(n-last)*d : (n-last+rows)*d])
	}
	if a.row == 1 {
		for j := range d {
			packRow(to[j*rows:], rows, rows*d, alpha, a.data[j*a.column:j*a.column+n])
		}
		return
	}
	for i0 := 0; i0 < n; i0 += rows {
		panel := to[i0*d : i0*d+rows*d]
		for i := range min(rows, n-i0) {
			at := (i0 + i) * a.row
			for j, v := range a.data[at : at+d] {
				panel[j*rows+i] = alpha * v
			}
		}
	}
}

// packRow writes numbers, times α, so many at a time, each lot a step behind the one before.
func packRow(to []float64, count, step int, alpha float64, from []float64) {
	for {
		lot := from[:min(count, len(from))]
		if alpha == 1 {
			copy(to, lot)
		} else {
			for i, v := range lot {
				to[i] = alpha * v
			}
		}
		from = from[len(lot):]
		if len(from) == 0 {
			return
		}
		to = to[step:]
	}
}

// block adds the product of the packed blocks, h×d and d×w, to a part of C, whose element (0, 0) is
// `below` rows below the diagonal.
func (p *path) block(s *space, h, w, d int, c []float64, ldc, below int, of part) {
	for j := 0; j < w; j += p.columns {
		columns := min(p.columns, w-j)
		for i := 0; i < h; i += p.rows {
			rows := min(p.rows, h-i)
			high, low := below+i-j, below+i+rows-1-j // where its first and last row meet the diagonal
			if of == upper && high >= columns || of == lower && low < 0 {
				continue
			}
			isWhole := of == whole || of == upper && low <= 0 || of == lower && high >= columns-1
			a, b := &s.a[i*d], &s.b[j*d]
			if isWhole && rows == p.rows && columns == p.columns {
				p.tile(d, a, b, &c[i*ldc+j], ldc)
				continue
			}
			clear(s.edge[:])
			p.tile(d, a, b, &s.edge[0], p.columns)
			for r := range rows {
				from, to := 0, columns
				switch of {
				case upper:
					from = min(columns, max(0, high+r))
				case lower:
					to = max(0, min(columns, high+r+1))
				}
				line := c[(i+r)*ldc+j:]
				for q := from; q < to; q++ {
					line[q] += s.edge[r*p.columns+q]
				}
			}
		}
	}
}
