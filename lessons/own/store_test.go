package own

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
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
	if err := s.Put(table, ""); err != nil {
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
		s := storeOf(t, dir, Limits{Memory: 3*one + one/2, Disk: 3 * block, Expiry: 100 * rest}, c)
		var ids []string
		for i := range 5 {
			ids = append(ids, put(t, s, small).ID)
			c.t = c.t.Add(rest)
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

// A table of so many bytes, of lines that fill it.
func sized(t *testing.T, bytes int) *Table {
	t.Helper()
	return parsed(t, "x,y\n"+strings.Repeat("1.2345678901234567890123456789,2.345678901234567890123456789\n", bytes/58))
}

// Who sends many tables, and large ones, from one address or from several, has none of
// another's go, whether that is used meanwhile or not; and another's is taken all the same.
func TestStoreIsSharedOut(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		c := &clock{time.Now()}
		large := sized(t, 40<<10)
		s := storeOf(t, dir, Limits{Memory: 8 * large.size(), Disk: 8 * int64(len(large.source)+200)}, c)
		house := func(text *Table, house string) error {
			c.t = c.t.Add(time.Minute)
			return s.Put(text, house)
		}
		mine, used := parsed(t, small), parsed(t, small)
		for _, table := range []*Table{mine, used} {
			if err := house(table, "reader"); err != nil {
				t.Fatal(err)
			}
		}
		kept, refused := 0, 0
		for i := range 60 {
			switch err := house(sized(t, 40<<10), fmt.Sprint("flood", i%5)); err {
			case nil:
				kept++
			case ErrFull:
				refused++
			default:
				t.Fatal(err)
			}
			if i%10 == 0 && !has(s, used.ID) {
				t.Fatalf("in %q a table that is used is gone", dir)
			}
		}
		if !has(s, mine.ID) {
			t.Errorf("in %q a table is gone, after %d others were kept and %d refused", dir, kept, refused)
		}
		if another := parsed(t, small); house(another, "another") != nil || !has(s, another.ID) {
			t.Errorf("in %q another's table finds no room", dir)
		}
		if kept < 6 || refused == 0 {
			t.Errorf("in %q %d tables were kept, %d refused", dir, kept, refused)
		}
	}
}

// Of one household's tables the one goes that was used longest ago: to read one is to use it.
func TestReadingCounts(t *testing.T) {
	for _, dir := range []string{"", t.TempDir()} {
		c := &clock{time.Now()}
		one := parsed(t, small).size()
		limits := Limits{Memory: memoryShares * 3 * one, Disk: diskShares * 3 * block}
		if dir != "" {
			limits.Memory = one // what is gone from the disk is in no memory either
		}
		s := storeOf(t, dir, limits, c)
		var ids []string
		for range 4 {
			table := parsed(t, small)
			if err := s.Put(table, "one"); err != nil {
				t.Fatal(err)
			}
			ids = append(ids, table.ID)
			c.t = c.t.Add(time.Minute)
			if !has(s, ids[0]) {
				t.Fatalf("in %q the one that is read is gone", dir)
			}
		}
		if got := fmt.Sprint(has(s, ids[1]), has(s, ids[2]), has(s, ids[3])); got != "false true true" {
			t.Errorf("in %q: %s", dir, got)
		}
	}
}

// The largest table is within the share of a household, on a server of usual memory.
func TestTheLargestTableHasRoom(t *testing.T) {
	line := strings.Repeat("1.23456789,", 94) + "1.23456789\n"
	table := parsed(t, "a"+strings.Repeat(",b", 94)+"\n"+strings.Repeat(line, min(MaxRows, MaxBytes/len(line))-1))
	const usual = 384 << 20 / 16
	if n := table.size(); n > usual/memoryShares {
		t.Errorf("a table of %d bytes takes %d, and a household has %d", len(table.source), n, usual/memoryShares)
	}
}

// Tables leave to others what is theirs of the disk, and a disk that is full is said to be.
func TestTablesLeaveSpace(t *testing.T) {
	dir := t.TempDir()
	limits := roomy
	limits.Spare = 1 << 60
	s := storeOf(t, dir, limits, nil)
	if _, known := freeOn(dir); !known {
		t.Skip("what is free on a disk is not known here")
	}
	if err := s.Put(parsed(t, small), ""); !errors.Is(err, ErrSpace) || !errors.Is(s.Trouble(), ErrSpace) {
		t.Errorf("%v, and then %v", err, s.Trouble())
	}
	s.limits.Spare = 0
	if err := s.Put(parsed(t, small), ""); err != nil || s.Trouble() != nil {
		t.Errorf("with space: %v, and then %v", err, s.Trouble())
	}
	full := &os.PathError{Op: "write", Err: syscall.ENOSPC}
	if err := spaceless(full); !errors.Is(err, ErrSpace) || !errors.Is(err, syscall.ENOSPC) {
		t.Error(err)
	}
	if err := spaceless(os.ErrPermission); errors.Is(err, ErrSpace) {
		t.Error(err)
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
	if err := s.Put(parsed(t, small), ""); err != ErrFull {
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
	if err := s.Put(table, ""); err == nil || has(s, table.ID) {
		t.Errorf("kept on no disk: %v", err)
	}
}
