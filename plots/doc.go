// Package plots draws the course's figures.
//
// A figure is made of panels; a [Panel] has a size, words for those who cannot
// see it, and something to draw: one of the kinds of this package or any
// *plot.Plot of gonum/plot. A kind is a struct literal; its zero fields are
// sensible.
//
//	p := plots.Panel{ID: "fit", Title: "The fit", Plot: plots.Curves{
//		X:      plots.Axis{Label: "time (ms)", Min: 0, Max: 60},
//		Y:      plots.Axis{Label: "acceleration (g)", Min: -150, Max: 100},
//		Points: data,
//		Lines:  []plots.Line{{Name: "fit", Xs: xs, Ys: ys, Color: plots.Curve, Class: "curve"}},
//	}}
//	html = p.AppendSVG(html)
//
// Of the kinds, [Curves] (with a [Band] for what is uncertain and [Addends] for a
// sum), [Paths], [Stack] and [Spectrum] are for numbers against one other;
// [Scatter] for classes in the plane, their marks [Images] where points are pictures,
// with [Signed] coefficients on them;
// [Multiples] for small pictures to compare; [Equation] for matrices that make another;
// [Surface], [ErrorMap] and [GeoMap] for a value over the plane, over parameters and over
// land; [Passages] for texts, lit letter by letter; [Grid] has the nodes to work a
// function over the plane out at, [Bends] those at which a curve bends. What is dear to work out, a
// [Raster], a [Relief] or a [Country], a caller may keep.
//
// An [Emblem] is a picture in few bold strokes, drawn for its size, and a [Card] shows one
// beside a link.
//
// Every kind says what it shows in words made from its numbers (Describe), which
// is the panel's description unless it has one of its own. [Gallery] holds one of
// each.
//
// # Units
//
// One vg.Length is one CSS pixel in the SVG, one pixel of a PNG at scale 1, one
// point of a PDF. In the SVG y runs down; in gonum/plot, and so in this
// package's drawing code, it runs up.
//
// # Why a canvas of our own
//
// gonum's vgsvg writes an XML prologue and style attributes, which a strict
// Content-Security-Policy blanks, and spends 37 KB on a fit of 200 points.
// Here colours are custom properties of the page (stroke="var(--curve)"), so a
// figure follows the page's theme without being drawn again; coordinates are
// tenths of a pixel in relative path commands; a scatter is one path; a heat
// map is a palette PNG of one pixel an entry. The same plots go to vgimg and
// vgpdf, where a [Token] is its light-theme colour.
//
// # Why axes of our own
//
// Kinds draw on the canvases of gonum/plot (vg, draw, vgimg, vgpdf), which is also
// what a *plot.Plot draws on, but not through a *plot.Plot: it makes room for tick
// labels by their width, so that the frame would move when −50 becomes −100. Here
// margins are constants: a figure that is redrawn at every step of a slider must not
// jump. For the same reason text is anchored by SVG's text-anchor rather than by
// measured widths: nothing shifts when the page's font differs a little from the one
// measured. And a program that does not import gonum.org/v1/plot itself is spared the
// twelve fonts that it registers, 4.4 MB.
//
// # What scripts find
//
// The root element has class "plot" and describes its frame: data-frame="x0 y0
// x1 y1" in viewBox units (left, top, right, bottom) and data-x="min max lin"
// or "min max log" or, symmetric, "min max symlog linear", likewise data-y, the values at those edges. Paths carry the
// class of their line ("curve", "ghost"), data marks the class "points", those of
// the i-th class "class-i" too. A path of marks has a subpath for each; which datum
// the i-th is, counted from 0, says data-index ("0 2 5") or, without it, i; so it is of
// stems, of the pieces of bumps, of the rows of a matrix, and of its columns. What lies
// beyond the frame has a mark of class "beyond" at its edge; the panel's name is of
// class "heading". What is a term of the course carries the class of its symbol in
// formulas too: stems "t-alpha", bumps "t-bump".
package plots
