package own

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// This file counts how often a reader has opened the rows of a table that were kept back to judge a choice. Only who
// has not seen them is judged by them, so that the count is kept with the table, as long as it is.

// Openings is in how many states the sealed rows of a table were opened.
type Openings struct {
	All  int
	This int // which of them a state was, from 1 in their order; 0 where it was not opened
}

// mostOpenings are told apart; a later one is one more.
const mostOpenings = 100

// openedEnding ends the name of the file of a table's openings, of which each has a line.
const openedEnding = ".opened"

// Open notes that the sealed rows of a table are opened in a state, any text: once, however often that state is
// opened. It returns what [Store.Openings] says of the state then; the error is the disk's, and what was noted is then
// lost when the table leaves the memory.
func (s *Store) Open(id, state string) (Openings, error) {
	if _, ok := s.Get(id); !ok { // or there is a file that is not in memory
		return Openings{}, nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	e, there := s.tables[id]
	if !there {
		return Openings{}, nil
	}
	k, line := e.Value.(*kept), lineOf(state)
	if o := openings(k.opened, line); o.This > 0 {
		return o, nil
	}
	if len(k.opened) == mostOpenings {
		return Openings{mostOpenings + 1, mostOpenings + 1}, nil
	}
	k.opened = append(k.opened, line)
	err := s.writeOpened(id, k.opened)
	if err != nil {
		s.failed = err
	}
	return openings(k.opened, line), err
}

// Openings is in how many states the sealed rows of a table were opened, and which of them this was.
func (s *Store) Openings(id, state string) Openings {
	if _, ok := s.Get(id); !ok {
		return Openings{}
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, there := s.tables[id]; there {
		return openings(e.Value.(*kept).opened, lineOf(state))
	}
	return Openings{}
}

func openings(opened []string, line string) Openings {
	return Openings{len(opened), 1 + slices.Index(opened, line)}
}

// lineOf tells a state from others in a line of 32 letters.
func lineOf(state string) string {
	sum := sha256.Sum256([]byte(state))
	return hex.EncodeToString(sum[:16])
}

// openedName is what the file of the openings of a table is called.
func openedName(id string) string { return strings.TrimSuffix(nameOf(id), ending) + openedEnding }

// openedPath is that file, beside the table's own.
func (s *Store) openedPath(id string) string { return filepath.Join(s.dir, openedName(id)) }

// readOpenings are those that a file has.
func readOpenings(file []byte) []string {
	opened := strings.Fields(string(file))
	return opened[:min(len(opened), mostOpenings)]
}

// writeOpened has the openings on the disk, in a file that is whole or as it was, where the table is there.
func (s *Store) writeOpened(id string, opened []string) error {
	body := []byte(strings.Join(opened, "\n") + "\n")
	if s.keeper != nil {
		return s.keeper.Save(openedName(id), body)
	}
	name := nameOf(id)
	f, there := s.files[name]
	if !there {
		return nil
	}
	if err := writeWhole(s.openedPath(id), body); err != nil {
		return err
	}
	if len(opened) == 1 {
		f.bytes, s.onDisk = f.bytes+block, s.onDisk+block
		s.files[name] = f
	}
	return s.sync()
}

// readOpened has the openings of a table from the disk; none where there is no such file.
func (s *Store) readOpened(id string) ([]string, error) {
	b, err := os.ReadFile(s.openedPath(id))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return readOpenings(b), nil
}

// adoptOpened counts a file of openings to that of its table, or removes one whose table is gone.
func (s *Store) adoptOpened(file string) {
	name := strings.TrimSuffix(file, openedEnding) + ending
	f, there := s.files[name]
	if !there {
		_ = os.Remove(filepath.Join(s.dir, file)) // the next start tries again
		return
	}
	f.bytes, s.onDisk = f.bytes+block, s.onDisk+block
	s.files[name] = f
}
