//go:build !js

package rooms

import (
	"context"
	"strconv"

	"github.com/nats-io/nats.go"
)

func (n *jetStream) Tell(_ context.Context, note Note) error {
	if note.Position > 0 {
		return n.nc.Publish(liveLog, strconv.AppendUint(nil, note.Position, 10))
	}
	return n.nc.Publish("live."+note.Code, []byte(note.Hand))
}

func (n *jetStream) Listen(hear func(Note)) (stop func(), err error) {
	heard, err := n.nc.Subscribe(listenTo, func(m *nats.Msg) {
		if m.Subject != liveLog {
			hear(Note{Code: m.Subject[len("live."):], Hand: string(m.Data)})
		} else if position, err := strconv.ParseUint(string(m.Data), 10, 64); err == nil {
			hear(Note{Position: position})
		}
	})
	if err != nil {
		return nil, err
	}
	return func() { _ = heard.Unsubscribe() }, nil // it fails when the connection is closed
}
