package own

import (
	"bytes"
	"container/list"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"

	"github.com/gramophone-course/gramophone/lessons/fair"
)

const (
	maxTables = 4096 // in memory
	block     = 4096 // bytes that a file takes at least
	expiry    = 30 * 24 * time.Hour
	// rest is after how long without use a table makes room for any other: a course has a
	// lecture a week.
	rest = 8 * 24 * time.Hour
	// memoryShares and diskShares are of how many one household has one: the largest table is a
	// third of the memory of a usual server.
	memoryShares, diskShares = 2, 4
)

// Limits are how much a store keeps. What is used last goes last.
type Limits struct {
	Memory, Disk int64         // bytes
	Spare        int64         // bytes of the disk that are left to others who write to it
	Expiry       time.Duration // after a table was used last; 30 days if zero
}

// A Store keeps tables by their ids: in memory and, if it has a folder, on disk too. A table
// never changes. A nil store has none.
//
// What there is is shared out by package fair. A table that is in use goes only for one of a
// household that would have less than its own, and one that lay for a week for any: nobody can
// have others' tables go by sending many. Of which households tables are, it knows of those
// that were sent since the start.
type Store struct {
	limits Limits
	dir    string
	keeper Keeper // or nil
	now    func() time.Time

	mu     sync.Mutex
	tables map[string]*list.Element // of *kept, by id
	used   *list.List               // the one used last in front
	bytes  int64
	files  map[string]file // by name
	onDisk int64
	tidied time.Time // when expired files were looked for
	failed error     // of what was written last
}

type kept struct {
	table  *Table
	bytes  int64
	house  string
	used   time.Time
	opened []string // see Open
}

type file struct {
	bytes int64
	house string
	used  time.Time
	noted time.Time // the use that the disk knows of
}

// NewStore returns a store, in memory alone if dir is "". What dir holds of before is there
// again.
func NewStore(dir string, limits Limits) (*Store, error) {
	if limits.Expiry == 0 {
		limits.Expiry = expiry
	}
	s := &Store{limits: limits, dir: dir, now: time.Now, tables: map[string]*list.Element{}, used: list.New(),
		files: map[string]file{}}
	if dir == "" {
		return s, nil
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var opened []string
	for _, e := range entries {
		info, err := e.Info()
		switch {
		case err != nil || !e.Type().IsRegular():
		case strings.HasSuffix(e.Name(), unfinished):
			_ = os.Remove(filepath.Join(dir, e.Name())) // of a crash; the next start tries again
		case strings.HasSuffix(e.Name(), openedEnding):
			opened = append(opened, e.Name())
		case strings.HasSuffix(e.Name(), ending):
			f := file{bytes: max(info.Size(), block), used: info.ModTime(), noted: info.ModTime()}
			s.files[e.Name()] = f
			s.onDisk += f.bytes
		}
	}
	for _, name := range opened {
		s.adoptOpened(name)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s, s.tidy()
}

// Of files: a whole one, and one that is being written.
const ending, unfinished = ".table", ".part"

// letters write an id: 26 of them are 128 bits.
var letters = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func newID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it does not fail
	return letters.EncodeToString(b[:])
}

// validID reports whether a text is an id as newID makes it.
func validID(id string) bool {
	b, err := letters.DecodeString(id)
	return err == nil && len(b) == 16 && letters.EncodeToString(b) == id
}

// nameOf is what the file of a table is called: who sees the folder's names, or reads them
// in a log, has no id.
func nameOf(id string) string {
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:16]) + ending
}

// said is the first line of a table's file; the text as it came follows.
type said struct {
	Name    string  `json:"name"`
	Options Options `json:"options"`
}

// Errors of Put.
var (
	// ErrFull is that the table is larger than all that the store may keep, or than what its
	// household may have while others have theirs.
	ErrFull = errors.New("own: no room for the table")
	// ErrSpace is that there is no space left on the disk.
	ErrSpace = errors.New("own: no space is left on the disk")
)

// Put keeps a table of a household (see package fair) under a new id, which it gives it. Where
// there is no room, others make it, or it is refused.
func (s *Store) Put(t *Table, house string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if t.size() > s.limits.Memory {
		return ErrFull
	}
	if err := s.tidy(); err != nil {
		return err
	}
	t.ID = newID()
	var err error
	switch {
	case s.keeper != nil:
		err = s.save(t)
	case s.dir == "":
		err = s.admit(t, house)
	default:
		if err = s.write(t, house); !errors.Is(err, ErrFull) {
			s.failed = err
		}
	}
	if err != nil {
		return err
	}
	s.remember(t, house, nil)
	return s.tidy()
}

// Trouble is why the last table could not be written; nil if it was.
func (s *Store) Trouble() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed
}

// admit makes room in memory for a table of a household.
func (s *Store) admit(t *Table, house string) error {
	least := s.limits.Memory / maxTables
	claims := make([]fair.Claim[string], 0, len(s.tables))
	for id, e := range s.tables {
		k := e.Value.(*kept)
		claims = append(claims, s.claim(id, k.house, max(k.bytes, least), k.used))
	}
	out, ok := fair.Admit(fair.Bounds{All: s.limits.Memory, House: s.limits.Memory / memoryShares}, claims,
		fair.Claim[string]{House: house, Size: max(t.size(), least)})
	if !ok {
		return ErrFull
	}
	for _, id := range out {
		s.forget(id)
	}
	return nil
}

// admitFile makes room on the disk for a file of a household.
func (s *Store) admitFile(bytes int64, house string) error {
	if free, known := freeOn(s.dir); known && free < bytes+s.limits.Spare {
		return ErrSpace
	}
	claims := make([]fair.Claim[string], 0, len(s.files))
	for name, f := range s.files {
		claims = append(claims, s.claim(name, f.house, f.bytes, f.used))
	}
	out, ok := fair.Admit(fair.Bounds{All: s.limits.Disk, House: s.limits.Disk / diskShares}, claims,
		fair.Claim[string]{House: house, Size: bytes})
	if !ok {
		return ErrFull
	}
	for _, name := range out {
		if err := s.remove(name); err != nil {
			return err
		}
	}
	return nil
}

func (s *Store) claim(key, house string, bytes int64, used time.Time) fair.Claim[string] {
	c := fair.Claim[string]{Key: key, House: house, Size: bytes, State: fair.Used, Since: used}
	if s.now().Sub(used) >= rest {
		c.State = fair.Idle
	}
	return c
}

// remember has the table in memory.
func (s *Store) remember(t *Table, house string, opened []string) {
	k := &kept{t, t.size(), house, s.now(), opened}
	s.tables[t.ID] = s.used.PushFront(k)
	s.bytes += k.bytes
}

// size is about what a table takes in memory.
func (t *Table) size() int64 {
	n := 8 * keptRows * int64(min(t.Len(), mostKept)*len(t.Columns)) // of its Rows
	n += int64(len(t.source)) + 2048 + 8*int64(len(t.Lines)) + 160*int64(len(t.Bad)+len(t.First)*len(t.Columns))
	for _, c := range t.Columns {
		n += 512 + 8*int64(len(c.Numbers)+len(c.Index)+len(c.Same)) + 160*int64(len(c.Odd))
	}
	return n
}

// filed is a table as it is kept: a line of what was said with it, and its text as it came.
func (t *Table) filed() ([]byte, error) {
	head, err := json.Marshal(said{t.Name, t.options})
	return slices.Concat(head, []byte("\n"), t.source), err
}

// parseFiled is the table of that id that was kept so.
func parseFiled(id string, body []byte) (*Table, error) {
	head, source, _ := bytes.Cut(body, []byte("\n"))
	var as said
	if err := json.Unmarshal(head, &as); err != nil {
		return nil, fmt.Errorf("own: a table that was kept: %w", err)
	}
	t, err := Parse(source, as.Options)
	if err != nil {
		return nil, err
	}
	t.ID, t.Name = id, as.Name
	return t, nil
}

// write has the table in a file that is whole or not there: written beside, on the disk
// before it gets its name, and its name too before write returns.
func (s *Store) write(t *Table, house string) error {
	body, err := t.filed()
	if err != nil {
		return err
	}
	name := nameOf(t.ID)
	as := file{bytes: max(int64(len(body)), block), house: house, used: s.now(), noted: s.now()}
	if err := s.admitFile(as.bytes, house); err != nil {
		return err
	}
	if err := writeWhole(filepath.Join(s.dir, name), body); err != nil {
		return err
	}
	s.files[name] = as
	s.onDisk += as.bytes
	return s.sync()
}

// writeWhole has a file with that in it, or as it was before.
func writeWhole(path string, body []byte) error {
	f, err := os.OpenFile(path+unfinished, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return spaceless(err)
	}
	_, err = f.Write(body)
	err = errors.Join(err, f.Sync(), f.Close())
	if err == nil {
		err = os.Rename(path+unfinished, path)
	}
	if err != nil {
		return errors.Join(spaceless(err), os.Remove(path+unfinished))
	}
	return nil
}

// spaceless adds to an error of a disk that is full, or of a share of it, that it is.
func spaceless(err error) error {
	if errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) || errors.Is(err, syscall.EFBIG) {
		return errors.Join(ErrSpace, err)
	}
	return err
}

// sync has the folder's names on the disk.
func (s *Store) sync() error {
	d, err := os.Open(s.dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// Get returns the table of that id; not ok where there is none, or none any more.
func (s *Store) Get(id string) (t *Table, ok bool) {
	if s == nil || !validID(id) {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	_ = s.tidy() // a file that cannot be removed is tried again
	if e, there := s.tables[id]; there {
		k := e.Value.(*kept)
		k.used = s.now()
		s.used.MoveToFront(e)
		s.touch(nameOf(id))
		return k.table, true
	}
	if s.keeper != nil {
		s.mu.Unlock()
		defer s.mu.Lock()
		return s.load(id)
	}
	if !s.there(id) {
		return nil, false
	}
	s.mu.Unlock() // to read a large one takes a tenth of a second
	t, err := s.read(id)
	s.mu.Lock()
	if err != nil || !s.there(id) { // it may have been deleted meanwhile
		return nil, false
	}
	if e, there := s.tables[id]; there { // or read by another
		return e.Value.(*kept).table, true
	}
	opened, err := s.readOpened(id)
	if err != nil {
		return nil, false
	}
	s.remember(t, s.files[nameOf(id)].house, opened)
	s.touch(nameOf(id))
	_ = s.tidy()
	return t, true
}

// there reports whether there is a file of that table that has not expired.
func (s *Store) there(id string) bool {
	f, there := s.files[nameOf(id)]
	return there && f.used.After(s.now().Add(-s.limits.Expiry))
}

// read has a table from its file.
func (s *Store) read(id string) (*Table, error) {
	b, err := os.ReadFile(filepath.Join(s.dir, nameOf(id)))
	if err != nil {
		return nil, err
	}
	return parseFiled(id, b)
}

// touch notes that a file is used; on the disk once a day.
func (s *Store) touch(name string) {
	f, there := s.files[name]
	if !there {
		return
	}
	f.used = s.now()
	if f.used.Sub(f.noted) > 24*time.Hour {
		f.noted = f.used
		_ = os.Chtimes(filepath.Join(s.dir, name), f.used, f.used) // else it expires earlier
	}
	s.files[name] = f
}

// Delete has the table gone, from the disk too before it returns. To delete what is not
// there is no error.
func (s *Store) Delete(id string) error {
	if s == nil || !validID(id) {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.forget(id)
	if s.keeper != nil {
		return errors.Join(s.keeper.Remove(nameOf(id)), s.keeper.Remove(openedName(id)))
	}
	return s.remove(nameOf(id))
}

// forget has a table in memory no more.
func (s *Store) forget(id string) {
	if e, there := s.tables[id]; there {
		s.used.Remove(e)
		delete(s.tables, id)
		s.bytes -= e.Value.(*kept).bytes
	}
}

// remove has a table on disk no more.
func (s *Store) remove(name string) error {
	f, there := s.files[name]
	if !there {
		return nil
	}
	for _, path := range []string{name, strings.TrimSuffix(name, ending) + openedEnding} {
		if err := os.Remove(filepath.Join(s.dir, path)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	delete(s.files, name)
	s.onDisk -= f.bytes
	return s.sync()
}

// tidy removes what has expired, and what was used longest ago while there is too much.
func (s *Store) tidy() error {
	before := s.now().Add(-s.limits.Expiry)
	for e := s.used.Back(); e != nil; e = s.used.Back() {
		k := e.Value.(*kept)
		if s.bytes <= s.limits.Memory && len(s.tables) <= maxTables && k.used.After(before) {
			break
		}
		s.forget(k.table.ID)
	}
	if s.dir == "" || s.onDisk <= s.limits.Disk && s.now().Sub(s.tidied) < time.Minute {
		return nil
	}
	s.tidied = s.now()
	var failed error
	var oldest []string
	for name, f := range s.files {
		if !f.used.After(before) {
			failed = errors.Join(failed, s.remove(name))
		} else if s.onDisk > s.limits.Disk {
			oldest = append(oldest, name)
		}
	}
	slices.SortFunc(oldest, func(a, b string) int { return s.files[a].used.Compare(s.files[b].used) })
	for _, name := range oldest {
		if s.onDisk <= s.limits.Disk {
			break
		}
		failed = errors.Join(failed, s.remove(name))
	}
	return failed
}

// Held is how many tables there are, and the bytes of those in memory and on disk.
func (s *Store) Held() (tables int, memory, disk int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return max(len(s.tables), len(s.files)), s.bytes, s.onDisk
}

// Expiry is how long a table is kept after it was used last.
func (s *Store) Expiry() time.Duration { return s.limits.Expiry }

// Lasts reports whether tables outlive the program.
func (s *Store) Lasts() bool { return s.dir != "" || s.keeper != nil }
