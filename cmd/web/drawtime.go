//go:build !emulated

package main

// drawTime is how long a draw may take: as long as usual.
const drawTime = 0
