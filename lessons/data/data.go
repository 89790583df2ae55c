// Package data holds the course's real data sets. Where each comes from is told
// in README.md.
//
// A set is read when it is first wanted and then shared: nobody may change it.
package data

import (
	"bytes"
	"cmp"
	"embed"
	"encoding/csv"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/gramophone-course/gramophone/engine"
)

//go:embed *.csv
var files embed.FS

var (
	// MCycle is head acceleration (g) against time after impact (ms) in simulated
	// motorcycle crashes: n = 133, p = 1, in order of time, many times repeated.
	MCycle = sorted("mcycle.csv", "times", "accel")

	// Faithful is the wait until the next eruption of Old Faithful against the
	// length of the last (min): n = 272, p = 1, in order of length.
	Faithful = sorted("faithful.csv", "eruptions", "waiting")

	// Challenger is how many of six O-rings were damaged against the temperature (°F) at
	// launch, in the Space Shuttle's flights before its accident: n = 23, p = 1, in order of
	// temperature, some of which are equal.
	Challenger = sorted("challenger.csv", "temperature", "rings")

	// Meuse is zinc in the topsoil (ppm) against place (m, easting and northing):
	// n = 155, p = 2.
	Meuse = dataset("meuse.csv", []string{"x", "y"}, "zinc")

	// Zinc is the decimal logarithm of that zinc (ppm) against the distance to the
	// river, of the longest there is: n = 155, p = 1, in order of distance.
	Zinc = logarithm(sorted("meuse.csv", "dist", "zinc"))

	// MeuseGrid is the grid of 40 m on the same flood plain: X holds places (m),
	// Y the relative distance to the river; n = 3103, p = 2.
	MeuseGrid = dataset("meuse_grid.csv", []string{"x", "y"}, "dist")

	// Iris is four measures of flowers (cm) of three species, labelled in the
	// order setosa, versicolor, virginica: n = 150, p = 4.
	Iris = labelled("iris.csv", "species")

	// Wine is thirteen chemical measures of wines of three cultivars, 0 to 2:
	// n = 178, p = 13, in very different units.
	Wine = labelled("wine.csv", "cultivar")

	// Digits is handwritten digits in 8×8 pixels, 0 to 16 each, labelled with the
	// digit: n = 1797, p = 64.
	Digits = labelled("digits.csv", "digit")

	// CO2 is the mean carbon dioxide (ppm) in the air over Mauna Loa, against year and
	// month, 1 to 12: n = 468, p = 2, from 1959 to 1997 in order.
	CO2 = dataset("co2.csv", []string{"year", "month"}, "co2")

	// Foods is carbohydrate and protein (g in 100 g) of foods, labelled with their kind in
	// the order grain, pulse, nut; fruit, vegetable; from animals: n = 24, p = 2, in the
	// order of their names, FoodNames.
	Foods     = labelled("foods.csv", "kind", "food")
	FoodNames = names("foods.csv", "food")
)

func open(name string) []byte {
	b, err := files.ReadFile(name)
	if err != nil {
		panic("data: " + err.Error()) // it is embedded
	}
	return b
}

// dataset returns a function that reads the named columns of a file.
func dataset(name string, x []string, y string) func() engine.Dataset {
	return sync.OnceValue(func() engine.Dataset {
		d, err := engine.ReadCSV(bytes.NewReader(open(name)), x, y)
		if err != nil {
			panic("data: " + name + ": " + err.Error())
		}
		return d
	})
}

// sorted is dataset for one input, in its order; equal inputs stay as they come.
func sorted(name, x, y string) func() engine.Dataset {
	read := dataset(name, []string{x}, y)
	return sync.OnceValue(func() engine.Dataset {
		d := read()
		order := make([]int, d.Len())
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d.X[i][0], d.X[j][0]) })
		return d.Pick(order)
	})
}

// logarithm takes that of the responses, to base ten.
func logarithm(read func() engine.Dataset) func() engine.Dataset {
	return sync.OnceValue(func() engine.Dataset {
		d := read()
		for i, y := range d.Y { // its own: nobody else has read it
			d.Y[i] = math.Log10(y)
		}
		return d
	})
}

// table is the rows of a file, and the place of a column in each.
func table(name, column string) (rows [][]string, at int) {
	rows, err := csv.NewReader(bytes.NewReader(open(name))).ReadAll()
	if err != nil {
		panic("data: " + name + ": " + err.Error())
	}
	if at = slices.Index(rows[0], column); at < 0 {
		panic("data: " + name + " has no column " + column)
	}
	return rows, at
}

// names returns a function that reads a column of words.
func names(name, column string) func() []string {
	return sync.OnceValue(func() []string {
		rows, at := table(name, column)
		var names []string
		for _, row := range rows[1:] {
			names = append(names, row[at])
		}
		return names
	})
}

// labelled returns a function that reads all columns of a file as inputs, but that of the
// class and those besides. Classes are numbers, or names counted from 0 as they appear.
func labelled(name, class string, besides ...string) func() engine.Labelled {
	return sync.OnceValue(func() engine.Labelled {
		rows, at := table(name, class)
		var l engine.Labelled
		var names []string
		for i, row := range rows[1:] {
			x := make([]float64, 0, len(row)-1)
			for j, text := range row {
				if j == at || slices.Contains(besides, rows[0][j]) {
					continue
				}
				v, err := strconv.ParseFloat(text, 64)
				if err != nil {
					panic(fmt.Sprintf("data: %s, row %d: %v", name, i+1, err))
				}
				x = append(x, v)
			}
			label, err := strconv.Atoi(row[at])
			if err != nil {
				if label = slices.Index(names, row[at]); label < 0 {
					label = len(names)
					names = append(names, row[at])
				}
			}
			l.X, l.Labels = append(l.X, x), append(l.Labels, label)
		}
		return l
	})
}

// Letters are images in lines, as a program holds them: a letter for each pixel, from a for no
// ink to q for most.
func Letters(images [][]float64, most float64) string {
	lines := make([]string, len(images))
	for i, image := range images {
		line := make([]byte, len(image))
		for j, ink := range image {
			line[j] = 'a' + byte(math.Round(16*ink/most))
		}
		lines[i] = string(line)
	}
	return strings.Join(lines, "\n")
}
