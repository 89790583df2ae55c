//go:build !js

package rooms

import (
	"fmt"
	"testing"

	"github.com/nats-io/nats-server/v2/server"
)

// A server that is only busy is not taken for one that cannot write to its disk.
func TestABusyServerIsNotBroken(t *testing.T) {
	busy := server.HealthzError{Type: server.HealthzErrorConn, Error: "not ready for connections"}
	full := server.HealthzError{Type: server.HealthzErrorJetStream, Error: "JetStream not enabled"}
	for _, test := range []struct {
		errors []server.HealthzError
		want   string
	}{{nil, ""}, {[]server.HealthzError{busy}, ""}, {[]server.HealthzError{busy, full}, full.Error}} {
		same(t, fmt.Sprint(test.errors), brokenBy(&server.HealthStatus{Errors: test.errors}), test.want)
	}
}
