// Package lessons is the table of contents. A lesson is a folder with what it says,
// shows and asks; see package course for what it is made of.
package lessons

import (
	"gramophone/lessons/approximation"
	"gramophone/lessons/bandwidth"
	"gramophone/lessons/course"
	"gramophone/lessons/distances"
	"gramophone/lessons/featuremaps"
	"gramophone/lessons/gold"
	"gramophone/lessons/grammatrix"
	"gramophone/lessons/kernelalgebra"
	"gramophone/lessons/kernelpca"
	"gramophone/lessons/kernelridge"
	"gramophone/lessons/kerneltrick"
	"gramophone/lessons/largen"
	"gramophone/lessons/logistic"
	"gramophone/lessons/losses"
	"gramophone/lessons/mercer"
	"gramophone/lessons/psdkernels"
	"gramophone/lessons/representer"
	"gramophone/lessons/ridge"
	"gramophone/lessons/rkhs"
	"gramophone/lessons/sentences"
	"gramophone/lessons/woodbury"
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
