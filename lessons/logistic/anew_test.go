package logistic

import (
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course/coursetest"
)

func TestAnewIsComputed(t *testing.T) {
	coursetest.Chosen(t, "anew-soil.csv", anewSoil(), envelopes, chooseSoil)
	coursetest.Chosen(t, "kept-soil.csv", keptSoil(), envelopes, keepSoil)
	coursetest.Chosen(t, "anew-flowers.csv", anewFlowers(), envelopes, chooseFlowers)
}
