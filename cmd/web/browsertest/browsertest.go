// Package browsertest drives Firefox and WebKit for tests: as much of them as the tests ask, each by
// the protocol that it speaks by itself. Firefox has WebDriver BiDi, over a socket; WebKit's GTK
// port has a driver with the older WebDriver, over HTTP, and wants a screen, which is Xvfb's.
package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// ErrMissing says that a program is not installed.
var ErrMissing = errors.New("not installed")

// lingers is how long the end of a browser's own children is waited for.
const lingers = 2 * time.Second

// A Browser is one window of a browser, with a profile of its own.
type Browser interface {
	// Visit loads a page, scripts included.
	Visit(ctx context.Context, address string) error
	// Evaluate is the JSON of what an expression of JavaScript is, or comes to be, in the page.
	Evaluate(ctx context.Context, expression string) (json.RawMessage, error)
	// Size makes the page so many px wide and high.
	Size(ctx context.Context, width, height int) error
	// Drag puts a finger down at the first place and moves it to the others, in px of the screen.
	// WebKit's driver has a mouse in its place.
	Drag(ctx context.Context, places ...[2]float64) error
	// Errors are what scripts have thrown and what the policy has forbidden, since it was asked last.
	Errors() []string
	// Close ends the browser.
	Close()
}

// program finds the first of these programs.
func program(names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("%s: %w", names[0], ErrMissing)
}

// stringified is an expression of the JSON of another, as a promise.
func stringified(expression string) string {
	return "(async () => JSON.stringify(await (" + expression + ")) ?? 'null')()"
}

// pointer is the steps of a finger along these places, in the words of both protocols.
func pointer(places [][2]float64) []map[string]any {
	steps := []map[string]any{}
	for i, p := range places {
		wait := 30
		if i == 0 {
			wait = 0
		}
		steps = append(steps, map[string]any{"type": "pointerMove", "x": int(p[0]), "y": int(p[1]), "duration": wait})
		if i == 0 {
			steps = append(steps, map[string]any{"type": "pointerDown", "button": 0})
		}
	}
	steps = append(steps, map[string]any{"type": "pointerUp", "button": 0})
	return []map[string]any{{"type": "pointer", "id": "finger",
		"parameters": map[string]any{"pointerType": "touch"}, "actions": steps}}
}

// problems gathers what goes wrong in a page.
type problems struct {
	mu   sync.Mutex
	list []string
}

func (p *problems) add(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.list = append(p.list, text)
}

// Errors returns what there is and forgets it.
func (p *problems) Errors() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	list := slices.Clone(p.list)
	p.list = nil
	return list
}

// A process is a program that runs, and what it has said of late.
type process struct {
	*exec.Cmd
	each  func(line string) // is called for every line
	ended chan struct{}     // is closed

	mu   sync.Mutex
	rest []byte
	said []string
}

// launch starts a program.
func launch(c *exec.Cmd, each func(line string)) (*process, error) {
	p := &process{Cmd: c, each: each, ended: make(chan struct{})}
	c.Stdout, c.Stderr, c.WaitDelay = p, p, lingers
	if err := c.Start(); err != nil {
		return nil, err
	}
	go func() {
		_ = c.Wait() // its state is told by failed
		close(p.ended)
	}()
	return p, nil
}

func (p *process) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rest = append(p.rest, b...)
	for {
		before, after, whole := bytes.Cut(p.rest, []byte("\n"))
		if !whole {
			return len(b), nil
		}
		line := strings.TrimSpace(string(before))
		p.said = append(p.said[max(0, len(p.said)-19):], line)
		p.each(line)
		p.rest = after
	}
}

// failed adds to an error whether the program still runs, and what it said last.
func (p *process) failed(err error) error {
	state := "runs"
	select {
	case <-p.ended:
		state = "has ended: " + p.ProcessState.String()
	default:
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return fmt.Errorf("%w\n%s %s\n%s", err, filepath.Base(p.Path), state, strings.Join(p.said, "\n"))
}

// first is a channel that has the first text that is put into it.
func first() (got chan string, put func(string)) {
	got = make(chan string, 1)
	return got, func(text string) {
		select {
		case got <- text:
		default:
		}
	}
}
