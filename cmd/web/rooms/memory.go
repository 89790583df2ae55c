package rooms

import (
	"context"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Memory returns a store that is gone with the process.
func Memory() Store {
	return &memory{subjects: make(map[string][]uint64), listeners: make(map[int]func(Note))}
}

// A memory keeps the log in a slice. What is removed leaves a message without a subject
// behind, until these are more than half.
type memory struct {
	mu        sync.Mutex
	log       []Message
	dead      int
	bytes     int
	last      uint64
	subjects  map[string][]uint64 // positions of each, in order
	listeners map[int]func(Note)
	next      int // key of the next listener
}

func (m *memory) Append(ctx context.Context, subject string, data []byte, last uint64) (uint64, error) {
	if err := ctx.Err(); err != nil {
		return 0, err
	}
	m.mu.Lock()
	at := m.subjects[subject]
	newest := uint64(0)
	if len(at) > 0 {
		newest = at[len(at)-1]
	}
	if last != Anywhere && last != newest {
		m.mu.Unlock()
		return 0, ErrOld
	}
	size := len(subject) + len(data)
	if m.bytes+size > maxLog {
		m.mu.Unlock()
		return 0, ErrSpace
	}
	m.last++
	position := m.last
	m.log = append(m.log, Message{position, subject, slices.Clone(data)})
	m.bytes += size
	m.subjects[subject] = append(at, position)
	if len(at) == perSubject {
		m.remove(at[0])
		m.subjects[subject] = slices.Delete(m.subjects[subject], 0, 1)
	}
	m.mu.Unlock()
	return position, m.Tell(ctx, Note{Position: position})
}

// find returns the place in the log of the first message after a position.
func (m *memory) find(after uint64) int {
	i, _ := slices.BinarySearchFunc(m.log, after+1, func(a Message, p uint64) int {
		return int(int64(a.Position) - int64(p))
	})
	return i
}

// remove takes the message at a position out of the log.
func (m *memory) remove(position uint64) {
	dead := &m.log[m.find(position-1)]
	m.bytes -= len(dead.Subject) + len(dead.Data)
	dead.Subject, dead.Data = "", nil
	if m.dead++; m.dead > 64 && m.dead > len(m.log)/2 {
		m.log = slices.DeleteFunc(m.log, func(a Message) bool { return a.Subject == "" })
		m.dead = 0
	}
}

func (m *memory) Read(ctx context.Context, after uint64) ([]Message, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	var read []Message
	for _, a := range m.log[m.find(after):] {
		if len(read) == readBatch {
			break
		}
		if a.Subject != "" {
			read = append(read, a)
		}
	}
	return read, ctx.Err()
}

func (m *memory) Last(ctx context.Context) (uint64, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, a := range slices.Backward(m.log) {
		if a.Subject != "" {
			return a.Position, ctx.Err()
		}
	}
	return 0, ctx.Err()
}

func (m *memory) Purge(ctx context.Context, code string, before uint64) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for subject, at := range m.subjects {
		if !strings.HasPrefix(subject, "room."+code+".") {
			continue
		}
		kept := slices.DeleteFunc(at, func(p uint64) bool {
			if p < before {
				m.remove(p)
			}
			return p < before
		})
		if m.subjects[subject] = kept; len(kept) == 0 {
			delete(m.subjects, subject)
		}
	}
	return ctx.Err()
}

func (m *memory) Forget(ctx context.Context, subject string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, position := range m.subjects[subject] {
		m.remove(position)
	}
	delete(m.subjects, subject)
	return ctx.Err()
}

func (m *memory) Tell(_ context.Context, n Note) error {
	m.mu.Lock()
	listeners := slices.Collect(maps.Values(m.listeners))
	m.mu.Unlock()
	for _, hear := range listeners {
		hear(n)
	}
	return nil
}

func (m *memory) Listen(hear func(Note)) (stop func(), err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	key := m.next
	m.next++
	m.listeners[key] = hear
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.listeners, key)
	}, nil
}

func (m *memory) Close() error { return nil }
