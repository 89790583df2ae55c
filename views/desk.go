package views

import "strings"

// A RoomStep is a step of the lesson, for the teacher's remote.
type RoomStep struct {
	Name  string
	Route bool // it is on the short way
	Short bool // it is a slide, which that way alone has
}

// groups are the parts in which a code is read out.
func groups(spoken string) []string { return strings.Fields(spoken) }

// hallPhases name the phases to the class, on the projector; of what needs no name there is
// none.
var hallPhases = []struct{ Phase, Name string }{
	{"read", "Read"}, {"vote1", "Vote now"}, {"closed1", "The vote is closed"}, {"discuss", "Discuss"},
	{"vote2", "Vote again"}, {"closed2", "The vote is closed"}, {"reveal", "The answer"},
}

// A CheckPage tells whether phones reach the server.
type CheckPage struct {
	Places    []CheckPlace
	Reached   string // by which address another device has come lately; "" for none
	Alone     string // the one address, of this machine alone, that the server listens on; or ""
	Arrived   bool   // whoever asks has come by one of the addresses
	Elsewhere bool   // whoever asks is on another machine, to which addresses are not told
}

// A CheckPlace is an address by which others may reach the server.
type CheckPlace struct {
	Address string // with what tells that somebody has come by it
	Shown   string // as people read it
	Network string // the name of its interface
	Code    string // its QR code, as SVG
}
