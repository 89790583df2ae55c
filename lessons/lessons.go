// Package lessons is the table of contents. A lesson is a folder with what it says,
// shows and asks; see package course for what it is made of.
package lessons

import (
	"github.com/gramophone-course/gramophone/lessons/approximation"
	"github.com/gramophone-course/gramophone/lessons/bandwidth"
	"github.com/gramophone-course/gramophone/lessons/course"
	_ "github.com/gramophone-course/gramophone/lessons/course/formulas" // shown as MathML
	"github.com/gramophone-course/gramophone/lessons/distances"
	"github.com/gramophone-course/gramophone/lessons/featuremaps"
	"github.com/gramophone-course/gramophone/lessons/gold"
	"github.com/gramophone-course/gramophone/lessons/grammatrix"
	"github.com/gramophone-course/gramophone/lessons/kernelalgebra"
	"github.com/gramophone-course/gramophone/lessons/kernelpca"
	"github.com/gramophone-course/gramophone/lessons/kernelridge"
	"github.com/gramophone-course/gramophone/lessons/kerneltrick"
	"github.com/gramophone-course/gramophone/lessons/largen"
	"github.com/gramophone-course/gramophone/lessons/logistic"
	"github.com/gramophone-course/gramophone/lessons/losses"
	"github.com/gramophone-course/gramophone/lessons/mercer"
	"github.com/gramophone-course/gramophone/lessons/psdkernels"
	"github.com/gramophone-course/gramophone/lessons/representer"
	"github.com/gramophone-course/gramophone/lessons/ridge"
	"github.com/gramophone-course/gramophone/lessons/rkhs"
	"github.com/gramophone-course/gramophone/lessons/sentences"
	"github.com/gramophone-course/gramophone/lessons/woodbury"
)

// Contents is the course in order. A lesson without figures is announced, and
// not there yet.
var Contents = course.New(
	course.Part{Title: "From features to kernels", Lessons: []*course.Lesson{
		featuremaps.Lesson,
		ridge.Lesson,
		approximation.Lesson,
		woodbury.Lesson,
		kerneltrick.Lesson,
	}},
	course.Part{Title: "What a kernel is", Lessons: []*course.Lesson{
		grammatrix.Lesson,
		psdkernels.Lesson,
		kernelalgebra.Lesson,
		mercer.Lesson,
		rkhs.Lesson,
		representer.Lesson,
	}},
	course.Part{Title: "Learning with kernels", Lessons: []*course.Lesson{
		kernelridge.Lesson,
		bandwidth.Lesson,
		gold.Lesson,
		kernelpca.Lesson,
		logistic.Lesson,
		losses.Lesson,
		distances.Lesson,
		sentences.Lesson,
		largen.Lesson,
	}},
)
