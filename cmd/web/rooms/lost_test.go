//go:build !js

package rooms

import (
	"bytes"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A log that was ruined on its disk says so as it is opened, whether it was closed or the process
// killed, in which case NATS cuts the file off; one that was not says nothing.
func TestARuinedLogIsSaid(t *testing.T) {
	const messages = 200
	for _, test := range []struct {
		name          string
		ruin, killed  bool
		kept, warning string
	}{
		{"whole", false, false, "200", ""},
		{"whole, killed", false, true, "200", ""},
		{"ruined", true, false, "199", "messages=1"},
		{"ruined, killed", true, true, "100", "bytes="},
	} {
		dir := t.TempDir()
		s := open(t, Config{Dir: dir})
		for i := range messages {
			add(t, s, fmt.Sprintf("room.ABCDE.vote.ridge/q.1.%0*d", seatLength, i), "1", Anywhere)
		}
		noError(t, s.Close())
		for path := range sizes(dir) {
			data := must(os.ReadFile(path))
			if test.ruin {
				data[len(data)/2+60] ^= 0xff
			}
			noError(t, os.WriteFile(path, data, 0o600))
			if test.killed { // what NATS writes as it is closed is missing
				noError(t, os.Remove(filepath.Join(filepath.Dir(path), "index.db")))
			}
		}
		var said bytes.Buffer
		warnings := slog.NewTextHandler(&said, &slog.HandlerOptions{Level: slog.LevelWarn})
		s = open(t, Config{Dir: dir, Log: slog.New(warnings)})
		same(t, test.name+": messages", fmt.Sprint(len(log(t, s, 0))), test.kept)
		noError(t, s.Close())
		var warned []string
		for line := range strings.Lines(said.String()) {
			if strings.Contains(line, "votes may be lost") {
				warned = append(warned, line)
			}
		}
		if (len(warned) > 0) != (test.warning != "") || !strings.Contains(said.String(), test.warning) {
			t.Errorf("%s: the log says %q", test.name, &said)
		}
	}
}
