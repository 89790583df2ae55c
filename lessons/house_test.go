package lessons

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

// What is read has bounds, in lines and in letters: a function is seen as a whole, and a
// line without scrolling.
const (
	longestFunction = 60
	longestInEngine = 80 // where a function may be one algorithm
	longestTest     = 90 // which is often a table
	longestLine     = 120
	tabWidth        = 4
)

// notYet is the reason of what is too long and has not been cut.
const notYet = "not yet"

// longFunctions are those that may be longer, each with its reason.
var longFunctions = map[string]string{
	"cmd/web.TestJSONOfEveryFigureIsTheContracts": notYet,
	"engine.TestReferenceClassification":          notYet,
	"engine.TestReferenceClusters":                notYet,
	"engine.TestReferenceRegression":              notYet,
	"engine.TestReferenceRisk":                    notYet,
	"lessons/approximation.buildBall":             notYet,
	"lessons/approximation.buildBudget":           notYet,
	"lessons/approximation.buildLearning":         notYet,
	"lessons/bandwidth.buildGram":                 notYet,
	"lessons/bandwidth.buildMap":                  notYet,
	"lessons/bandwidth.errorsOf":                  notYet,
	"lessons/bandwidth.profile.picture":           notYet,
	"lessons/distances.TestTreeTells":             notYet,
	"lessons/distances.dense.picture":             notYet,
	"lessons/distances.tree.picture":              notYet,
	"lessons/featuremaps.buildBend":               notYet,
	"lessons/featuremaps.buildCount":              notYet,
	"lessons/featuremaps.buildLift":               notYet,
	"lessons/featuremaps.facts":                   notYet,
	"lessons/gold.campaign.picture":               notYet,
	"lessons/grammatrix.TestGramTells":            notYet,
	"lessons/grammatrix.TestNeighboursTells":      notYet,
	"lessons/kernelalgebra.spelling.spell":        notYet,
	"lessons/kernelalgebra.tried.picture":         notYet,
	"lessons/kernelpca.TestClaims":                notYet,
	"lessons/kernelpca.TestProjectionTells":       notYet,
	"lessons/kernelpca.parts.picture":             notYet,
	"lessons/kernelpca.shares":                    notYet,
	"lessons/kernelpca.work.picture":              notYet,
	"lessons/kernelridge.TestPathTells":           notYet,
	"lessons/kernelridge.TestRidgeClaims":         notYet,
	"lessons/kernelridge.buildPath":               notYet,
	"lessons/kerneltrick.TestTrickClaims":         notYet,
	"lessons/kerneltrick.explosion.picture":       notYet,
	"lessons/kerneltrick.facts":                   notYet,
	"lessons/kerneltrick.gramRace":                notYet,
	"lessons/kerneltrick.twoFits.picture":         notYet,
	"lessons/largen.TestApproximateClaims":        notYet,
	"lessons/largen.approximation.draw":           notYet,
	"lessons/largen.costPicture":                  notYet,
	"lessons/logistic.classes.picture":            notYet,
	"lessons/losses.TestRegressionTells":          notYet,
	"lessons/losses.TestSVMTells":                 notYet,
	"lessons/losses.facts":                        notYet,
	"lessons/mercer.recovery.picture":             notYet,
	"lessons/mercer.series.picture":               notYet,
	"lessons/psdkernels.examined.picture":         notYet,
	"lessons/psdkernels.signPanels":               notYet,
	"lessons/psdkernels.zoo.picture":              notYet,
	"lessons/representer.classified.picture":      notYet,
	"lessons/representer.penalised.picture":       notYet,
	"lessons/representer.semiparametric.picture":  notYet,
	"lessons/ridge.buildBottles":                  notYet,
	"lessons/ridge.buildObjective":                notYet,
	"lessons/ridge.buildPath":                     notYet,
	"lessons/ridge.buildShrink":                   notYet,
	"lessons/rkhs.element.bounds":                 notYet,
	"lessons/rkhs.element.picture":                notYet,
	"lessons/rkhs.quadratic.picture":              notYet,
	"lessons/woodbury.TestWoodburyClaims":         notYet,
	"lessons/woodbury.picture":                    notYet,
}

// longLines is how many lines of a folder may be longer, those of the folders in it left
// out: a number that only falls.
var longLines = map[string]int{
	"cmd/texml":                 9,
	"cmd/web":                   474,
	"lessons":                   3,
	"lessons/approximation":     119,
	"lessons/bandwidth":         148,
	"lessons/boundaries":        6,
	"lessons/data":              1,
	"lessons/distances":         104,
	"lessons/featuremaps":       125,
	"lessons/gold":              85,
	"lessons/grammatrix":        115,
	"lessons/kernelalgebra":     115,
	"lessons/kernelpca":         107,
	"lessons/kernelridge":       90,
	"lessons/kerneltrick":       138,
	"lessons/largen":            102,
	"lessons/logistic":          138,
	"lessons/losses":            118,
	"lessons/mercer":            81,
	"lessons/model":             10,
	"lessons/psdkernels":        82,
	"lessons/representer":       113,
	"lessons/ridge":             120,
	"lessons/rkhs":              99,
	"lessons/sentences":         136,
	"lessons/timing":            2,
	"lessons/timing/timingtest": 2,
	"lessons/woodbury":          113,
	"plots":                     181,
	"views":                     4,
}

// slack is by how much such a number may lag behind, so that not everybody who breaks a
// line has to write it down.
const slack = 5

func TestFunctionsAreSeenAsAWhole(t *testing.T) {
	long := map[string]bool{}
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			lines := 1 + s.line(f.End()) - s.line(f.Pos())
			if lines <= s.longest() {
				continue
			}
			name := s.folder + "." + nameOf(f)
			if long[name] = true; longFunctions[name] == "" {
				t.Errorf("%s has %d lines, not %d: cut it, or give a reason in longFunctions", name, lines, s.longest())
			}
		}
	}
	for name := range longFunctions {
		if !long[name] {
			t.Errorf("%s is no longer too long: take it out of longFunctions", name)
		}
	}
}

func TestLinesAreReadWithoutScrolling(t *testing.T) {
	long := map[string]int{}
	first := map[string]string{}
	for _, s := range sources(t) {
		number := 0
		for line := range strings.Lines(s.text) {
			number++
			line = strings.ReplaceAll(strings.TrimSuffix(line, "\n"), "\t", strings.Repeat(" ", tabWidth))
			if utf8.RuneCountInString(line) > longestLine {
				long[s.folder]++
				first[s.folder] = cmp.Or(first[s.folder], strings.TrimSpace(line))
			}
		}
	}
	for folder, n := range long {
		if most := longLines[folder]; n > most {
			t.Errorf("%s: %d lines have more than %d letters, where %d may, as\n\t%s", folder, n,
				longestLine, most, first[folder])
		}
	}
	for folder, most := range longLines {
		if n := long[folder]; n == 0 {
			t.Errorf("%s has no long line: take it out of longLines", folder)
		} else if n < most-slack {
			t.Errorf("%s has %d long lines: write that in longLines in place of %d", folder, n, most)
		}
	}
}

// A source is a Go file that somebody wrote.
type source struct {
	folder string
	test   bool
	text   string
	fset   *token.FileSet
	file   *ast.File
}

func (s source) line(p token.Pos) int { return s.fset.Position(p).Line }

// longest is how many lines a function may have there.
func (s source) longest() int {
	switch {
	case s.test:
		return longestTest
	case s.folder == "engine":
		return longestInEngine
	}
	return longestFunction
}

// nameOf is a function's name, after its receiver's type if it is a method.
func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	if generic, ok := of.(*ast.IndexExpr); ok {
		of = generic.X
	}
	return of.(*ast.Ident).Name + "." + f.Name.Name
}

// sources are the Go files of the course, those that are generated left out.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, root := range []string{"lessons", "plots", "cmd", "views", "engine"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(p string, d fs.DirEntry, err error) error {
			if err != nil || d.IsDir() || !strings.HasSuffix(p, ".go") {
				return err
			}
			text, err := os.ReadFile(p)
			if err != nil {
				return err
			}
			s := source{test: strings.HasSuffix(p, "_test.go"), text: string(text), fset: token.NewFileSet()}
			if s.file, err = parser.ParseFile(s.fset, p, text, parser.ParseComments); err != nil {
				return err
			}
			s.folder = path.Dir(strings.TrimPrefix(filepath.ToSlash(p), "../"))
			if !ast.IsGenerated(s.file) {
				all = append(all, s)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return all
}
