package own

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A clock is set by hand.
type clock struct{ t time.Time }

func storeOf(t *testing.T, dir string, limits Limits, c *clock) *Store {
	t.Helper()
	s, err := NewStore(dir, limits)
	if err != nil {
		t.Fatal(err)
	}
	if c != nil {
		s.now = func() time.Time { return c.t }
	}
	return s
}

func put(t *testing.T, s *Store, text string) *Table {
	t.Helper()
	table := parsed(t, text)
	table.Name = "mine.csv"
	if err := s.Put(table); err != nil {
		t.Fatal(err)
	}
	return table
}

const small = "x,y\n1,2\n3,4\n"

var roomy = Limits{Memory: 1 << 20, Disk: 1 << 20}

func has(s *Store, id string) bool {
	_, ok := s.Get(id)
	return ok
}

func TestStoreOverARestart(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	first := storeOf(t, dir, roomy, nil)
	table, gone := put(t, first, small), put(t, first, small)
	if err := first.Delete(gone.ID); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "x"+ending+unfinished), []byte("half"), 0o600); err != nil {
		t.Fatal(err)
	}
	s := storeOf(t, dir, roomy, nil)
	got, ok := s.Get(table.ID)
	if !ok || got.Name != "mine.csv" || got.Len() != 2 || got.Ref(got.Guess()) != table.Ref(table.Guess()) {
		t.Fatalf("%+v", got)
	}
	if has(s, gone.ID) || has(first, gone.ID) {
		t.Error("what was deleted is there")
	}
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 {
		t.Fatalf("%d files: %v", len(entries), err)
	}
	info, err := entries[0].Info()
	if err != nil || strings.Contains(entries[0].Name(), table.ID) || info.Mode().Perm() != 0o600 {
		t.Errorf("the file is %s, %v", entries[0].Name(), info.Mode())
	}
}

func TestStoreForgetsWhatWasUsedLongestAgo(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		one := parsed(t, small).size()
		c := &clock{time.Now()}
		s := storeOf(t, dir, Limits{Memory: 3*one + one/2, Disk: 3 * block}, c)
		var ids []string
		for i := range 5 {
			ids = append(ids, put(t, s, small).ID)
			c.t = c.t.Add(25 * time.Hour)
			if i >= 2 && !has(s, ids[0]) { // it is used all the time
				t.Fatalf("in %q the one in use is gone", dir)
			}
		}
		if _, memory, disk := s.Held(); memory > s.limits.Memory || disk > s.limits.Disk {
			t.Errorf("%d bytes in memory, %d on disk", memory, disk)
		}
		if there := fmt.Sprint(has(s, ids[1]), has(s, ids[2]), has(s, ids[3]), has(s, ids[4])); there !=
			"false false true true" {
			t.Errorf("in %q: %s", dir, there)
		}
	}
}

func TestStoreExpires(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		c := &clock{time.Now()}
		s := storeOf(t, dir, Limits{Memory: 1 << 20, Disk: 1 << 20, Expiry: 48 * time.Hour}, c)
		used, unused := put(t, s, small), put(t, s, small)
		c.t = c.t.Add(40 * time.Hour)
		if !has(s, used.ID) {
			t.Fatal("it is gone too early")
		}
		c.t = c.t.Add(9 * time.Hour)
		if has(s, unused.ID) || !has(s, used.ID) {
			t.Errorf("in %q: unused %t, used %t", dir, has(s, unused.ID), has(s, used.ID))
		}
		if tables, _, _ := s.Held(); tables != 1 {
			t.Errorf("%d tables", tables)
		}
	}
}

func TestStoreRefuses(t *testing.T) {
	s := storeOf(t, "", Limits{Memory: 100}, nil)
	if err := s.Put(parsed(t, small)); err != ErrFull {
		t.Error(err)
	}
	var none *Store
	for _, id := range []string{"", "../../etc/passwd", strings.Repeat("a", 26), newID()} {
		if has(none, id) || has(s, id) || s.Delete(id) != nil || none.Delete(id) != nil {
			t.Errorf("%q", id)
		}
	}
}

// A table whose file cannot be written is not there, and leaves nothing behind.
func TestStoreOnADiskThatFails(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "tables")
	s := storeOf(t, dir, roomy, nil)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	table := parsed(t, small)
	if err := s.Put(table); err == nil || has(s, table.ID) {
		t.Errorf("kept on no disk: %v", err)
	}
}
