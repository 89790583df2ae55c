//go:build !js

package rooms

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/gofrs/flock"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// Names and bounds in NATS.
const (
	streamName   = "ROOMS"
	listenTo     = "live.*" // live.CODE is a hand's move, live.log a position
	liveLog      = "live.log"
	replicas     = 3                      // of a cluster's log
	appendWithin = 15 * time.Second       // others' servers elect a leader in place of one that is gone after 4 to 9 s,
	appendOurs   = 5 * time.Second        // and ours within one: whoever waits longer is better told so
	ackWithin    = 400 * time.Millisecond // then who was asked may be gone; asking again does no harm
	retryAfter   = 25 * time.Millisecond
	startWithin  = 10 * time.Second
)

var errNoTemporary = errors.New("no temporary folder can be made")

// A jetStream is a log in a stream of NATS. It is told of by plain subscriptions, which
// hear at once when a leader has gone, where consumers are silent for ten seconds.
type jetStream struct {
	log       *slog.Logger
	server    *server.Server   // nil if others run it
	temporary string           // the folder to remove
	before    map[string]int64 // sizes of its files before the server opened them
	lock      *flock.Flock     // on the folder; nil if others run the server
	nc        *nats.Conn
	js        jetstream.JetStream
	stop      context.CancelFunc
	config    server.JetStreamConfig
	mending   sync.Mutex
	mended    time.Time // when JetStream was last begun anew
}

// Open returns a log in NATS JetStream, which runs in this process unless c.URL says where
// else. A process alone has no port open and every message on its disk before Append
// returns; one of a cluster has it in the memory of most of them. A cluster can be written
// to some seconds after most of it have started; until then Last fails. Where no folder is
// asked for and a temporary one cannot be made, as in a container that may write nothing, the
// log is in memory, as long.
func Open(ctx context.Context, c Config) (Store, error) {
	log := cmp.Or(c.Log, slog.Default())
	n := &jetStream{log: log, stop: func() {}}
	if err := n.open(ctx, c); err != nil {
		n.Close()
		if errors.Is(err, errNoTemporary) {
			log.Warn("rooms are kept in memory, and gone when the server stops", "since", err)
			return Memory(), nil
		}
		return nil, fmt.Errorf("rooms: %w", err)
	}
	return n, nil
}

func (n *jetStream) open(ctx context.Context, c Config) (err error) {
	options := []nats.Option{nats.Name("rooms"), nats.MaxReconnects(-1), nats.RetryOnFailedConnect(true),
		nats.ReconnectWait(time.Second / 4), nats.ReconnectBufSize(-1)}
	if c.URL == "" {
		if err := n.serve(c); err != nil {
			return err
		}
		options = append(options, nats.InProcessServer(n.server))
		if c.Cluster != nil {
			options = append(options, nats.UserInfo(c.Cluster.User, c.Cluster.Password))
		}
	}
	if n.nc, err = nats.Connect(c.URL, options...); err != nil {
		return err
	}
	if n.js, err = jetstream.New(n.nc); err != nil {
		return err
	}
	if c.URL == "" && c.Cluster == nil {
		ctx, cancel := context.WithTimeout(ctx, startWithin)
		defer cancel()
		if err := n.prepare(ctx); err != nil {
			return err
		}
		n.check(ctx, n.before)
		return nil
	}
	background, cancel := context.WithCancel(context.WithoutCancel(ctx))
	n.stop = cancel
	go func() { _ = n.prepare(background) }() // it ends when it is done or the store is closed
	return nil
}

// serve starts the server in this process.
func (n *jetStream) serve(c Config) (err error) {
	dir := c.Dir
	if dir == "" {
		if dir, err = os.MkdirTemp("", "gramophone-rooms-"); err != nil {
			return fmt.Errorf("%w: %w", errNoTemporary, err)
		}
		n.temporary = dir
		n.log.Info("rooms are kept in a temporary folder, and gone when the server stops", "folder", dir)
	}
	if err := n.take(dir); err != nil {
		return err
	}
	o := &server.Options{
		ServerName: "alone", DontListen: true, NoSigs: true, DisableJetStreamBanner: true, MaxPayload: 64 << 10,
		JetStream: true, StoreDir: dir, JetStreamMaxMemory: 32 << 20, JetStreamMaxStore: 2 * maxLog, SyncAlways: true,
	}
	if c.Cluster != nil {
		if err := c.Cluster.join(o); err != nil {
			return err
		}
	}
	n.before = sizes(dir)
	if n.server, err = server.NewServer(o); err != nil {
		return err
	}
	n.server.SetLoggerV2(natsLog{n.log.With("from", "nats")}, false, false, false)
	n.server.Start()
	if !n.server.ReadyForConnections(startWithin) {
		return errors.New("NATS did not start")
	}
	config := n.server.JetStreamConfig()
	if config == nil {
		return errors.New("JetStream did not start")
	}
	n.config = *config
	n.config.StoreDir = dir
	return nil
}

// take has the folder be this process's alone, until it is closed or ends in any way: two
// servers of NATS that write to one folder ruin what it holds, and do not see each other.
func (n *jetStream) take(dir string) error {
	if err := os.MkdirAll(dir, 0o750); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(dir, "lock"))
	alone, err := lock.TryLock()
	switch {
	case err != nil:
		return err
	case !alone:
		return fmt.Errorf("another process keeps its rooms in the folder %s; stop it, or name another folder", dir)
	}
	n.lock = lock
	return nil
}

// prepare makes the stream, again and again until it is there.
func (n *jetStream) prepare(ctx context.Context) error {
	for {
		c := jetstream.StreamConfig{
			Name: streamName, Subjects: []string{"room.>"}, Storage: jetstream.FileStorage, Replicas: 1,
			MaxAge: Life, MaxMsgsPerSubject: perSubject, MaxMsgSize: maxBody, MaxBytes: maxLog,
			Discard: jetstream.DiscardNew, AllowDirect: true,
		}
		if n.nc.ConnectedClusterName() != "" {
			c.Replicas = replicas
		}
		try, cancel := context.WithTimeout(ctx, startWithin)
		_, err := n.js.CreateOrUpdateStream(try, c)
		cancel()
		if err == nil {
			return nil
		}
		n.log.Debug("rooms: the log cannot be made yet", "error", err)
		select {
		case <-time.After(time.Second / 4):
		case <-ctx.Done():
			return cmp.Or(err, ctx.Err())
		}
	}
}

func (n *jetStream) Close() error {
	n.stop()
	if n.nc != nil {
		n.nc.Close()
	}
	if n.server != nil {
		n.mending.Lock()
		defer n.mending.Unlock()
		n.server.Shutdown()
		n.server.WaitForShutdown()
	}
	if n.lock != nil {
		_ = n.lock.Unlock() // the next process says so, if it could not be
	}
	if n.temporary != "" {
		return os.RemoveAll(n.temporary)
	}
	return nil
}

// Append asks again until a leader answers. The message's identity has the one that was
// stored and not acknowledged acknowledged then, and no other stored.
func (n *jetStream) Append(ctx context.Context, subject string, data []byte, last uint64) (uint64, error) {
	return n.append(ctx, newSecret(), subject, data, last)
}

func (n *jetStream) append(ctx context.Context, id, subject string, data []byte, last uint64) (uint64, error) {
	within := appendWithin
	if n.server != nil {
		within = appendOurs
	}
	ctx, cancel := context.WithTimeout(ctx, within)
	defer cancel()
	options := []jetstream.PublishOpt{jetstream.WithMsgID(id), jetstream.WithRetryAttempts(0)}
	if last != Anywhere {
		options = append(options, jetstream.WithExpectLastSequencePerSubject(last))
	}
	for {
		m := &nats.Msg{Subject: subject, Data: data, Header: nats.Header{}}
		try, cancel := context.WithTimeout(ctx, ackWithin)
		ack, err := n.js.PublishMsg(try, m, options...)
		cancel()
		if err == nil {
			return ack.Sequence, n.Tell(ctx, Note{Position: ack.Sequence})
		}
		var refused *jetstream.APIError
		switch {
		case !errors.As(err, &refused):
			if n.mend() {
				return 0, errors.Join(ErrSpace, err)
			}
		case slices.Contains(noSpace, refused.ErrorCode):
			return 0, errors.Join(ErrSpace, err)
		case slices.Contains(notTheLast, refused.ErrorCode):
			if newest, err := n.newest(ctx, subject); err == nil && bytes.Contains(newest.Hdrs, []byte(id)) {
				return newest.Seq, n.Tell(ctx, Note{Position: newest.Seq}) // an attempt before had stored it
			}
			return 0, ErrOld
		case refused.Code < 500 && !slices.Contains(onItsWay, refused.ErrorCode):
			return 0, fmt.Errorf("rooms: %w", err)
		}
		select {
		case <-time.After(retryAfter):
		case <-ctx.Done():
			return 0, errors.Join(ErrUnready, err)
		}
	}
}

// Error codes of JetStream by what they mean here; its client names but two.
var (
	notTheLast = []jetstream.ErrorCode{jetstream.JSErrCodeStreamWrongLastSequence,
		jetstream.JSErrCodeStreamWrongLastSequenceConstant}
	onItsWay = []jetstream.ErrorCode{10158, 10167} // this very message is; too many requests are
	// Of the account, of the server, of its memory, of its storage, of the stream.
	noSpace = []jetstream.ErrorCode{10002, 10023, 10028, 10047, 10077}
)

// mend reports whether the server in this process could not write to its disk. After that
// it answers no write and tries none, so its JetStream is begun anew, with what the disk has.
func (n *jetStream) mend() bool {
	if n.server == nil || n.server.JetStreamIsClustered() { // where another goes on
		return false
	}
	n.mending.Lock()
	defer n.mending.Unlock()
	if n.nc.IsClosed() {
		return false
	}
	if time.Since(n.mended) < ackWithin { // for another that waited
		return true
	}
	why := brokenBy(n.server.Healthz(&server.HealthzOptions{Details: true}))
	if why == "" {
		return false
	}
	config := n.config // EnableJetStream writes to it
	err := cmp.Or(n.server.ShutdownJetStream(), n.server.EnableJetStream(&config))
	n.log.Error("rooms: nothing could be written to the disk; it is tried again", "why", why, "error", err)
	n.mended = time.Now()
	return true
}

// brokenBy is what keeps a server from writing; "" for nothing. That it takes no connection within a
// millisecond, which it also tells, is so on any busy machine.
func brokenBy(h *server.HealthStatus) string {
	for _, e := range h.Errors {
		if e.Type != server.HealthzErrorConn {
			return cmp.Or(e.Error, e.Type.String())
		}
	}
	return ""
}

// Read asks for a batch of messages: whichever copy of the log is nearest answers. It may
// have gone; then the next does.
func (n *jetStream) Read(ctx context.Context, after uint64) ([]Message, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request := fmt.Appendf(nil, `{"seq":%d,"batch":%d,"next_by_subj":"room.>"}`, after+1, readBatch)
	inbox := n.nc.NewInbox()
	answers, err := n.nc.SubscribeSync(inbox)
	if err != nil {
		return nil, err
	}
	defer func() { _ = answers.Unsubscribe() }() // it fails when the connection is closed
	if err := n.nc.PublishRequest("$JS.API.DIRECT.GET."+streamName, inbox, request); err != nil {
		return nil, err
	}
	var read []Message
	for {
		next, cancel := context.WithTimeout(ctx, ackWithin)
		m, err := answers.NextMsgWithContext(next)
		cancel()
		if err != nil {
			return nil, err
		}
		switch status := m.Header.Get("Status"); status {
		case "":
		case "204", "404": // the end of the batch, nothing there
			return read, nil
		default:
			return nil, fmt.Errorf("rooms: reading the log: %s %s", status, m.Header.Get("Description"))
		}
		position, err := strconv.ParseUint(m.Header.Get(jetstream.SequenceHeader), 10, 64)
		if err != nil {
			return nil, fmt.Errorf("rooms: reading the log: %w", err)
		}
		read = append(read, Message{position, m.Header.Get(jetstream.SubjectHeader), m.Data})
	}
}

// Last asks the leader, which knows of every message that is acknowledged.
func (n *jetStream) Last(ctx context.Context) (uint64, error) {
	m, err := n.newest(ctx, "room.>")
	return m.Seq, err
}

// A stored message is what the leader tells of one.
type stored struct {
	Seq  uint64
	Hdrs []byte
}

// newest returns the newest message of a subject, a zero one if there is none.
func (n *jetStream) newest(ctx context.Context, subject string) (stored, error) {
	ctx, cancel := context.WithTimeout(ctx, patience) // without a leader nobody answers
	defer cancel()
	request := fmt.Appendf(nil, `{"last_by_subj":%q}`, subject)
	m, err := n.nc.RequestWithContext(ctx, "$JS.API.STREAM.MSG.GET."+streamName, request)
	if err != nil {
		return stored{}, err
	}
	var answer struct {
		Error   *jetstream.APIError
		Message stored
	}
	if err := json.Unmarshal(m.Data, &answer); err != nil {
		return stored{}, err
	}
	if answer.Error != nil && answer.Error.ErrorCode != jetstream.JSErrCodeMessageNotFound {
		return stored{}, answer.Error
	}
	return answer.Message, nil
}

func (n *jetStream) Purge(ctx context.Context, code string, before uint64) error {
	if before == Anywhere {
		return n.Forget(ctx, "room."+code+".>")
	}
	return n.purge(ctx, jetstream.WithPurgeSubject("room."+code+".>"), jetstream.WithPurgeSequence(before))
}

func (n *jetStream) Forget(ctx context.Context, subject string) error {
	return n.purge(ctx, jetstream.WithPurgeSubject(subject))
}

func (n *jetStream) purge(ctx context.Context, options ...jetstream.StreamPurgeOpt) error {
	stream, err := n.js.Stream(ctx, streamName)
	if err != nil {
		return err
	}
	return stream.Purge(ctx, options...)
}
