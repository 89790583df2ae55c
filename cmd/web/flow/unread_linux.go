package flow

import (
	"net"
	"time"

	"golang.org/x/sys/unix"
)

// bufferFactor is how many times the size that SO_SNDBUF is set to the kernel takes: as
// much again is for its own needs (socket(7)).
const bufferFactor = 2

// unread is how many bytes written to a connection its reader has not acknowledged.
func unread(conn *net.TCPConn) (bytes int) {
	control(conn, func(fd int) { bytes, _ = unix.IoctlGetInt(fd, unix.SIOCOUTQ) })
	return bytes
}

// forgetUnread has the kernel close a connection whose reader acknowledges nothing for so
// long, or says for so long that he has no room.
func forgetUnread(conn *net.TCPConn, after time.Duration) {
	control(conn, func(fd int) {
		_ = unix.SetsockoptInt(fd, unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, int(after/time.Millisecond))
	})
}

// control has do look at a connection's descriptor, if it is still open.
func control(conn *net.TCPConn, do func(fd int)) {
	if raw, err := conn.SyscallConn(); err == nil {
		_ = raw.Control(func(fd uintptr) { do(int(fd)) })
	}
}
