//go:build !js

package rooms

import (
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
		if got := brokenBy(&server.HealthStatus{Errors: test.errors}); got != test.want {
			t.Errorf("%v: %q, want %q", test.errors, got, test.want)
		}
	}
}
