package site

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/lessons/course"
)

func TestUnderAPrefix(t *testing.T) {
	s := quietSiteUnder("/kernels")
	for address, want := range map[string]int{
		"/kernels/": http.StatusOK, "/kernels" + krrPage: http.StatusOK, "/kernels/nothing": http.StatusNotFound,
		"/": http.StatusNotFound, krrPage: http.StatusNotFound, "/kernelsx/": http.StatusNotFound,
		s.assets.URL("css/page.css"): http.StatusNotFound,
		"/healthz":                   http.StatusOK, "/readyz": http.StatusOK, "/kernels/healthz": http.StatusOK,
		"/kernels/readyz": http.StatusOK,
		"/metrics":        http.StatusNotFound, "/kernels/metrics": http.StatusNotFound,
	} {
		w := get(t, s, address, plain)
		same(t, address, w.Code, want)
		if w.Code == http.StatusNotFound && !strings.Contains(w.Body.String(), `href="/kernels/"`) {
			t.Errorf("%s does not lead to the contents", address)
		}
	}
	for address, want := range map[string]string{"/kernels": "/kernels/",
		"/kernels//lessons/./bandwidth?fit.bandwidth=3": "/kernels/lessons/bandwidth?fit.bandwidth=3"} {
		if w := get(t, s, address, plain); w.Code/100 != 3 || w.Header().Get("Location") != want {
			t.Errorf("%s: %d to %q, want %q", address, w.Code, w.Header().Get("Location"), want)
		}
	}
	// The page that asks for a fragment stands under the prefix too.
	own := get(t, s, "/kernels"+krrPage+"/fit", map[string]string{"HX-Request": "true",
		"HX-Current-URL":  "https://course.example/kernels" + krrPage + "/fit?n=20",
		"Accept-Encoding": ""}).Body.String()
	if !strings.Contains(own, `name="lambda"`) || !strings.Contains(own, `action="/kernels`+krrPage+`/fit#fit"`) {
		t.Error("on its own page a figure's parameters get the lesson's prefix")
	}
	if panes(t, s, "/kernels", "fit.bandwidth=3") == panes(t, s, "/kernels", "fit.bandwidth=4") {
		t.Error("K on the home page does not follow the slider")
	}
}

// TestStopping tells a server to stop: while it drains, new connections are taken
// and told so; what is under way is answered; then it ends without an error.
func TestStopping(t *testing.T) {
	s := quietSite()
	working, finish := make(chan bool), make(chan bool)
	inside := s.handler
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/slow" {
			close(working)
			<-finish
		}
		inside.ServeHTTP(w, r)
	})
	address, stop, ended := serving(t, s, 2*time.Second, time.Minute)
	var answered sync.WaitGroup
	answered.Go(func() {
		resp, err := http.Get(address + "/slow")
		if err != nil {
			t.Errorf("what was under way: %v", err)
			return
		}
		resp.Body.Close()
		same(t, "what was under way", resp.StatusCode, http.StatusNotFound)
	})
	<-working
	stop()
	fresh := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}} // as a proxy's check comes
	for said := ""; said != "stopping\n"; {
		resp, err := fresh.Get(address + "/readyz")
		if err != nil {
			t.Fatalf("it did not say that it stops: %v", err)
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err != nil || (resp.StatusCode == http.StatusOK) != (string(body) == "ok\n") {
			t.Fatalf("/readyz: %d %q, %v", resp.StatusCode, body, err)
		}
		said = string(body)
	}
	if resp, err := fresh.Get(address + "/"); err != nil {
		t.Errorf("a reader while it drains: %v", err)
	} else if resp.Body.Close(); resp.StatusCode != http.StatusOK {
		t.Errorf("a reader while it drains: %d", resp.StatusCode)
	}
	for range time.Tick(20 * time.Millisecond) {
		conn, err := net.Dial("tcp", strings.TrimPrefix(address, "http://"))
		if err != nil {
			break // the listener is closed, and one request is under way
		}
		conn.Close()
	}
	close(finish)
	answered.Wait()
	noError(t, <-ended)
}

// TestASlowReaderIsCutOff has a client that does not read what it asked for.
func TestASlowReaderIsCutOff(t *testing.T) {
	s := quietSite()
	writing, written := make(chan bool), make(chan error, 1)
	s.handler = http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		close(writing)
		_, err := w.Write(make([]byte, 64<<20)) // more than any socket holds
		written <- err
	})
	address, stop, ended := serving(t, s, 0, 50*time.Millisecond)
	conn := course.Must(net.Dial("tcp", strings.TrimPrefix(address, "http://")))
	defer conn.Close()
	if _, err := io.WriteString(conn, "GET / HTTP/1.1\r\nHost: course\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	<-writing
	stop()
	noError(t, <-ended)
	if err := <-written; !errors.Is(err, net.ErrClosed) {
		t.Errorf("the slow reader was not cut off: %v", err)
	}
}

// serving has s answer on a port of its own until stop is called.
func serving(t *testing.T, s *Site, drain, grace time.Duration) (address string, stop context.CancelFunc,
	ended <-chan error) {
	t.Helper()
	listener := course.Must(net.Listen("tcp", "127.0.0.1:0"))
	ctx, stop := context.WithCancel(context.Background())
	t.Cleanup(stop)
	done := make(chan error, 1)
	go func() { done <- s.serveUntil(ctx, listener, drain, grace) }()
	return "http://" + listener.Addr().String(), stop, done
}
