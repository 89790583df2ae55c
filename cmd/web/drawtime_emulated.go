//go:build emulated

package main

import "time"

// drawTime is how long a draw may take on a machine that another one plays, twenty times
// slower than it is: see TestOnARM64.
const drawTime = 5 * time.Minute
