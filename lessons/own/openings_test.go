package own

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"
)

func opens(t *testing.T, s *Store, id, state string, want Openings) {
	t.Helper()
	if got, err := s.Open(id, state); err != nil || got != want {
		t.Errorf("%s: %+v, %v, want %+v", state, got, err, want)
	}
	if got := s.Openings(id, state); got != want {
		t.Errorf("%s: afterwards %+v, want %+v", state, got, want)
	}
}

// A state is counted once, of each table alone, and as long as there is the table: over a restart, and beyond its
// stay in memory.
func TestOpenings(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		s := storeOf(t, dir, roomy, nil)
		table, other := put(t, s, small), put(t, s, small)
		if o := s.Openings(table.ID, "a"); o != (Openings{}) {
			t.Errorf("before %+v", o)
		}
		opens(t, s, table.ID, "a", Openings{1, 1})
		opens(t, s, table.ID, "b", Openings{2, 2})
		opens(t, s, table.ID, "a", Openings{2, 1})
		if o := s.Openings(table.ID, "c"); o != (Openings{All: 2}) {
			t.Errorf("of a state that was not opened %+v", o)
		}
		opens(t, s, other.ID, "b", Openings{1, 1})
		if dir != "" {
			s.forget(table.ID)
			opens(t, s, table.ID, "b", Openings{2, 2})
			before := s.onDisk
			if s = storeOf(t, dir, roomy, nil); s.onDisk != before {
				t.Errorf("%d bytes on disk, and %d after a restart", before, s.onDisk)
			}
			opens(t, s, table.ID, "c", Openings{3, 3})
		}
		for _, id := range []string{table.ID, other.ID} {
			if err := s.Delete(id); err != nil {
				t.Fatal(err)
			}
			if o, err := s.Open(id, "a"); err != nil || o != (Openings{}) {
				t.Errorf("of a table that is gone %+v, %v", o, err)
			}
		}
		if files, _ := filepath.Glob(filepath.Join(dir, "*")); dir != "" && (len(files) > 0 || s.onDisk != 0) {
			t.Errorf("%q are left, %d bytes", files, s.onDisk)
		}
	}
	if o := (*Store)(nil).Openings("", ""); o != (Openings{}) {
		t.Errorf("%+v of no store", o)
	}
}

// Openings go with a table that expires, and what has no table is removed; they are bounded.
func TestOpeningsAreBounded(t *testing.T) {
	dir, c := t.TempDir(), &clock{time.Now()}
	s := storeOf(t, dir, roomy, c)
	table := put(t, s, small)
	for i := range mostOpenings + 5 {
		n := min(i, mostOpenings) + 1
		got, err := s.Open(table.ID, fmt.Sprint(i))
		if err != nil || got != (Openings{n, n}) {
			t.Fatalf("the %d-th: %+v, %v", i, got, err)
		}
	}
	if info, err := os.Stat(s.openedPath(table.ID)); err != nil || info.Size() > block || info.Mode().Perm() != 0o600 {
		t.Errorf("the file of openings: %v, %v", info, err)
	}
	c.t = c.t.Add(expiry + time.Hour)
	if has(s, table.ID) {
		t.Fatal("the table has not expired")
	}
	lone := filepath.Join(dir, "0123"+openedEnding)
	if err := os.WriteFile(lone, []byte("x\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	storeOf(t, dir, roomy, nil)
	if files, _ := filepath.Glob(filepath.Join(dir, "*")); len(files) > 0 {
		t.Errorf("%q are left", files)
	}
}
