package site

import (
	"bufio"
	"io"
	"maps"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/figures"
	"github.com/gramophone-course/gramophone/lessons/course"
)

// dial sends a request as it stands to a real server, which net/http's client
// would not, and returns the connection to read the answer from.
func dial(t *testing.T, address, request string) (net.Conn, *bufio.Reader) {
	t.Helper()
	conn := course.Must(net.Dial("tcp", strings.TrimPrefix(address, "http://")))
	t.Cleanup(func() { conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(readTimeout / 2)); err != nil { // before the server's own patience ends
		t.Fatal(err)
	}
	_, err := io.WriteString(conn, request)
	noError(t, err)
	return conn, bufio.NewReader(conn)
}

// TestNobodyWaitsForABody sends heads that announce a body and nothing after
// them: the answer comes at once, without “100 Continue”, and the connection ends.
func TestNobodyWaitsForABody(t *testing.T) {
	server := httptest.NewUnstartedServer(quietSite())
	server.Config.ReadTimeout = readTimeout
	server.Start()
	t.Cleanup(server.Close)
	for _, test := range []struct {
		method, head string
		status       int
	}{
		{"GET", "Content-Length: 100\r\n", http.StatusOK},
		{"GET", "Content-Length: 100\r\nExpect: 100-continue\r\n", http.StatusOK},
		{"GET", "Transfer-Encoding: chunked\r\n", http.StatusOK},
		{"GET", "Content-Length: 10000000000\r\n", http.StatusOK},
		{"POST", "Content-Length: 100\r\n", http.StatusMethodNotAllowed},
		{"POST", "Content-Length: 100\r\nExpect: 100-continue\r\n", http.StatusMethodNotAllowed},
		{"PUT", "Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n", http.StatusMethodNotAllowed},
	} {
		name := test.method + " " + strings.ReplaceAll(strings.TrimSpace(test.head), "\r\n", ", ")
		conn, answer := dial(t, server.URL, test.method+" "+krrPage+" HTTP/1.1\r\nHost: course\r\n"+test.head+"\r\n")
		resp, err := http.ReadResponse(answer, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != test.status {
			t.Errorf("%s: %d, want %d, %v", name, resp.StatusCode, test.status, err)
		}
		if allow := resp.Header.Get("Allow"); test.status == http.StatusMethodNotAllowed && !strings.Contains(allow,
			"GET") {
			t.Errorf("%s: may %q", name, allow)
		}
		if rest, err := io.ReadAll(answer); err != nil || len(rest) > 0 {
			t.Errorf("%s: the connection stays, %d bytes, %v", name, len(rest), err)
		}
		conn.Close()
	}
	// A body that is there already is passed over, and the next request is answered.
	_, answer := dial(t, server.URL, "POST / HTTP/1.1\r\nHost: course\r\nContent-Length: 5\r\n\r\nhelloGET /healthz "+
		"HTTP/1.1\r\nHost: course\r\n\r\n")
	for _, want := range []int{http.StatusMethodNotAllowed, http.StatusOK} {
		resp := course.Must(http.ReadResponse(answer, nil))
		if _, err := io.Copy(io.Discard, resp.Body); err != nil || resp.StatusCode != want {
			t.Errorf("after a body that was sent: %d, want %d, %v", resp.StatusCode, want, err)
		}
	}
}

// TestVaryNamesWhatTheAnswerDependsOn asks every kind of address twice, with one
// header changed. Where another answer comes back, both must name the header.
func TestVaryNamesWhatTheAnswerDependsOn(t *testing.T) {
	s := quietSite()
	values := map[string][]string{
		"HX-Request":      {"", "true"},
		"HX-Target":       {"", "div#fit", "div#fit-live"},
		"HX-Current-URL":  {"", "http://course" + krrPage, "http://course" + krrPage + "/fit", "http://course/"},
		"Accept-Encoding": {"", "gzip", "br"},
		"Accept":          {"", "application/json", "text/html"},
		"Accept-Language": {"", "de"},
		"Cookie":          {"", "theme=dark"},
		"Referer":         {"", "http://course" + krrPage},
		"Sec-Fetch-Dest":  {"", "iframe"},
		"User-Agent":      {"", "curl/8"},
	}
	addresses := []string{"/", "/gallery", krrPage, krrPage + "?present=1", krrPage + "/fit", krrPage + "/fit?embed=1",
		krrPage + "/fit?n=oops", krrPage + "/check/limit?answer.limit=1", "/healthz", "/nothing",
		s.assets.URL("css/page.css")}
	for ext := range figures.Forms {
		addresses = append(addresses, krrPage+"/fit."+ext+"?n=20")
	}
	differ := map[string]int{}
	for _, address := range addresses {
		for _, base := range []map[string]string{
			{"Accept-Encoding": ""},
			{"Accept-Encoding": "br", "HX-Request": "true", "HX-Target": "div#fit"},
			{"Accept-Encoding": "", "HX-Request": "true", "HX-Current-URL": "http://course" + krrPage + "/fit"},
		} {
			one := get(t, s, address, base)
			for header, others := range values {
				for _, value := range others {
					changed := maps.Clone(base)
					changed[header] = value
					other := get(t, s, address, changed)
					if one.Code == other.Code && one.Body.String() == other.Body.String() {
						continue
					}
					differ[header]++
					for _, w := range []*httptest.ResponseRecorder{one, other} {
						if !slices.Contains(vary(w), http.CanonicalHeaderKey(header)) {
							t.Errorf("%s depends on %s (%q), and says only Vary: %s", address, header, value,
								strings.Join(vary(w), ", "))
						}
					}
				}
			}
		}
	}
	for _, header := range []string{"HX-Request", "HX-Target", "HX-Current-URL", "Accept-Encoding"} {
		if differ[header] == 0 {
			t.Errorf("nothing depends on %s: the test does not see it", header)
		}
	}
}

func vary(w *httptest.ResponseRecorder) []string {
	var names []string
	for _, line := range w.Header().Values("Vary") {
		for name := range strings.SplitSeq(line, ",") {
			names = append(names, http.CanonicalHeaderKey(strings.TrimSpace(name)))
		}
	}
	return names
}
