//go:build !js

package rooms

import (
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/url"
	"strconv"
	"sync"
	"time"
	_ "unsafe" // for linkname

	"github.com/nats-io/nats-server/v2/server"
)

// Times of elections. Whoever has not heard of the leader, who says each beat that it is
// there, for a time between least and most stands for election; a leader that has not heard
// of the rest for as long as alone gives up, which it looks for each check. NATS has 4 to 9 s,
// and 10 s, and no option for it, as its servers may lie on different continents; ours are
// near each other, and a class waits for its votes. Were its variables to be called otherwise
// in another version, its own times would hold, and the test of a leader's end fail.
//
//go:linkname electionLeast github.com/nats-io/nats-server/v2/server.minElectionTimeout
//go:linkname electionMost github.com/nats-io/nats-server/v2/server.maxElectionTimeout
//go:linkname electionBeat github.com/nats-io/nats-server/v2/server.hbInterval
//go:linkname electionAlone github.com/nats-io/nats-server/v2/server.lostQuorumInterval
//go:linkname electionCheck github.com/nats-io/nats-server/v2/server.lostQuorumCheck
var electionLeast, electionMost, electionBeat, electionAlone, electionCheck time.Duration

// hasten sets them. It does so before a server starts, since nothing else guards them.
var hasten = sync.OnceFunc(func() {
	electionLeast, electionMost, electionBeat = 300*time.Millisecond, 600*time.Millisecond, 75*time.Millisecond
	electionAlone, electionCheck = time.Second, time.Second/4
})

// join makes the options of a process alone those of one of the cluster. It must listen,
// or routes are never made: to the others where c says, and on a port of loopback, which
// nobody needs. Both want the password.
func (c *Cluster) join(o *server.Options) error {
	switch {
	case c.User == "" || c.Password == "":
		return errors.New("a cluster has a user and a password")
	case c.Name == "":
		return errors.New("a process of a cluster has a name")
	case len(c.Peers) < replicas:
		return fmt.Errorf("a cluster has at least %d processes", replicas)
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return err
	}
	o.Cluster = server.ClusterOpts{Name: "gramophone", Host: host, Username: c.User, Password: c.Password,
		NoAdvertise: true}
	if o.Cluster.Port, err = strconv.Atoi(port); err != nil {
		return fmt.Errorf("address %s: a port is a number", c.Listen)
	}
	for _, peer := range c.Peers {
		user := url.UserPassword(c.User, c.Password)
		o.Routes = append(o.Routes, &url.URL{Scheme: "nats-route", User: user, Host: peer})
	}
	hasten()
	o.ServerName, o.DontListen, o.SyncAlways = c.Name, false, false
	o.Host, o.Port, o.Username, o.Password = "127.0.0.1", server.RANDOM_PORT, c.User, c.Password
	return nil
}

// A natsLog has NATS write into our log. What it does as a matter of course is of no
// interest to who runs a course.
type natsLog struct{ log *slog.Logger }

func (l natsLog) Noticef(format string, v ...any) { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l natsLog) Warnf(format string, v ...any)   { l.log.Warn(fmt.Sprintf(format, v...)) }
func (l natsLog) Errorf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l natsLog) Fatalf(format string, v ...any)  { l.log.Error(fmt.Sprintf(format, v...)) }
func (l natsLog) Debugf(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
func (l natsLog) Tracef(format string, v ...any)  { l.log.Debug(fmt.Sprintf(format, v...)) }
