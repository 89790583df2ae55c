package losses

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

var statements = []coursetest.Statement{
	{"CPSC 340", "any L2-regularised linear model can be kernelised", "each can be kernelised"},
	{"CPSC 340", "L2-regularised robust regression", "[absolute](?regression.loss=absolute) loss, whose slope"},
	{"CPSC 340", "L2-regularised brittle regression",
		"[brittle](?regression.loss=brittle) one. It counts the largest miss alone"},
	{"CPSC 340", "L2-regularised logistic regression", "[Put logistic regression beside it]"},
	{"CPSC 340", "L2-regularised hinge loss, SVMs", "costs the **hinge** loss"},
	{"CPSC 340", "support vectors", "@{svm-m|%.0f} of the @{soil|%.0f} samples have a ring"},
	{"CPSC 340", "prediction falls from O(ndt) to O(mdt)", "| $t$ predictions | $O(ndt)$ | $O(mdt)$ |"},
	{"CPSC 340", "m is the number of support vectors", "$m$ support vectors"},
	{"CPSC 340", "large margins after a change of basis, for data that are not separable",
		"A wide straight strip in the feature space of a Gaussian is a bent strip here: the kernel changes the basis"},
	{"CPSC 340", "the representer theorem by a gradient, of differentiable losses",
		"It vanishes for all $g$ exactly if"},
	{"CPSC 340", "its objective with λ/2", `$\sum_i f_i(w\T x_i) + \frac\lambda2 \norm{w}^2$`},
	{"CPSC 340", "true under more general conditions", "At a kink a convex loss has many slopes"},
}

func TestLesson(t *testing.T) { coursetest.Check(t, Lesson, statements...) }

func TestPrograms(t *testing.T) { coursetest.Programs(t, Lesson) }
