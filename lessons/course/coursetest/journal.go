package coursetest

import (
	"strings"
	"sync"
)

// A Journal is a log that is read while it is written.
type Journal struct {
	mu sync.Mutex
	b  strings.Builder
}

func (j *Journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.Write(p)
}

func (j *Journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.b.String()
}
