package site

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// What follows measures a server as readers meet it: in a process of its own, on a
// listener of the network. It is long, and run by hand:
//
//	go test ./cmd/web/site -run '^$' -bench 'BesideLong|AtRest|Unread' -benchtime 1x

// built is the program of the course, as it is now.
func built(t testing.TB) string {
	t.Helper()
	program := filepath.Join(t.TempDir(), "web")
	if said, err := exec.Command("go", "build", "-o", program,
		"github.com/gramophone-course/gramophone/cmd/web").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, said)
	}
	return program
}

// started starts a server and returns its address, without a path, and its process, once what a
// server does first is done.
func started(b *testing.B, flags ...string) (address string, pid int) {
	b.Helper()
	address, pid = starts(b, built(b), flags...)
	for _, l := range lessons.Contents.Open() {
		for status := 0; status != http.StatusOK; {
			var err error
			if status, err = ask(b.Context(), http.DefaultClient, address+"/lessons/"+l.Slug); err != nil {
				b.Fatalf("%s: %v", l.Slug, err)
			}
		}
	}
	return address, pid
}

// starts runs a program of the course, and returns its address, without a path, and its process.
func starts(t testing.TB, program string, flags ...string) (address string, pid int) {
	t.Helper()
	server := exec.Command(program, append([]string{"-http", "127.0.0.1:0", "-metrics", ""}, flags...)...)
	server.Stderr = os.Stderr
	out := course.Must(server.StdoutPipe())
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := server.Process.Kill(); err != nil {
			t.Error(err)
		}
		_ = server.Wait() // it was killed
	})
	line := course.Must(bufio.NewReader(out).ReadString('\n'))
	_, address, _ = strings.Cut(strings.TrimSpace(line), " is on ")
	return address, server.Process.Pid
}

// resident is the memory of a process, in megabytes.
func resident(b *testing.B, pid int) float64 {
	b.Helper()
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		b.Skip("there is no /proc here: ", err)
	}
	_, after, _ := strings.Cut(string(status), "VmRSS:")
	kilobytes := course.Must(strconv.ParseFloat(strings.Fields(after)[0], 64))
	return kilobytes / 1024
}

// ask asks as a page does after a move, reads the answer, and returns its status.
func ask(ctx context.Context, client *http.Client, address string) (int, error) {
	r, err := http.NewRequestWithContext(ctx, "GET", "http://"+address, nil)
	if err != nil {
		return 0, err
	}
	r.Header.Set("Accept-Encoding", "gzip, br")
	for k, v := range live {
		r.Header.Set(k, v)
	}
	resp, err := client.Do(r)
	if err != nil {
		return 0, err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return resp.StatusCode, err
}

// A mover is a reader who moves λ.
type mover struct {
	address string
	moves   int
}

// move asks for one new λ after another for some time, and returns the median and
// the 95th percentile of how long an answer took, in ms.
func (m *mover) move(b *testing.B, during time.Duration) (p50, p95 float64) {
	b.Helper()
	var times []float64
	for begin := time.Now(); time.Since(begin) < during; m.moves++ {
		start := time.Now()
		status, err := ask(b.Context(), http.DefaultClient, fmt.Sprintf("%s%sfit.bandwidth=7.36&fit.lambda=%.8g",
			m.address, fitPath, 1e-3*(1+float64(m.moves+1)/1e6)))
		if status != http.StatusOK || err != nil {
			b.Fatalf("a move: %d, %v", status, err)
		}
		times = append(times, time.Since(start).Seconds()*1e3)
	}
	slices.Sort(times)
	return times[len(times)/2], times[len(times)*95/100]
}

// busyWith runs n readers, each of whom asks again and again until stop is called,
// which returns how many answers there were by their status.
func busyWith(b *testing.B, n int, one func(ctx context.Context, i int) int) (stop func() map[int]int) {
	ctx, cancel := context.WithCancel(b.Context())
	var all sync.WaitGroup
	var mu sync.Mutex
	statuses := map[int]int{}
	var asked atomic.Int64
	for range n {
		all.Go(func() {
			for ctx.Err() == nil {
				status := one(ctx, int(asked.Add(1)))
				mu.Lock()
				statuses[status]++
				mu.Unlock()
			}
		})
	}
	return func() map[int]int {
		cancel()
		all.Wait()
		return statuses
	}
}

// A reader who moves λ, alone and beside twelve who each ask for one error map of
// 300 points after another.
func BenchmarkBesideLong(b *testing.B) {
	address, _ := started(b)
	for b.Loop() {
		reader := mover{address: address}
		reader.move(b, time.Second)
		alone, _ := reader.move(b, 3*time.Second)
		stop := busyWith(b, 12, func(ctx context.Context, i int) int {
			status, _ := ask(ctx, http.DefaultClient,
				fmt.Sprintf("%s/lessons/bandwidth/map?map.data=sine&map.n=300&map.noise=%.8g", address,
					0.1*(1+float64(i)/1e6)))
			return status
		})
		reader.move(b, time.Second)
		beside, late := reader.move(b, 15*time.Second)
		statuses := stop()
		b.ReportMetric(alone, "alone-ms")
		b.ReportMetric(beside, "beside-ms")
		b.ReportMetric(late, "beside-p95-ms")
		b.ReportMetric(beside/alone, "times")
		b.ReportMetric(float64(statuses[http.StatusOK]), "maps")
		b.ReportMetric(float64(statuses[http.StatusServiceUnavailable]), "refused")
	}
}

// A day of a class: 20,000 states of every kind, two readers at a time.
func BenchmarkAtRest(b *testing.B) {
	address, pid := started(b)
	for b.Loop() {
		const states = 20_000
		kinds := []string{
			"/lessons/kernel-ridge-regression/fit?fit.bandwidth=%.8g",
			"/lessons/kernel-ridge-regression/fit?fit.lambda=%.8g",
			"/lessons/bandwidth/gram?gram.bandwidth=%.8g", "/lessons/bandwidth/map?map.bandwidth=%.8g",
			"/lessons/ridge/fit?fit.noise=%.8g",
			"/lessons/feature-maps/lift?lift.noise=%.8g", "/lessons/kernel-trick/same?same.lambda=%.8g",
			"/lessons/approximation-error/ball?ball.noise=%.8g",
			"/lessons/approximation-error?budget.noise=%.8g", "/lessons/bandwidth/fit.json?data=sine&n=100&noise=%.8g",
		}
		most := 0.0
		var next atomic.Int64
		var all sync.WaitGroup
		for range 2 {
			all.Go(func() {
				for {
					i := int(next.Add(1))
					if i > states {
						return
					}
					status, err := ask(b.Context(), http.DefaultClient, address+fmt.Sprintf(kinds[i%len(kinds)],
						0.3*(1+float64(i)/1e5)))
					if status != http.StatusOK || err != nil {
						b.Errorf("state %d: %d, %v", i, status, err)
					}
				}
			})
		}
		ended := make(chan struct{})
		go func() { all.Wait(); close(ended) }()
		tick := time.NewTicker(time.Second)
		for open := true; open; {
			select {
			case <-tick.C:
				most = max(most, resident(b, pid))
			case <-ended:
				open = false
			}
		}
		tick.Stop()
		b.ReportMetric(resident(b, pid), "MB")
		b.ReportMetric(most, "most-MB")
	}
}

// Six readers who ask for tables of 4.7 MB, one after another on connections of
// their own, and read none; beside them one who moves λ.
func BenchmarkUnread(b *testing.B) {
	address, pid := started(b)
	for b.Loop() {
		reader := mover{address: address}
		reader.move(b, time.Second)
		alone, _ := reader.move(b, 3*time.Second)
		var mu sync.Mutex
		var open []net.Conn
		stop := busyWith(b, 6, func(ctx context.Context, i int) int {
			conn, err := net.Dial("tcp", address)
			if err != nil {
				b.Error(err)
				return 0
			}
			mu.Lock()
			open = append(open, conn)
			mu.Unlock()
			_ = conn.(*net.TCPConn).SetReadBuffer(4096)
			fmt.Fprintf(conn, "GET /lessons/bandwidth/gram.csv?data=sine&n=300&noise=%.8g HTTP/1.1\r\nHost: "+
				"localhost\r\n\r\n", 0.1*(1+float64(i)/1e6))
			// The head of the answer, and no more; a reader who is refused asks again at once.
			head := make([]byte, 12)
			_ = conn.SetReadDeadline(time.Now().Add(20 * time.Second))
			_, _ = io.ReadFull(conn, head)
			status, _ := strconv.Atoi(strings.TrimSpace(string(head[9:])))
			return status
		})
		begin, most, beside := time.Now(), 0.0, []float64{}
		for time.Since(begin) < 45*time.Second {
			p50, _ := reader.move(b, time.Second)
			beside = append(beside, p50)
			most = max(most, resident(b, pid))
		}
		statuses := stop()
		for _, conn := range open {
			conn.Close()
		}
		slices.Sort(beside)
		b.ReportMetric(most, "most-MB")
		b.ReportMetric(alone, "alone-ms")
		b.ReportMetric(beside[len(beside)/2], "beside-ms")
		b.ReportMetric(float64(statuses[http.StatusOK]), "tables")
		b.ReportMetric(float64(statuses[http.StatusServiceUnavailable]), "refused")
	}
}
