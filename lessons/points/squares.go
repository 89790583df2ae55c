package points

import "math"

// SquareSide is the side, in km, of the squares of ground that soil is left out by.
const SquareSide = 0.5

// Squares are the numbers of the points in each square of ground that holds any, in the order in which
// the squares first occur. A corner of four of them lies those shares of a side east and north of 0.
func Squares(x [][]float64, east, north float64) [][]int {
	var all [][]int
	at := map[[2]int]int{}
	for i, xi := range x {
		key := [2]int{int(math.Floor(xi[0]/SquareSide - east)), int(math.Floor(xi[1]/SquareSide - north))}
		k, known := at[key]
		if !known {
			k, at[key] = len(all), len(all)
			all = append(all, nil)
		}
		all[k] = append(all[k], i)
	}
	return all
}
