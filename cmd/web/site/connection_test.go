package site

import (
	"bufio"
	"net"
	"strings"
	"testing"

	"github.com/gramophone-course/gramophone/lessons/course"
)

// connect opens a connection to a server, of a reader whose own machine takes next to
// nothing before it is read.
func connect(t *testing.T, address string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn := course.Must(net.Dial("tcp", strings.TrimPrefix(address, "http://")))
	t.Cleanup(func() { conn.Close() })
	noError(t, conn.(*net.TCPConn).SetReadBuffer(4<<10))
	return conn, bufio.NewReader(conn)
}
