// Package playground has every method of the course by itself: on any of the data that it can
// work with, with any kernel, or one that a reader writes as an expression. A method is a
// figure, and most are those of the lessons with more to choose from and nothing to reach.
package playground

import (
	"context"
	"embed"
	"errors"
	"slices"
	"strings"

	"github.com/gramophone-course/gramophone/engine"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/distances"
	"github.com/gramophone-course/gramophone/lessons/kernelpca"
	"github.com/gramophone-course/gramophone/lessons/kernelridge"
	"github.com/gramophone-course/gramophone/lessons/logistic"
	"github.com/gramophone-course/gramophone/lessons/losses"
	"github.com/gramophone-course/gramophone/lessons/model"
	"github.com/gramophone-course/gramophone/lessons/ridge"
)

// A Method is a figure of the playground with what its page says.
type Method struct {
	Name  string // of its figure, and in its address: krr
	Title string
	Short string // in the row of all methods
	About string // Markdown: what it does, and what can be tried, in a few sentences
	Home  string // the lesson that it is explained in, by its slug
	build func(*course.Form) course.Draw
}

// Methods are all that there are, in the order of the page.
var Methods = []Method{{
	Name: "krr", Title: "Kernel ridge regression", Short: "Kernel ridge",
	About: "A curve through points, as a sum of bumps. Make $\\lambda$ small, and it runs through every point. " +
		"Choose a kernel that repeats itself, and so does the curve.",
	Home: "kernel-ridge-regression", build: of(kernelridge.Lesson, "fit"),
}, {
	Name: "ridge", Title: "Ridge regression on powers of $x$", Short: "Ridge",
	About: "A polynomial through points, at a price for its coefficients. Raise the degree with $\\lambda$ small, " +
		"then raise $\\lambda$.",
	Home: "ridge", build: of(ridge.Lesson, "fit"),
}, {
	Name: "lasso", Title: "The lasso, on waves", Short: "Lasso",
	About: "A curve through points of as few waves as the price allows. The price is on the sizes of all " +
		"coefficients, added up, and most are exactly zero. Raise $\\lambda$, and waves leave one by one.",
	Home: "ridge", build: own(readSparse),
}, {
	Name: "klr", Title: "Kernel logistic regression", Short: "Logistic",
	About: "How likely is each class, at every place of the plane? A larger $\\lambda$ makes the answers more careful.",
	Home:  "kernel-logistic-regression", build: of(logistic.Lesson, "boundary"),
}, {
	Name: "svm", Title: "The support vector machine", Short: "SVM",
	About: "A boundary between two classes that rests on a few points, which have rings. A large $C$ lets few points " +
		"lie on the wrong side.",
	Home: "losses", build: of(losses.Lesson, "svm"),
}, {
	Name: "kpca", Title: "Kernel principal components", Short: "Kernel PCA",
	About: "Points, how alike they are, and where their first components take them. Drag the ring to see where a " +
		"new point lands.",
	Home: "kernel-pca", build: of(kernelpca.Lesson, "projection"),
}, {
	Name: "kmeans", Title: "Kernel $k$-means", Short: "k-means",
	About: "Clusters around means that nobody can write down. Play the steps, and begin at another start: it may end " +
		"elsewhere.",
	Home: "kernel-distances", build: of(distances.Lesson, "kmeans"),
}, {
	Name: "knn", Title: "Nearest neighbours", Short: "Neighbours",
	About: "Each place has the class of most of its nearest neighbours, and the kernel says which are near.",
	Home:  "kernel-distances", build: of(distances.Lesson, "knn"),
}, {
	Name: "tree", Title: "A tree of clusters", Short: "Tree",
	About: "The two nearest clusters merge, again and again. A linkage says how far apart two clusters are.",
	Home:  "kernel-distances", build: of(distances.Lesson, "tree"),
}, {
	Name: "density", Title: "Clusters where points are dense", Short: "Density",
	About: "A cluster is a region where each point has enough others near it. The method finds how many there are.",
	Home:  "kernel-distances", build: of(distances.Lesson, "density"),
}, {
	Name: "outliers", Title: "Outliers", Short: "Outliers",
	About: "How far is each point from the mean of all, as the kernel sees it? Put a point down where nobody is.",
	Home:  "kernel-distances", build: of(distances.Lesson, "outliers"),
}, {
	Name: "nystrom", Title: "Nyström: through a few landmarks", Short: "Nyström",
	About: "Kernel ridge regression that looks at a few of the points alone, its landmarks, beside the exact fit. " +
		"How few are enough? A wide kernel needs fewer.",
	Home: "large-n", build: own(approximate(false)),
}, {
	Name: "fourier", Title: "Random waves in place of a kernel", Short: "Random waves",
	About: "Waves of random frequencies stand for the kernel, and the exact fit is beside theirs. Draw other " +
		"frequencies: the fit changes with them.",
	Home: "large-n", build: own(approximate(true)),
}}

// Lesson has the methods for figures. It is no lesson of the course.
var Lesson = &course.Lesson{Slug: "playground", Path: "/playground", Title: "Playground", Figures: figures()}

func figures() []course.Figure {
	var all []course.Figure
	for _, m := range Methods {
		all = append(all, course.Figure{Name: m.Name, Title: m.Title, Build: m.build})
	}
	return all
}

//go:embed code
var files embed.FS

var programs = model.ParsePrograms(files)

// own is a figure of the playground's own.
func own(read func(*course.Form) course.Work) func(*course.Form) course.Draw {
	return withReasons(course.Steps(read))
}

// of is a figure of a lesson, with all data and kernels to choose from and without a goal.
func of(l *course.Lesson, name string) func(*course.Form) course.Draw {
	figure, ok := l.Figure(name)
	if !ok {
		panic("playground: no figure " + name)
	}
	return withReasons(func(f *course.Form) course.Draw {
		f.All = true
		draw := figure.Build(f)
		bringOut(f)
		return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
			p, err := draw(ctx, memo)
			if err == nil {
				p.Goals = nil
			}
			return p, err
		}
	})
}

// withReasons says why there is nothing where data and kernel defeat a method.
func withReasons(build func(*course.Form) course.Draw) func(*course.Form) course.Draw {
	return func(f *course.Form) course.Draw {
		draw := build(f)
		return func(ctx context.Context, memo *course.Memo) (*course.Picture, error) {
			p, err := draw(ctx, memo)
			if why := defeat(err); why != "" {
				return &course.Picture{Message: why, Description: saysNothing}, nil
			}
			return p, err
		}
	}
}

const saysNothing = "There is nothing to draw."

// defeat is why data and kernel defeat a method that no lesson lets them defeat; "" of another
// error, and of none.
func defeat(err error) string {
	switch {
	case errors.Is(err, engine.ErrOverflow):
		return "With this kernel numbers become too large to calculate with. Try a smaller factor, or a lower degree."
	case errors.Is(err, engine.ErrIndefinite):
		return "On these points this similarity is no kernel: K has a negative eigenvalue, and the method needs none."
	case errors.Is(err, engine.ErrSingular), errors.Is(err, engine.ErrNoConvergence):
		return "The method finds nothing here: " + strings.TrimPrefix(err.Error(), "engine: ") + "."
	}
	return ""
}

// inSight are the controls that a lesson may have under "more", and that are what the
// playground is for.
var inSight = []string{"data", "kernel", "expr", "bandwidth", "degree", "lambda", "linkage", "radius", "clusters"}

func bringOut(f *course.Form) {
	for _, c := range f.Controls {
		if slices.Contains(inSight, c.Name) {
			c.More = false
		}
	}
}

// MethodOf is the method of that name.
func MethodOf(name string) (Method, bool) {
	i := slices.IndexFunc(Methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return Method{}, false
	}
	return Methods[i], true
}
