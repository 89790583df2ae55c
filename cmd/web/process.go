package main

import (
	"log/slog"
	"runtime"
	"sync/atomic"
	"time"

	"github.com/gramophone-course/gramophone/cmd/web/rooms"
	"github.com/gramophone-course/gramophone/lessons/course"
	"github.com/gramophone-course/gramophone/lessons/own"
)

// A process is what a site has for as long as the program runs, whatever the files it was read
// from: all that a workshop's sites share, of which each has a newer edition of the files.
type process struct {
	origin  string // what others call the server: "https://example.org", or "" where nobody has said
	memory  memory
	memo    *course.Memo // spectra and error maps, shared by all readers
	draws   *gate        // how many figures are drawn at once
	engine  engineAPI    // for programs, with its bounds
	medium  *sending     // answers on their way that are not small,
	large   *sending     // and large ones
	readers *connections // the open ones
	metrics *metrics
	refused *refusing    // what nobody got, for the log
	rooms   *rooms.Rooms // of classes
	tables  *own.Store   // of readers,
	uploads *intake      // those that are being sent,
	parsed  *queue       // and those that are read
	reach   reach        // by which addresses other devices have come

	followed followed // requests that can be asked how far they are

	chunkTime time.Duration // maxChunkTime, but in tests

	log    *slog.Logger
	ready  atomic.Bool
	asking atomic.Int64 // readers who wait for a page: see first
}

func newProcess(log *slog.Logger, m memory) *process {
	p := &process{
		memory:    m,
		memo:      course.NewMemo(uint64(m.memo())),
		draws:     newGate(usual(runtime.GOMAXPROCS(0)), log),
		engine:    newEngineAPI(log),
		medium:    newSending(m.sending(), maxMedium, maxWait),
		large:     newSending(m.sending(), maxLarge, maxWait),
		readers:   newConnections(maxConnections),
		metrics:   newMetrics(),
		refused:   newRefusing(log),
		rooms:     inMemory(log),
		tables:    course.Must(own.NewStore("", m.tables())), // in memory nothing can fail
		uploads:   newIntake(maxSending, sendWait),
		parsed:    newQueue(maxParsed, maxWaiting, sendWait),
		chunkTime: maxChunkTime,
		log:       log,
	}
	p.readers.house, p.readers.refused = p.houseOf, p.refused.note
	p.ready.Store(true)
	return p
}
