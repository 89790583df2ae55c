//go:build !js

package rooms

import (
	"context"
	"io/fs"
	"path/filepath"
)

// NATS says nothing of messages that its disk has ruined: it passes over them, or cuts off its
// file before the first that it cannot read. This file has the log of the process say so.

// sizes are the bytes of the files in a folder that hold a log, by their paths.
func sizes(dir string) map[string]int64 {
	all := map[string]int64{}
	_ = filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err == nil && filepath.Ext(path) == ".blk" {
			if info, err := e.Info(); err == nil {
				all[path] = info.Size()
			}
		}
		return nil // what cannot be looked at, NATS complains of
	})
	return all
}

// check warns of what the log has lost since it was closed: of files that are cut off, and of
// messages that the stream counts and that cannot be read. A process that was killed may have
// left half a message that nobody was told of as kept, which is cut off too.
func (n *jetStream) check(ctx context.Context, before map[string]int64) {
	cut, now := int64(0), sizes(n.config.StoreDir)
	for path, size := range before {
		if left, there := now[path]; there {
			cut += max(size-left, 0)
		}
	}
	if cut > 0 {
		n.log.Warn("rooms: the end of the log could not be read and is cut off; votes may be lost", "bytes", cut)
	}
	count := func() int {
		s, err := n.js.Stream(ctx, streamName)
		if err != nil {
			return 0
		}
		return int(s.CachedInfo().State.Msgs)
	}
	want, read := count(), 0
	for after := uint64(0); ; {
		batch, err := n.Read(ctx, after)
		if err != nil {
			return // the rooms, which read next, say so
		}
		if len(batch) == 0 {
			break
		}
		read, after = read+len(batch), batch[len(batch)-1].Position
	}
	if lost := min(want, count()) - read; lost > 0 { // some may have grown too old meanwhile
		n.log.Warn("rooms: messages of the log cannot be read; votes may be lost", "messages", lost)
	}
}
