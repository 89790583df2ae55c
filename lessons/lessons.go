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
	"gramophone/lessons/kernelpca"
	"gramophone/lessons/kernelridge"
	"gramophone/lessons/kerneltrick"
	"gramophone/lessons/logistic"
	"gramophone/lessons/losses"
	"gramophone/lessons/ridge"
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
		{Slug: "gram-matrix", Short: "The Gram matrix", Title: "All that the model sees"},
		{Slug: "psd-kernels", Short: "Positive semi-definite kernels", Title: "Which similarities are kernels?"},
		{Slug: "kernel-algebra", Short: "Kernel algebra", Title: "Building kernels"},
		{Slug: "mercer", Short: "Mercer", Title: "From a Gram matrix back to features"},
		{Slug: "rkhs", Short: "The RKHS", Title: "A space of functions"},
		{Slug: "representer-theorem", Short: "The representer theorem", Title: "Why n numbers are enough"},
	}},
	course.Part{Title: "Learning with kernels", Lessons: []*course.Lesson{
		kernelridge.Lesson,
		bandwidth.Lesson,
		gold.Lesson,
		kernelpca.Lesson,
		logistic.Lesson,
		losses.Lesson,
		distances.Lesson,
		{Slug: "string-kernels", Short: "String kernels", Title: "Data that is not numbers"},
		{Slug: "large-n", Short: "Large n", Title: "And all of Gmail?"},
	}},
)
