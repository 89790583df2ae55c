package own

import (
	"errors"
	"maps"
	"slices"
	"testing"
	"time"
)

// A drawer is a keeper in memory, which may fail.
type drawer struct {
	kept   map[string][]byte
	failed error
}

func (d *drawer) Save(name string, table []byte) error {
	if d.failed == nil {
		d.kept[name] = table
	}
	return d.failed
}

func (d *drawer) Load(name string) ([]byte, error) { return d.kept[name], d.failed }

func (d *drawer) Remove(name string) error {
	delete(d.kept, name)
	return d.failed
}

// What a keeper has outlives the store: what was said with the table too.
func TestTablesOfAKeeper(t *testing.T) {
	d := &drawer{kept: map[string][]byte{}}
	limits := Limits{Memory: 1 << 20, Expiry: time.Hour}
	store := func() *Store {
		s, err := NewKept(d, limits)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	first := store()
	table, err := Parse([]byte("a;b\n1,5;2\n3;4\n"), Options{Decimal: ","})
	if err != nil {
		t.Fatal(err)
	}
	table.Name = "mine"
	other := parsed(t, small)
	for _, one := range []*Table{table, other} {
		if err := first.Put(one, "house"); err != nil {
			t.Fatal(err)
		}
	}
	if !first.Lasts() || len(d.kept) != 2 || slices.Contains(slices.Collect(maps.Keys(d.kept)), table.ID) {
		t.Errorf("lasts: %t, kept: %d, or by its id", first.Lasts(), len(d.kept))
	}
	second := store()
	got, ok := second.Get(table.ID)
	if !ok || got.Name != "mine" || got.Columns[0].Numbers[0] != 1.5 {
		t.Fatalf("after a restart: %t, %+v", ok, got)
	}
	if err := second.Delete(other.ID); err != nil || has(second, other.ID) || has(store(), other.ID) {
		t.Errorf("what was deleted is there: %v", err)
	}
	if has(second, newID()) {
		t.Error("what never was is there")
	}
	d.failed = errors.New("a private window")
	if err := second.Put(parsed(t, small), "house"); !errors.Is(err, ErrSpace) || !errors.Is(err, d.failed) {
		t.Errorf("a keeper that fails: %v", err)
	}
	if has(store(), table.ID) || !has(second, table.ID) {
		t.Error("without the keeper there is what is in memory, and nothing else")
	}
}
