//go:build !js

package rooms

import "log/slog"

// A Config says where the log is. The zero value keeps it in a folder that is gone when
// the store is closed.
type Config struct {
	Dir     string       // keeps the log over restarts; a second process on it is refused
	URL     string       // nats://user:password@host:port of servers that others run; then Dir is not used
	Cluster *Cluster     // has this process keep the log together with others
	Log     *slog.Logger // slog.Default() if nil
}

// A Cluster is three processes or more that keep one log, each a copy of it on its own
// disk. It goes on while most of them are there.
type Cluster struct {
	Name     string   // of this process, other than those of the rest
	Listen   string   // host:port for the others: a private address, or loopback
	Peers    []string // host:port of all, this one too
	User     string
	Password string
}
