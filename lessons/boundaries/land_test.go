package boundaries

import (
	"math"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/points"
)

// The map of the soil has every sample on it, and ends before the corners of its frame.
func TestTheMapEndsWithThePlain(t *testing.T) {
	soil := points.LabelledSpec{Name: "meuse", Flat: true}.Load()
	if soil.Data.Len() != 155 {
		t.Fatalf("%d samples", soil.Data.Len())
	}
	for i, x := range soil.Data.X {
		if !ashore()[cellAt(x[0], x[1])] {
			t.Errorf("sample %d is off the plain", i+1)
		}
	}
	for _, corner := range [][2]float64{{0.4, 0.6}, {0.4, 4}, {3.6, 0.6}} {
		if ashore()[cellAt(corner[0], corner[1])] {
			t.Errorf("%v is on the plain", corner)
		}
	}
}

// The cell of a place does not hang on its last digit.
func TestPlacesOnALineBetweenCells(t *testing.T) {
	for i := range 200 {
		at := float64(i) * cellSide
		for _, v := range []float64{math.Nextafter(at, -1), at, math.Nextafter(at, 100)} {
			if got := cellAt(v, v); got != [2]int{i, i} {
				t.Errorf("%v is in cell %v, want %d", v, got, i)
			}
		}
	}
}
