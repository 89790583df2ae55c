//go:build !js && !emulated

package main

import "time"

// drawTime is how long a draw may take.
const drawTime = 5 * time.Second
