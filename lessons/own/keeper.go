package own

import "errors"

// A Keeper keeps tables by name where a program has no disk, as the database of a browser does. What lies
// unused for long it may remove.
type Keeper interface {
	Save(name string, table []byte) error
	Load(name string) ([]byte, error) // nil where there is none
	Remove(name string) error
}

// NewKept returns a store whose tables a keeper has: in memory are those that were used last.
func NewKept(k Keeper, limits Limits) (*Store, error) {
	s, err := NewStore("", limits)
	if err == nil {
		s.keeper = k
	}
	return s, err
}

// save has the keeper keep a table.
func (s *Store) save(t *Table) error {
	body, err := t.filed()
	if err != nil {
		return err
	}
	if err := s.keeper.Save(nameOf(t.ID), body); err != nil {
		return errors.Join(ErrSpace, err)
	}
	return nil
}

// load has a table of the keeper's in memory; not ok where there is none.
func (s *Store) load(id string) (t *Table, ok bool) {
	body, err := s.keeper.Load(nameOf(id))
	if err != nil || body == nil {
		return nil, false
	}
	if t, err = parseFiled(id, body); err != nil {
		return nil, false
	}
	opened, err := s.keeper.Load(openedName(id))
	if err != nil {
		return nil, false
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if e, there := s.tables[id]; there { // or read by another
		return e.Value.(*kept).table, true
	}
	s.remember(t, "", readOpenings(opened))
	_ = s.tidy()
	return t, true
}
