// Package mcp is the course for chat assistants: a server of the Model Context Protocol
// (https://modelcontextprotocol.io), so that they answer with numbers that were computed and links that
// open them.
//
//	POST /mcp   {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "figure", "arguments":
//	            {"lesson": "bandwidth", "figure": "fit", "state": {"bandwidth": 2}}}}
//
// The protocol's messages are the SDK's business (github.com/modelcontextprotocol/go-sdk): streamable HTTP
// without sessions, a message and its answer at a time. The table in tools.go says of each tool what it
// takes and when it is of use; what an assistant is told of it, how its arguments are read and the page for
// readers are all made from it.
//
// A tool asks what pages and programs ask, at the same price: a figure is drawn at the gate of figures and
// kept with its other forms, a fit waits with those of the API, a body counts with the API's bodies. What is
// wrong with a call is the tool's answer, in the words of the API. Readers' tables are nobody's here: what
// an assistant is told goes to who runs it.
package mcp
