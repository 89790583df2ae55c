// Command web serves Gramophone, an interactive course on kernel methods.
//
//	go run ./cmd/web                 on http://localhost:8080
//	go run ./cmd/web -http :8080     to everyone on the network
//	go run ./cmd/web -dev            to whoever writes it: see package site
//	go run ./cmd/web -help           lists what else can be set
//
// It needs no file beside itself and no network: pages, fonts and scripts are embedded. It only wires:
// the course is a handler of package site, which lists every address in routes.go. What follows is for
// who operates a server that stays.
//
// # Behind a proxy
//
// `go build ./cmd/web` makes one file to copy. TLS is a reverse proxy's business; with Caddy
// (https://caddyserver.com), which fetches and renews certificates by itself,
//
//	./web -prefix /kernels -origin https://courses.example.org -drain 5s
//
// and this Caddyfile have the course at https://courses.example.org/kernels/:
//
//	courses.example.org {
//		@kernels path /kernels /kernels/*
//		reverse_proxy @kernels localhost:8080 {
//			health_uri /readyz
//			health_interval 2s
//		}
//	}
//
// The proxy passes the prefix on and does not strip it: outside it there is nothing but /healthz and
// /readyz. The address that a request counts against is then the last one in X-Forwarded-For, which the
// proxy has to set. With -origin pages give the full address of the picture that other sites show beside
// a link, as some sites require; without it they give its path only.
//
// # Assistants
//
// Chat assistants ask at /mcp, within the gates and bounds of figures and of the API, and without an
// account; pages of other sites are refused there. One that runs on the web wants an address that the web
// reaches. Links that it is given begin with -origin, or else with the name by which it asked. -mcp=false
// leaves it out.
//
// # Health
//
// /healthz answers while the process lives: restart it when it does not. /readyz answers 200 when it
// wants readers and 503, with the reason, when it does not: send them elsewhere, and do not restart it
// for that, unless it names a draw that does not stop. On SIGTERM it says "stopping" for the time of
// -drain, which should be longer than two health checks, while all is answered as before. Then no more
// connections are taken, what is under way has ten seconds to end, and the status is 0. A second signal
// ends it at once. -metrics has /metrics for Prometheus on a listener of its own, which readers cannot
// ask: draws at work and waiting, bytes on their way and kept, connections.
//
// # Rooms
//
// Rooms are a log in NATS JetStream, which runs inside the program, with no port open, and writes each
// vote to the disk before it is acknowledged. A folder (-data) has one process at a time. When the log
// has 256 MB, or its disk is full, phones say so, and keep what could not be sent until there is space
// (status 507; /readyz says so too, and goes on with 200). What a disk has ruined of it is in the log
// when the server starts.
//
// Three servers keep the rooms together, each with a copy in its own folder, and one of them may fail.
// Each names all three, itself first, at addresses that only they can reach:
//
//	GRAMOPHONE_CLUSTER=password ./web -data rooms -cluster 10.0.0.1:6222,10.0.0.2:6222,10.0.0.3:6222
//
// When the one that leads is killed, votes go on within a second and none is lost: whoever is not
// acknowledged in 0.4 s is sent again, and counts once. When two of three are gone, a phone is told so
// after five seconds, and keeps its vote. With -nats the log is in JetStream servers of your own, and
// any number of servers of the course use it; of three, NATS elects another leader in 4 to 9 s, for
// which votes wait on the phones. Servers side by side need not know of each other otherwise: all state
// is in the address, but for rooms and for readers' tables, which the server has that they were sent to.
//
// # Sheets
//
// A sheet of exercises (/sheets) is sealed into its address, and nothing of it is stored. What seals it is
// in a file of 32 random bytes, which all servers side by side share:
//
//	openssl rand -hex 32 > sheets.key; ./web -key sheets.key
//
// Who has the file can open every sheet; with another file, or without one after a restart, the addresses
// of those that were made open nothing. Our logs have none of these addresses; a proxy that logs should
// leave paths under /sheets/ out.
//
// # What is written to disk
//
//	neither           rooms, with their votes, in a temporary folder that is removed when the server
//	                  stops; where none can be made, as in a container that may write nothing, rooms
//	                  are in memory, and the log says so. Tables are in memory
//	-data folder      rooms in the folder, tables in "tables" in it
//	-nats, -cluster   rooms by those servers, or in each one's -data; tables as above
//
// Nothing else is written. What readers write themselves, such as a sentence, is in the address too and
// in none of our logs; a proxy that logs should leave queries out.
//
// # Memory
//
// Of -memory a third is for spectra and error maps that are kept, a tenth for answers that are kept, a
// sixteenth for readers' tables, a twelfth for answers of over a megabyte on their way and another for
// others, the rest for drawing. By default a container of 512 MB holds a server in which twenty thousand
// states have been visited. GOMEMLIMIT, GOGC and GOMAXPROCS in the environment are honoured; a
// GOMEMLIMIT below -memory takes its place.
//
// Readers' tables are kept for 30 days after they were used last; on disk in 512 MB at most, and never
// in the last 256 MB that are free there, which are the rooms'. An address has a quarter of that, and
// half of the memory: of more, its own table that was used longest ago goes. Where all is taken, a table
// goes that nobody has used for a week, then one of the address that has most; else the next is refused
// (507).
//
// # Who gets what there is little of
//
// A figure is drawn in five seconds or not at all: what takes longer is told to stop and its reader told
// so. Should it not stop, the log names its address, and after half a minute so does /readyz. What is at
// work for longer than 0.15 s, such as the map of every fit, is long: it waits in a line of its own, and
// a slider's step passes it by. Who finds a line full is told when to come back (Retry-After): as many
// as wait, times what one of them takes of late, shared by those at work, and a minute at most.
//
// Who does not read is not waited for: an answer of over a megabyte is given up when its reader has
// taken nothing for five seconds, others, on Linux, when he has acknowledged nothing for thirty. The
// kernel takes 256 kB for one connection, and there are 4096 at most, which is a gigabyte beside
// -memory: then the one that has been idle for longest makes room, or the oldest of the address that has
// most. One address has at most half of what may be on its way, but for the machine's own, which is a
// proxy's. /healthz and /readyz are answered beside that.
//
// Nobody can take a class's place by asking fastest. Rooms (200, of an address 100 and 30 new ones a
// minute), seats (2000 a room, of an address 1000 at once and then 5 a second), streams (3072, of a seat
// 3), readers' tables and what is being sent are shared out by browser and address, of IPv6 by the
// network /56: where none is left, what lies idle makes room, then what an address has more of than who
// asks. A seat that has voted stays; those that never did, a teacher can take back. Sixty wrong codes
// from an address, and it is refused further ones, but for who comes by the QR code, has a seat, or asks
// for a room that others of that address are in. What is refused is in the log, each kind once a minute,
// without addresses.
package main
