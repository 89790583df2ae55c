package site

import (
	"context"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/respond"
	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/cmd/web/sheets"
	"github.com/gramophone-course/gramophone/lessons"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
	"github.com/gramophone-course/gramophone/static"
)

// A Config is how a course is served. The zero Config is the whole course on a server of its
// own, which keeps nothing over a restart.
type Config struct {
	Course course.Course  // [lessons.Contents] if nil
	Assets *static.Assets // the program's own if nil, which a browser has not

	Prefix string   // the path that it is served under: "/kernels", or "" for all of the server
	Origin string   // what others call the server: "https://example.org"; that of each request if empty
	CORS   []string // other sites whose pages may ask the engine: "https://example.com", or "*"

	NoMCP bool // chat assistants may not ask, see package mcp
	Labs  bool // solved labs are for everybody, and not only for who teaches a room

	Memory Memory       // what the process may take; [DefaultMemory] if zero. What is kept is a part of it
	Rooms  *rooms.Rooms // of classes; in memory if nil
	Tables string       // the folder that readers' tables are kept in; in memory if empty
	Keeper own.Keeper   // what keeps them in a browser, in place of a folder; or nil

	Key []byte // that seals sheets of exercises, [sheets.KeySize] bytes; one for the process alone if nil

	Log     *slog.Logger   // [slog.Default] if nil
	Counts  respond.Counts // for who watches the server; nobody if zero
	Listens net.Addr       // where the server listens, for the page that tells whether phones reach it

	Offline  fs.FS // what cmd/site has written, for readers to keep in their browsers; nil for none
	Checkout fs.FS // of the project, for whoever writes it: its files stand for the program's own
	Alone    bool  // the course is in a browser, or files for it: there is no server

	DrawTime time.Duration                             // what a draw may take; 5 s if zero
	Attend   func(ctx context.Context) context.Context // of a draw where there is one thread, see gate
}

// A ConfigError is what is wrong with a field of a Config.
type ConfigError struct{ Field, Wrong string }

func (e *ConfigError) Error() string { return e.Field + " " + e.Wrong }

// Check is what is wrong with c, but for what is in its folders.
func (c Config) Check() error {
	_, err := c.checked()
	return err
}

// checked is c with what it leaves open, or what is wrong with it.
func (c Config) checked() (Config, error) {
	if c.Course == nil {
		c.Course = lessons.Contents
	}
	if c.Assets == nil {
		c.Assets = ownAssets()
	}
	if c.Memory == 0 {
		c.Memory = DefaultMemory
	}
	if c.Log == nil {
		c.Log = slog.Default()
	}
	c.Counts = c.Counts.Whole()
	c.Prefix, c.Origin = strings.TrimSuffix(c.Prefix, "/"), strings.TrimSuffix(c.Origin, "/")
	if !prefixes.MatchString(c.Prefix) || c.Prefix != "" && path.Clean(c.Prefix) != c.Prefix {
		return c, &ConfigError{"Prefix", c.Prefix + ": a path looks like /kernels or /courses/kernels, in letters, " +
			"digits, -, _, . and ~"}
	}
	if c.Origin != "" && !respond.IsOrigin(c.Origin) {
		return c, &ConfigError{"Origin", c.Origin + ": it looks like https://example.org or http://example.org:8080; " +
			"the path is the prefix"}
	}
	if c.Key != nil && len(c.Key) != sheets.KeySize {
		return c, &ConfigError{"Key", fmt.Sprintf("has %d bytes, and wants %d", len(c.Key), sheets.KeySize)}
	}
	c.CORS = slices.Clone(c.CORS)
	for i, other := range c.CORS {
		c.CORS[i] = strings.TrimSuffix(strings.TrimSpace(other), "/")
		if c.CORS[i] != "*" && !respond.IsOrigin(c.CORS[i]) {
			return c, &ConfigError{"CORS", other + ": a site looks like https://example.org or " +
				"http://localhost:3000; * is all"}
		}
	}
	return c, nil
}

// ownAssets are the program's style sheets, scripts and fonts, which nothing changes: made once.
var ownAssets = sync.OnceValue(static.Load)

// prefixes are the paths that stand in an address as they are.
var prefixes = regexp.MustCompile(`^(/[A-Za-z0-9._~-]+)*$`)
