//go:build unix

package rooms

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// childTask has this program be a process that a test ends: "serve" keeps a log, "vote"
// votes in a room. Its Config and the room come in the environment as JSON.
const childTask = "GRAMOPHONE_ROOMS_CHILD"

type task struct {
	Do        string
	Config    Config
	Code, Key string
	Seats     []string
	From      int // the first choice that is voted for
}

func TestMain(m *testing.M) {
	if text := os.Getenv(childTask); text != "" {
		if err := child(text); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// child does a task until its parent, by a signal or its own end, ends it.
func child(text string) error {
	var do task
	if err := json.Unmarshal([]byte(text), &do); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	go func() {
		_, _ = bufio.NewReader(os.Stdin).ReadByte()
		stop()
	}()
	do.Config.Log = quiet
	s, err := Open(ctx, do.Config)
	if err != nil {
		return err
	}
	defer s.Close()
	fmt.Println("open")
	if do.Do == "serve" {
		<-ctx.Done()
		return nil
	}
	if do.Do == "fill" {
		return fill(ctx, s)
	}
	clock := &clock{now: time.Now()}
	r, err := New(s, Options{Now: clock.Now, Log: quiet})
	if err != nil {
		return err
	}
	defer r.Close()
	for i := do.From; ctx.Err() == nil; i++ {
		clock.move(time.Second)
		if err := r.Vote(ctx, do.Code, do.Seats[i%len(do.Seats)], Vote{"q", 1, float64(i)}); err != nil {
			return err
		}
		fmt.Println(i)
	}
	return nil
}

// fill writes until the disk takes no more, which here is a bound on the length of a file,
// says how much it has written, and writes once more when there is space again.
func fill(ctx context.Context, s Store) error {
	bound := func(bytes uint64) error {
		return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: math.MaxUint64})
	}
	write := func(n int) error {
		return errorOf(s.Append(ctx, fmt.Sprint("room.ABCDE.seat.", n), make([]byte, 1000), Anywhere))
	}
	if err := bound(64 << 10); err != nil {
		return err
	}
	n := 0
	var err error
	for ; err == nil; n++ {
		began := time.Now()
		if err = write(n); errors.Is(err, ErrSpace) && time.Since(began) > appendOurs/2 {
			return fmt.Errorf("it said so after %v", time.Since(began))
		}
	}
	if again := write(n); !errors.Is(err, ErrSpace) || !errors.Is(again, ErrSpace) {
		return fmt.Errorf("without space: %v, and then %v", err, again)
	}
	if err := errors.Join(bound(math.MaxUint64), write(n)); err != nil {
		if !errors.Is(err, ErrSpace) { // or it has not seen yet that there is some
			return err
		}
		time.Sleep(2 * ackWithin)
		if err := write(n); err != nil {
			return err
		}
	}
	fmt.Println(n)
	return nil
}

// A disk that is full is said to be, takes what comes when it has space again, and has kept
// what it took.
func TestAFullDisk(t *testing.T) {
	t.Parallel()
	config := Config{Dir: t.TempDir()}
	p := start(t, task{Do: "fill", Config: config})
	if !p.said.Scan() {
		t.Fatal("the child ends")
	}
	noError(t, p.Wait())
	s := open(t, config)
	defer s.Close()
	if n := len(log(t, s, 0)); n < 10 || fmt.Sprint(n) != p.said.Text() {
		t.Errorf("the log has %d messages, and %s were taken", n, p.said.Text())
	}
}

// A process is a child of the test's.
type process struct {
	*exec.Cmd
	said *bufio.Scanner
}

func start(t *testing.T, do task) *process {
	t.Helper()
	text := must(json.Marshal(do))
	p := &process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(os.Environ(), childTask+"="+string(text))
	p.Stderr = os.Stderr
	_ = must(p.StdinPipe())
	out := must(p.StdoutPipe())
	p.said = bufio.NewScanner(out)
	noError(t, p.Start())
	t.Cleanup(func() { p.end(syscall.SIGKILL) })
	if !p.said.Scan() || p.said.Text() != "open" {
		t.Fatal("the child does not start: ", p.said.Text())
	}
	return p
}

// end sends the process a signal that ends it, and waits.
func (p *process) end(s syscall.Signal) {
	_ = p.Process.Signal(s) // it may have ended
	_ = p.Wait()
}

func TestNoVoteIsLostWhenTheProcessIsKilled(t *testing.T) {
	t.Parallel()
	config := Config{Dir: t.TempDir()}
	s := open(t, config)
	c := teach(t, s)
	do := task{Do: "vote", Config: config, Code: c.code, Key: c.key}
	for range 5 {
		do.Seats = append(do.Seats, c.join())
	}
	c.phase(Vote1, "q")
	c.Rooms.Close()
	s.Close()
	last := -1
	for range 3 {
		p := start(t, do)
		for range 20 {
			if !p.said.Scan() {
				t.Fatal("the child ends: ", p.said.Err())
			}
		}
		p.end(syscall.SIGKILL)
		for { // what it said before it was killed
			i, err := strconv.Atoi(p.said.Text())
			if err != nil || i != last+1 && last >= do.From {
				t.Fatalf("the child says %q after %d", p.said.Text(), last)
			}
			last = i
			if !p.said.Scan() {
				break
			}
		}
		// The next is one that may have been on its way.
		do.From = last + 2
	}
	s = open(t, config)
	defer s.Close()
	c.Rooms = serve(t, s, c.clock)
	for i, choice := range c.choices(do.Seats) {
		want := float64(last - (last-i)%len(do.Seats))
		if onWay := float64(last + 1); choice != want && !(choice == onWay && (last+1)%len(do.Seats) == i) {
			t.Errorf("the vote of seat %d is %v, want %v", i, choice, want)
		}
	}
}

// A folder has one process at a time: the second does not start, until the first is
// stopped, or killed.
func TestAFolderHasOneProcess(t *testing.T) {
	t.Parallel()
	config := Config{Dir: filepath.Join(t.TempDir(), "made", "rooms"), Log: quiet}
	refused := func(when string) {
		t.Helper()
		s, err := Open(t.Context(), config)
		if err == nil {
			s.Close()
		}
		if err == nil || !strings.Contains(err.Error(), "another process keeps its rooms in the folder "+config.Dir) {
			t.Errorf("%s a second opens it: %v", when, err)
		}
	}
	s := open(t, config)
	refused("in the same process")
	add(t, s, "room.ABCDE.seat.x", "kept", Anywhere)
	s.Close()
	p := start(t, task{Do: "serve", Config: config})
	refused("in another process")
	refused("after a refusal")
	p.end(syscall.SIGKILL)
	s = open(t, config)
	defer s.Close()
	same(t, "the log", texts(log(t, s, 0)), []string{"kept"})
}

// choices returns the votes of seats in the first round of q.
func (c *class) choices(seats []string) []float64 {
	c.Helper()
	c.is("ready", c.Ready(c.ctx()), nil)
	c.mu.Lock()
	defer c.mu.Unlock()
	r := c.rooms[c.code]
	var choices []float64
	for _, seat := range seats {
		votes, _ := r.choices(of(r.record.Lesson, "q"), r.seats[r.record.hashSeat(seat)])
		choices = append(choices, votes[0])
	}
	return choices
}

// A trio is a cluster of which a runs here, with a class, and the others are children.
type trio struct {
	*class
	store   *jetStream
	configs map[string]Config
	others  map[string]*process
	seats   []string
	voted   int // times that every seat has voted
}

func newTrio(t *testing.T) *trio {
	t.Helper()
	three := &trio{configs: make(map[string]Config), others: make(map[string]*process)}
	var peers []string
	for range 3 {
		l := must(net.Listen("tcp", "127.0.0.1:0"))
		peers = append(peers, l.Addr().String())
		l.Close()
	}
	dir := t.TempDir()
	for i, name := range []string{"a", "b", "c"} {
		three.configs[name] = Config{Dir: filepath.Join(dir, name), Cluster: &Cluster{Name: name, Listen: peers[i],
			Peers: peers, User: "rooms", Password: "secret"}}
	}
	three.start(t, "b")
	three.start(t, "c")
	s := open(t, three.configs["a"])
	t.Cleanup(func() { _ = s.Close() })
	three.store = s.(*jetStream)
	soon(t, "the cluster starts", func() error { return errorOf(s.Last(t.Context())) })
	three.class = teach(t, s)
	for range 20 {
		three.seats = append(three.seats, three.join())
	}
	three.phase(Vote1, "q")
	return three
}

func (three *trio) start(t *testing.T, name string) {
	t.Helper()
	three.others[name] = start(t, task{Do: "serve", Config: three.configs[name]})
}

// leads waits until the process has the log's leader, and the others are up to date.
func (three *trio) leads(name string) {
	three.Helper()
	soon(three, name+" leads", func() error {
		stream, err := three.store.js.Stream(three.ctx(), streamName)
		if err != nil {
			return err
		}
		cluster := stream.CachedInfo().Cluster
		for _, r := range cluster.Replicas {
			if !r.Current || r.Offline {
				return fmt.Errorf("%s is behind", r.Name)
			}
		}
		if cluster.Leader != name {
			order := fmt.Appendf(nil, `{"placement":{"preferred":%q}}`, name)
			_, err := three.store.nc.Request("$JS.API.STREAM.LEADER.STEPDOWN."+streamName, order, time.Second)
			return errors.Join(err, fmt.Errorf("%s leads", cluster.Leader))
		}
		return nil
	})
}

// vote has every seat vote once, each until it is told that its vote is kept, and returns
// the longest that one took.
func (three *trio) vote() time.Duration {
	three.Helper()
	three.voted++
	three.clock.move(time.Minute * time.Duration(1-2*(three.voted%2))) // a new minute, forth or back
	var longest atomic.Int64
	together(len(three.seats), func(i int) error {
		began := time.Now()
		soon(three, "vote", func() error {
			return three.Vote(three.ctx(), three.code, three.seats[i], Vote{"q", 1, float64(three.voted)})
		})
		for d := int64(time.Since(began)); ; {
			if old := longest.Load(); old >= d || longest.CompareAndSwap(old, d) {
				return nil
			}
		}
	})
	return time.Duration(longest.Load())
}

// through votes while end is under way, and after it, and returns the longest vote.
func (three *trio) through(end func()) time.Duration {
	three.Helper()
	three.vote()
	ended := make(chan struct{})
	go func() { defer close(ended); end() }()
	longest := three.vote()
	for done := false; !done; {
		select {
		case <-ended:
			done = true
		default:
		}
		longest = max(longest, three.vote())
	}
	for i, choice := range three.choices(three.seats) {
		same(three, fmt.Sprint("the vote of seat ", i), choice, float64(three.voted))
	}
	return longest
}

func TestNoVoteIsLostWhenTheLeaderEnds(t *testing.T) {
	t.Parallel()
	three := newTrio(t)
	three.leads("c")
	const most = 3 * time.Second // by itself NATS takes 4 s at least, and 9 s at most
	goesOn := func(what string, took time.Duration) {
		t.Logf("the leader is %s: no vote takes longer than %v", what, took)
		if took > most {
			t.Errorf("the leader is %s: a vote takes %v", what, took)
		}
	}
	goesOn("stopped", three.through(func() { three.others["c"].end(syscall.SIGTERM) }))
	three.start(t, "c")
	kill := func() time.Duration {
		three.leads("b")
		return three.through(func() { three.others["b"].end(syscall.SIGKILL) })
	}
	took := kill()
	for try := 1; took > most && try < 3; try++ { // the machine may have had no time for it
		three.start(t, "b")
		took = kill()
	}
	goesOn("killed", took)
	// Who is cut off from the rest answers from what it has, takes no vote, and goes on
	// when it is back.
	rest := three.others["c"].Process
	noError(t, rest.Signal(syscall.SIGSTOP))
	var status syscall.WaitStatus // on a busy machine it goes on for a moment
	if _, err := syscall.Wait4(rest.Pid, &status, syscall.WUNTRACED, nil); err != nil || !status.Stopped() {
		t.Fatalf("it does not stop: %v, %v", status, err)
	}
	same(three, "how many have voted", three.head().Voted, len(three.seats))
	began := time.Now()
	three.is("a vote alone", three.Vote(t.Context(), three.code, three.seats[0], Vote{"q", 1, -1}), ErrUnready)
	if took := time.Since(began); took > appendOurs+patience {
		t.Errorf("alone it says so after %v", took)
	}
	soon(t, "alone it is not ready", func() error {
		if err := three.Ready(t.Context()); !errors.Is(err, ErrUnready) {
			return fmt.Errorf("it is: %v", err)
		}
		return nil
	})
	noError(t, rest.Signal(syscall.SIGCONT))
	soon(t, "ready", func() error { return three.Ready(t.Context()) })
	three.through(func() {})
}

func TestAClusterHasItsBounds(t *testing.T) {
	good := Cluster{Name: "a", Listen: "127.0.0.1:1", Peers: []string{"x:1", "y:1", "z:1"}, User: "u", Password: "p"}
	for want, change := range map[string]func(*Cluster){
		"password":  func(c *Cluster) { c.Password = "" },
		"name":      func(c *Cluster) { c.Name = "" },
		"processes": func(c *Cluster) { c.Peers = c.Peers[:2] },
		"port":      func(c *Cluster) { c.Listen = "127.0.0.1" },
		"number":    func(c *Cluster) { c.Listen = "127.0.0.1:http" },
	} {
		c := good
		change(&c)
		if _, err := Open(t.Context(), Config{Dir: t.TempDir(), Cluster: &c, Log: quiet}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("without its %s: %v", want, err)
		}
	}
}
