//go:build !linux

package main

import (
	"net"
	"time"
)

// Elsewhere than on Linux it is not known what a reader has acknowledged.

const asked = 1

func unread(*net.TCPConn) int { return 0 }

func forgetUnread(*net.TCPConn, time.Duration) {}
