package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// narrow has the bar over the page take next to nothing, so that a window can be as narrow as a
// phone.
const narrow = `toolbar, toolbar *, entry, button, image, notebook, notebook * {
	min-width: 0; min-height: 0; padding: 0; margin: 0; font-size: 1px; -gtk-icon-transform: scale(0.1);
}
`

// longest is how long a page may load and a script may run, on a machine that has much to do.
const longest = 5 * time.Minute

// webkit speaks WebDriver (https://www.w3.org/TR/webdriver2/).
type webkit struct {
	problems
	screen, driver *process
	end            context.CancelFunc
	base           string // the driver's address, and the session's within it
	session        string
}

// WebKit starts WebKitGTK's small browser on a screen that nobody sees, with all that it keeps in
// a folder.
func WebKit(ctx context.Context, folder string) (Browser, error) {
	driver, err := program("WebKitWebDriver")
	if err != nil {
		return nil, err
	}
	screen, err := program("Xvfb")
	if err != nil {
		return nil, err
	}
	browsers, err := filepath.Glob("/usr/lib/*/webkit2gtk-4.*/MiniBrowser")
	if err != nil || len(browsers) == 0 {
		return nil, fmt.Errorf("MiniBrowser: %w", ErrMissing)
	}
	if err := os.MkdirAll(filepath.Join(folder, "gtk-3.0"), 0o700); err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "gtk-3.0", "gtk.css"), []byte(narrow), 0o600); err != nil {
		return nil, err
	}
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	w := &webkit{end: end}
	if err := w.start(ctx, alive, folder, screen, driver, browsers[len(browsers)-1]); err != nil {
		w.Close()
		return nil, err
	}
	return w, nil
}

// start starts the screen, the driver and its browser.
func (w *webkit) start(ctx, alive context.Context, folder, screen, driver, browser string) (err error) {
	shown, put := first()
	x := exec.CommandContext(alive, screen, "-displayfd", "1", "-screen", "0", "1600x1200x24", "-nolisten", "tcp")
	if w.screen, err = launch(x, func(line string) {
		if _, err := strconv.Atoi(line); err == nil {
			put(line)
		}
	}); err != nil {
		return err
	}
	port, err := free()
	if err != nil {
		return err
	}
	d := exec.CommandContext(alive, driver, "--port="+strconv.Itoa(port))
	select {
	case display := <-shown:
		d.Env = append(os.Environ(), "DISPLAY=:"+display, "HOME="+folder, "XDG_CONFIG_HOME="+folder,
			"XDG_CACHE_HOME="+folder, "XDG_DATA_HOME="+folder, "XDG_RUNTIME_DIR="+folder, "GDK_BACKEND=x11",
			"LIBGL_ALWAYS_SOFTWARE=1", "NO_AT_BRIDGE=1",
			"WEBKIT_DISABLE_COMPOSITING_MODE=1") // painting in layers by OpenGL, in software, doubles the work
	case <-w.screen.ended:
		return w.screen.failed(errors.New("no screen"))
	case <-ctx.Done():
		return w.screen.failed(fmt.Errorf("no screen: %w", ctx.Err()))
	}
	if w.driver, err = launch(d, w.heard); err != nil {
		return err
	}
	w.base = "http://127.0.0.1:" + strconv.Itoa(port)
	for { // until it listens
		var status struct{ Ready bool }
		if err := w.call(ctx, "GET", "/status", nil, &status); err == nil && status.Ready {
			break
		}
		select {
		case <-w.driver.ended:
			return w.driver.failed(errors.New("the driver does not answer"))
		case <-ctx.Done():
			return w.driver.failed(fmt.Errorf("the driver does not answer: %w", ctx.Err()))
		case <-time.After(50 * time.Millisecond):
		}
	}
	var made struct{ SessionID string }
	wanted := map[string]any{"webkitgtk:browserOptions": map[string]any{"binary": browser,
		"args": []string{"--automation", "--enable-write-console-messages-to-stdout=true"}}}
	err = w.call(ctx, "POST", "/session", map[string]any{"capabilities": map[string]any{"alwaysMatch": wanted}}, &made)
	if err != nil {
		return err
	}
	w.session = "/session/" + made.SessionID
	return w.call(ctx, "POST", w.session+"/timeouts", map[string]any{"script": longest.Milliseconds(),
		"pageLoad": longest.Milliseconds()}, nil)
}

// free is a port that nobody listens at.
func free() (int, error) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return 0, err
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port, nil
}

// heard keeps what the console says of errors.
func (w *webkit) heard(line string) {
	if strings.HasPrefix(line, "CONSOLE") && strings.Contains(line, " ERROR ") {
		w.add(line)
	}
}

// call sends a command to the driver and reads its value.
func (w *webkit) call(ctx context.Context, method, path string, send, value any) error {
	body, err := json.Marshal(send)
	if err != nil {
		return err
	}
	if method == http.MethodGet {
		body = nil
	}
	r, err := http.NewRequestWithContext(ctx, method, w.base+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return w.driver.failed(err)
	}
	defer answer.Body.Close()
	var got struct{ Value json.RawMessage }
	if err := json.NewDecoder(answer.Body).Decode(&got); err != nil {
		return fmt.Errorf("%s %s: %d: %w", method, path, answer.StatusCode, err)
	}
	if answer.StatusCode != http.StatusOK {
		return w.driver.failed(fmt.Errorf("%s %s: %s", method, path, got.Value))
	}
	if value == nil {
		return nil
	}
	return json.Unmarshal(got.Value, value)
}

func (w *webkit) Visit(ctx context.Context, address string) error {
	return w.call(ctx, "POST", w.session+"/url", map[string]any{"url": address}, nil)
}

func (w *webkit) Evaluate(ctx context.Context, expression string) (json.RawMessage, error) {
	var got struct{ Is, Threw string }
	script := "const done = arguments[0]; " + stringified(expression) +
		".then((is) => done({ Is: is, Threw: '' }), (e) => done({ Is: '', Threw: String(e) || 'an error' }))"
	err := w.call(ctx, "POST", w.session+"/execute/async", map[string]any{"script": script, "args": []any{}}, &got)
	if err == nil && got.Threw != "" {
		err = errors.New(got.Threw)
	}
	return json.RawMessage(got.Is), err
}

// Size asks for a window, and for another that is larger by what its bar takes.
func (w *webkit) Size(ctx context.Context, width, height int) error {
	bar := 0
	for range 100 {
		rect := map[string]any{"width": width, "height": height + bar}
		if err := w.call(ctx, "POST", w.session+"/window/rect", rect, nil); err != nil {
			return err
		}
		text, err := w.Evaluate(ctx, `new Promise((r) => {
			setTimeout(() => r([innerWidth, innerHeight, outerHeight]), 20);
		})`)
		var is [3]int
		if err == nil {
			err = json.Unmarshal(text, &is)
		}
		if err != nil {
			return err
		}
		if is[0] == width && is[1] == height {
			return nil
		}
		if is[2] == height+bar { // it has the window
			bar = is[2] - is[1]
		}
	}
	return fmt.Errorf("the window does not become %d×%d px", width, height)
}

func (w *webkit) Drag(ctx context.Context, places ...[2]float64) error {
	return w.call(ctx, "POST", w.session+"/actions", map[string]any{"actions": pointer(places)}, nil)
}

func (w *webkit) Close() {
	if w.session != "" {
		ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
		defer cancel()
		_ = w.call(ctx, "DELETE", w.session, nil, nil) // or it ends with its screen
	}
	w.end()
	for _, p := range []*process{w.driver, w.screen} {
		if p != nil {
			<-p.ended
		}
	}
}
