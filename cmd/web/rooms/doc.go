// Package rooms holds the states of classrooms: a class on one lesson, in which a teacher
// goes through questions and students vote on their phones. It knows nothing of HTTP.
//
//	store := rooms.Memory() // or rooms.Open, which is JetStream
//	service, err := rooms.New(store, rooms.Options{})
//	code, key, err := service.Create(ctx, address, "bandwidth")      // the teacher
//	code, err = service.Find(ctx, address, "fk7-q2")                 // a student, once
//	seat, err := service.Join(ctx, address, code, cookie)            // and again
//	head, err := service.Head(ctx, code)                             // what all pages show
//	head, err = service.SetHead(ctx, code, key, rooms.Change{Revision: head.Revision, Phase: &vote1})
//	err = service.Vote(ctx, code, seat, rooms.Vote{Question: "limit", Round: 1, Choice: 2})
//	tally, err := service.Tally(ctx, code, key, "limit")
//	for event := range events { … }                                  // from service.Watch
//
// # One log
//
// All rooms of all servers are one log of messages in one order, the [Store]. Each server
// folds it, message by message, into the same rooms in memory, and answers from there; a
// write returns when the server that took it has folded it, so that one reads what one
// wrote. Nothing else is shared, so there is nothing that could disagree.
//
//	room.CODE.head                            the head, changed by compare-and-set
//	room.CODE.seat.SEAT                       that a seat has been given
//	room.CODE.out                             seats that are taken back, unless they have written
//	room.CODE.vote.LESSON/QUESTION.ROUND.SEAT a choice or a number
//	room.CODE.sketch.LESSON/FIGURE.ROUND.SEAT 101 heights in 1/255, 136 bytes of base64
//	room.CODE.pick.LESSON/FIGURE.ROUND.SEAT   bandwidth, λ, goal reached
//	room.CODE.point.LESSON/FIGURE.ROUND.SEAT  x, y, class
//	room.CODE.test.concept/test.1.SEAT        both times of the concept test, and the days between
//
// Lessons have questions and figures of one name, so that a poll is of its lesson. What older
// servers have put into the log without a lesson is of the one that the room was on.
//
// A head's revision is its position in the log. A change names the revision that it
// changes and is refused with [ErrOld] when there is a newer one, so that two devices of
// one teacher cannot cross.
//
// A round of votes is closed by the head that leaves its phase, and a vote counts if it
// stands before that head and no later one of its seat does: what the tally is follows
// from the log alone, whenever and wherever it is read. Vote looks where its vote came to
// stand before it returns nil; the one that came too late is refused with [ClosedError].
// Of each subject the log keeps the newest 16 messages, so that late votes do not push out
// the one that counts. It keeps only 16 heads as well: each carries where all rounds of
// the room were closed. The concept test is closed by a head in the same way, and never opened again; of a seat's
// answers to it the first count.
//
// A vote that is not acknowledged is appended again under the same identity until it is, for
// five seconds, fifteen where servers are others', and is in the log once. So a leader of a
// cluster that is killed costs none;
// our own processes have another within a second ([Cluster]), servers of others, reached by
// [Config].URL, within 4 to 9. Whoever gets no answer keeps the vote and sends it again.
//
// The end of a room is a message too, after which the rest of the room is removed.
//
// # What is told
//
// [Rooms.Watch] tells that there is something new, never what: who missed it fetches the
// head and is right again. There is one subscription a server, of which [Rooms] tell
// every watcher of the room. A watcher who is slow finds the newest event only. What
// nobody was told of, as the network was down, is found when the log is read again, every
// ten seconds.
//
// # Shares
//
// Who asks for much stands in the way of himself. Rooms, seats and streams are shared out by
// package fair, among browsers and households (shares.go): where none is left, what does
// nothing makes room, then what a household has several of. A seat that has written is never
// taken back, and a stream that makes room is opened again. One seat writes on so many
// questions and figures, and takes none of them from others.
//
// # Secrets
//
// A room's code is five letters that people read out; failed tries are counted by address
// ([Rooms.Find]), and do not shut out who is of the room. The teacher's key is 130 random
// bits, of which the log has a hash. So is a student's seat, which the log knows by an HMAC
// under a key of the room's own, so that two rooms cannot be linked. There are no names and
// no addresses in the log; what counts
// by address, and whose households are in a room, is kept in memory alone.
//
// # Clocks
//
// Order is the log's, never a clock's. Clocks bound the life of a room, a minute's writes
// and the countdown, which is told as what is left; a clock that is set back makes none of
// them longer than it was at first.
package rooms
