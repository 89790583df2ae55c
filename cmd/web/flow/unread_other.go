//go:build !linux

package flow

import (
	"net"
	"time"
)

// Elsewhere than on Linux it is not known what a reader has acknowledged.

// bufferFactor is how many times the size that is asked for the kernel takes.
const bufferFactor = 1

func unread(*net.TCPConn) int { return 0 }

func forgetUnread(*net.TCPConn, time.Duration) {}
