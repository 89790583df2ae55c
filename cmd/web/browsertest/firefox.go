package browsertest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"

	"github.com/coder/websocket"
	"github.com/coder/websocket/wsjson"
)

// settings are those that a driven Firefox has not already: fingers, and nothing asked of the net.
const settings = `user_pref("dom.w3c_touch_events.enabled", 1);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
`

// firefox speaks WebDriver BiDi (https://w3c.github.io/webdriver-bidi/).
type firefox struct {
	problems
	process *process
	end     context.CancelFunc
	socket  *websocket.Conn
	page    string // its browsing context

	mu    sync.Mutex
	last  int
	waits map[int]chan reply
	gone  error // why nothing is heard any more
}

// A reply is an answer to a command, or an event.
type reply struct {
	Type, Error, Message, Method string
	ID                           int
	Result, Params               json.RawMessage
}

// Firefox starts Firefox, with its profile and all else that it keeps in a folder.
func Firefox(ctx context.Context, folder string) (Browser, error) {
	path, err := program("firefox-esr", "firefox")
	if err != nil {
		return nil, err
	}
	if err := os.WriteFile(filepath.Join(folder, "user.js"), []byte(settings), 0o600); err != nil {
		return nil, err
	}
	alive, end := context.WithCancel(context.WithoutCancel(ctx))
	f := &firefox{end: end, waits: map[int]chan reply{}}
	command := exec.CommandContext(alive, path, "--headless", "--no-remote", "--remote-debugging-port", "0",
		"--profile", folder)
	command.Env = append(os.Environ(), "HOME="+folder, "XDG_CACHE_HOME="+folder, "XDG_CONFIG_HOME="+folder,
		"XDG_RUNTIME_DIR="+folder, "MOZ_CRASHREPORTER_DISABLE=1")
	listens, put := first()
	if f.process, err = launch(command, func(line string) {
		if _, address, ok := strings.Cut(line, "WebDriver BiDi listening on "); ok {
			put(address)
		}
	}); err != nil {
		end()
		return nil, err
	}
	select {
	case address := <-listens:
		err = f.connect(ctx, alive, address)
	case <-f.process.ended:
		err = f.process.failed(errors.New("firefox says no address"))
	case <-ctx.Done():
		err = f.process.failed(fmt.Errorf("firefox says no address: %w", ctx.Err()))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// connect begins a session in the one window that there is.
func (f *firefox) connect(ctx, alive context.Context, address string) (err error) {
	if f.socket, _, err = websocket.Dial(ctx, address+"/session", nil); err != nil {
		return err
	}
	f.socket.SetReadLimit(-1)
	go f.listen(alive)
	if err := f.call(ctx, "session.new", map[string]any{"capabilities": map[string]any{}}, nil); err != nil {
		return err
	}
	events := map[string]any{"events": []string{"log.entryAdded"}}
	if err := f.call(ctx, "session.subscribe", events, nil); err != nil {
		return err
	}
	var tree struct{ Contexts []struct{ Context string } }
	if err := f.call(ctx, "browsingContext.getTree", map[string]any{}, &tree); err != nil {
		return err
	}
	if len(tree.Contexts) == 0 {
		return fmt.Errorf("firefox has no window")
	}
	f.page = tree.Contexts[0].Context
	return nil
}

// listen hands out what comes over the socket, until it closes.
func (f *firefox) listen(ctx context.Context) {
	for {
		var r reply
		if err := wsjson.Read(ctx, f.socket, &r); err != nil {
			f.mu.Lock()
			f.gone = err
			for id, wait := range f.waits {
				close(wait)
				delete(f.waits, id)
			}
			f.mu.Unlock()
			return
		}
		if r.Type == "event" {
			f.heard(r)
			continue
		}
		f.mu.Lock()
		if wait := f.waits[r.ID]; wait != nil {
			wait <- r
			delete(f.waits, r.ID)
		}
		f.mu.Unlock()
	}
}

// heard keeps what is an error of a script or of the policy.
func (f *firefox) heard(r reply) {
	var entry struct{ Type, Level, Text string }
	if json.Unmarshal(r.Params, &entry) == nil && entry.Level == "error" {
		f.add(entry.Type + ": " + entry.Text)
	}
}

// call sends a command and reads its result.
func (f *firefox) call(ctx context.Context, method string, params map[string]any, result any) error {
	wait := make(chan reply, 1)
	f.mu.Lock()
	f.last++
	id := f.last
	if f.gone != nil {
		f.mu.Unlock()
		return f.process.failed(f.gone)
	}
	f.waits[id] = wait
	f.mu.Unlock()
	command := map[string]any{"id": id, "method": method, "params": params}
	if err := wsjson.Write(ctx, f.socket, command); err != nil {
		return err
	}
	select {
	case r, open := <-wait:
		switch {
		case !open:
			return f.process.failed(fmt.Errorf("%s: firefox is gone", method))
		case r.Type == "error":
			return fmt.Errorf("%s: %s: %s", method, r.Error, r.Message)
		case result != nil:
			return json.Unmarshal(r.Result, result)
		}
		return nil
	case <-ctx.Done():
		return f.process.failed(fmt.Errorf("%s: %w", method, ctx.Err()))
	}
}

func (f *firefox) Visit(ctx context.Context, address string) error {
	return f.call(ctx, "browsingContext.navigate", map[string]any{"context": f.page, "url": address,
		"wait": "complete"}, nil)
}

func (f *firefox) Evaluate(ctx context.Context, expression string) (json.RawMessage, error) {
	var got struct {
		Type             string
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	err := f.call(ctx, "script.evaluate", map[string]any{"expression": stringified(expression),
		"target": map[string]any{"context": f.page}, "awaitPromise": true, "userActivation": true}, &got)
	if err == nil && got.Type == "exception" {
		err = fmt.Errorf("%s", got.ExceptionDetails.Text)
	}
	return json.RawMessage(got.Result.Value), err
}

func (f *firefox) Size(ctx context.Context, width, height int) error {
	return f.call(ctx, "browsingContext.setViewport", map[string]any{"context": f.page,
		"viewport": map[string]any{"width": width, "height": height}}, nil)
}

func (f *firefox) Drag(ctx context.Context, places ...[2]float64) error {
	return f.call(ctx, "input.performActions", map[string]any{"context": f.page, "actions": pointer(places)}, nil)
}

func (f *firefox) Close() {
	if f.socket != nil {
		_ = f.socket.CloseNow() // Firefox is ended all the same
	}
	f.end()
	<-f.process.ended
}
