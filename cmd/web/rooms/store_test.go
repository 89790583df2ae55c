//go:build !js

package rooms

import (
	"bytes"
	stdcmp "cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/nats-io/nats-server/v2/server"
)

// stores are held to one behaviour.
var stores = map[string]func(testing.TB) Store{
	"Memory":    func(testing.TB) Store { return Memory() },
	"JetStream": func(t testing.TB) Store { return open(t, Config{}) },
	"URL":       func(t testing.TB) Store { return external(t) },
}

// external returns a log in a server that somebody else runs.
func external(t testing.TB) Store {
	t.Helper()
	others := host(t, &server.Options{Port: server.RANDOM_PORT, StoreDir: t.TempDir()})
	s := open(t, Config{URL: "nats://rooms:secret@" + others.Addr().String()})
	soon(t, "the log is made", func() error { return errorOf(s.Last(t.Context())) })
	return s
}

// must is what a call returns that cannot fail here.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// noError ends the test at an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// errorOf is the last of a call's results, its error.
func errorOf(results ...any) error {
	err, _ := results[len(results)-1].(error)
	return err
}

func same[T any](t testing.TB, what string, got, want T, options ...cmp.Option) {
	t.Helper()
	if diff := cmp.Diff(want, got, options...); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func wantError(t testing.TB, what string, err, want error) {
	t.Helper()
	if !errors.Is(err, want) {
		t.Errorf("%s: %v, want %v", what, err, want)
	}
}

// wrongIn fails unless an error names the field.
func wrongIn(t testing.TB, what string, err error, field string) {
	t.Helper()
	if f := new(FieldError); !errors.As(err, &f) || f.Field != field {
		t.Errorf("%s: %v, want an error of %s", what, err, field)
	}
}

// soon calls try until it succeeds, for a minute at most: elections take their time.
func soon(t testing.TB, what string, try func() error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	for {
		err := try()
		if err == nil {
			return
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
			t.Fatal(what, ": ", err)
		}
	}
}

// host starts a server as somebody else runs it.
func host(t testing.TB, o *server.Options) *server.Server {
	t.Helper()
	o.Host, o.NoSigs, o.NoLog, o.JetStream, o.Username, o.Password = "127.0.0.1", true, true, true, "rooms", "secret"
	s := must(server.NewServer(o))
	s.Start()
	t.Cleanup(func() {
		s.Shutdown()
		s.WaitForShutdown()
	})
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("no server")
	}
	return s
}

// A server of others may come after us, go and come back: what is asked meanwhile waits or
// is refused, and nothing is lost.
func TestAServerOfOthersGoesAndComes(t *testing.T) {
	t.Parallel()
	free := must(net.Listen("tcp", "127.0.0.1:0"))
	o := server.Options{Port: free.Addr().(*net.TCPAddr).Port, StoreDir: t.TempDir()}
	free.Close()
	s := open(t, Config{URL: fmt.Sprintf("nats://rooms:secret@127.0.0.1:%d", o.Port)})
	defer s.Close()
	if _, err := s.Last(t.Context()); err == nil {
		t.Error("there is a log without a server")
	}
	options := o
	others := host(t, &options)
	soon(t, "the log is made", func() error { return errorOf(s.Last(t.Context())) })
	c := teach(t, s)
	seat := c.join()
	c.phase(Vote1, "q")
	c.vote(seat, "q", 1, 1)
	others.Shutdown()
	others.WaitForShutdown()
	soon(t, "it has gone", func() error {
		if c.Ready(t.Context()) == nil {
			return errors.New("still ready")
		}
		return nil
	})
	same(t, "how many have voted without a server", c.head().Voted, 1)
	voted := make(chan error, 1)
	go func() { voted <- c.Vote(t.Context(), c.code, seat, Vote{"q", 1, 2}) }()
	options = o
	host(t, &options)
	wantError(t, "the vote that waited", <-voted, nil)
	same(t, "the votes", c.tally("q").Rounds[0].Counts, []Count{{2, 1}})
}

func each(t *testing.T, test func(*testing.T, Store)) {
	for name, store := range stores {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := store(t)
			t.Cleanup(func() { _ = s.Close() }) // twice, where the test did
			test(t, s)
		})
	}
}

// taught is each with a room in the store, of which nothing is known but how it was made.
func taught(t *testing.T, test func(*testing.T, Store, *class)) {
	each(t, func(t *testing.T, s Store) { test(t, s, teach(t, s)) })
}

var quiet = slog.New(slog.NewTextHandler(io.Discard, nil))

func open(t testing.TB, c Config) Store {
	t.Helper()
	c.Log = stdcmp.Or(c.Log, quiet)
	return must(Open(context.Background(), c))
}

func TestStoreKeepsOneOrder(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		if last, err := s.Last(t.Context()); last != 0 || err != nil {
			t.Fatalf("an empty log ends at %d, %v", last, err)
		}
		var want []Message
		for i := range 1300 { // more than a batch
			subject, data := fmt.Sprintf("room.ABCDE.vote.q.1.%d", i%100), fmt.Appendf(nil, "%d", i)
			position := must(s.Append(t.Context(), subject, data, Anywhere))
			if len(want) > 0 && position <= want[len(want)-1].Position {
				t.Fatalf("position %d comes after %d", position, want[len(want)-1].Position)
			}
			want = append(want, Message{position, subject, data})
		}
		same(t, "the log", log(t, s, 0), want)
		same(t, "the log after a position", log(t, s, want[700].Position), want[701:])
		if last, err := s.Last(t.Context()); last != want[1299].Position || err != nil {
			t.Errorf("the log ends at %d, %v; want %d", last, err, want[1299].Position)
		}
	})
}

func TestStoreComparesAndSets(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		const subject = "room.ABCDE.head"
		first := add(t, s, subject, "1", 0)
		add(t, s, "room.ABCDE.seat.x", "", 0)
		for _, last := range []uint64{0, first + 1, first - 1} {
			wantError(t, fmt.Sprint("after ", last), errorOf(s.Append(t.Context(), subject, nil, last)), ErrOld)
		}
		second := add(t, s, subject, "2", first)
		wantError(t, "after the first again", errorOf(s.Append(t.Context(), subject, nil, first)), ErrOld)
		add(t, s, subject, "3", second)
		same(t, "the log", texts(log(t, s, 0)), []string{"1", "", "2", "3"})
	})
}

func TestStoreKeepsSixteenOfASubject(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		add(t, s, "room.ABCDE.seat.x", "seat", Anywhere)
		for i := range 40 {
			add(t, s, "room.ABCDE.head", fmt.Sprint(i), Anywhere)
		}
		got := texts(log(t, s, 0))
		if len(got) != 17 || got[0] != "seat" || got[1] != "24" || got[16] != "39" {
			t.Errorf("the log holds %q", got)
		}
	})
}

func TestStorePurges(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		for i := range 200 {
			add(t, s, fmt.Sprintf("room.ABCDE.seat.%d", i), "a", Anywhere)
			add(t, s, fmt.Sprintf("room.ABCDF.seat.%d", i), "b", Anywhere)
		}
		end := add(t, s, "room.ABCDE.head", "end", Anywhere)
		noError(t, s.Purge(t.Context(), "ABCDE", end))
		got := texts(log(t, s, 0))
		if len(got) != 201 || got[0] != "b" || got[200] != "end" {
			t.Errorf("the log holds %q", got)
		}
		noError(t, s.Purge(t.Context(), "ABCDE", Anywhere))
		if last, err := s.Last(t.Context()); last != end-1 || err != nil {
			t.Errorf("the log ends at %d, %v; want %d", last, err, end-1)
		}
		if next := add(t, s, "room.ABCDE.head", "new", 0); next <= end {
			t.Errorf("position %d comes after %d", next, end)
		}
	})
}

func TestStoreTells(t *testing.T) {
	each(t, func(t *testing.T, s Store) {
		heard := make(chan Note, 100)
		stop := must(s.Listen(func(n Note) { heard <- n }))
		want := Note{Code: "ABCDE", Hand: "fit.lambda=1"}
		noError(t, s.Tell(t.Context(), want))
		same(t, "heard", <-heard, want)
		position := add(t, s, "room.ABCDE.seat.x", "", Anywhere)
		same(t, "position that is heard of", (<-heard).Position, position)
		stop()
		if got := log(t, s, 0); len(got) != 1 {
			t.Errorf("the log holds %v; a hand is not kept", got)
		}
	})
}

// A change whose acknowledgement is lost is sent again, and found where it was stored.
func TestAChangeThatIsSentTwiceIsStoredOnce(t *testing.T) {
	s := open(t, Config{})
	defer s.Close()
	first := add(t, s, "room.ABCDE.head", "1", 0)
	for range 2 {
		position, err := s.(*jetStream).append(t.Context(), "an identity", "room.ABCDE.head", []byte("2"), first)
		if position != first+1 || err != nil {
			t.Errorf("the change is at %d, %v; want %d", position, err, first+1)
		}
	}
	same(t, "the log", texts(log(t, s, 0)), []string{"1", "2"})
}

// A log without space refuses what makes it longer, keeps what it has, and has space again
// when a room has ended.
func TestAFullLog(t *testing.T) {
	taught(t, func(t *testing.T, s Store, c *class) {
		other := teach(t, s)
		seat := c.join()
		c.phase(Vote1, "q")
		c.vote(seat, "q", 1, 1)
		for range 20 {
			other.join()
		}
		leave(t, s, 10)
		c.is("a vote", c.Vote(c.ctx(), c.code, seat, Vote{"q", 1, 2}), ErrSpace)
		c.is("a seat", errorOf(c.Join(c.ctx(), "192.0.2.1", c.code, "")), ErrSpace)
		same(t, "the votes", c.tally("q").Rounds[0].Counts, []Count{{1, 1}})
		other.is("the end", other.End(c.ctx(), other.code, other.key), nil)
		other.is("the room that has ended", errorOf(other.Rooms.Head(c.ctx(), other.code)), ErrNone)
		c.vote(seat, "q", 1, 2)
		same(t, "the votes, with space", c.tally("q").Rounds[0].Counts, []Count{{2, 1}})
	})
}

// leave bounds a store to what it has and some bytes more.
func leave(t *testing.T, s Store, bytes int) {
	t.Helper()
	n, ok := s.(*jetStream)
	if !ok {
		s.(*memory).bytes = maxLog - bytes
		return
	}
	stream := must(n.js.Stream(t.Context(), streamName))
	c := stream.CachedInfo().Config
	c.MaxBytes = int64(stream.CachedInfo().State.Bytes) + int64(bytes)
	_ = must(n.js.UpdateStream(t.Context(), c))
}

// log returns all messages after a position.
func log(t testing.TB, s Store, after uint64) []Message {
	t.Helper()
	var all []Message
	for {
		batch := must(s.Read(t.Context(), after))
		if len(batch) == 0 {
			return all
		}
		all = append(all, batch...)
		after = all[len(all)-1].Position
	}
}

func texts(all []Message) []string {
	var texts []string
	for _, m := range all {
		texts = append(texts, string(m.Data))
	}
	return texts
}

func add(t testing.TB, s Store, subject, data string, last uint64) uint64 {
	t.Helper()
	return must(s.Append(t.Context(), subject, []byte(data), last))
}

// Where no temporary folder can be made, rooms are kept in memory, and the log says so; where
// a folder is asked for, it is that or none.
func TestNoTemporaryFolder(t *testing.T) {
	nowhere := filepath.Join(t.TempDir(), "gone")
	for _, name := range []string{"TMPDIR", "TMP", "TEMP"} { // as systems call it
		t.Setenv(name, nowhere)
	}
	var log bytes.Buffer
	s := must(Open(t.Context(), Config{Log: slog.New(slog.NewTextHandler(&log, nil))}))
	defer s.Close()
	position, err := s.Append(t.Context(), "room.ABCDE", []byte("here"), 0)
	if last, lastErr := s.Last(t.Context()); err != nil || lastErr != nil || last != position {
		t.Errorf("written at %d, %v; the last is %d, %v", position, err, last, lastErr)
	}
	if !strings.Contains(log.String(), "level=WARN") || !strings.Contains(log.String(), "in memory") {
		t.Errorf("the log: %s", &log)
	}
	if s, err := Open(t.Context(), Config{Dir: filepath.Join(os.DevNull, "rooms")}); err == nil {
		s.Close()
		t.Error("a folder that cannot be made is taken for none")
	}
}
