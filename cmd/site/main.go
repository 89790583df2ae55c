// Command site writes the course as a folder that any host of files serves, or as a zip of
// one.
//
//	go run ./cmd/site -o gramophone-site.zip
//
// With -lean the program is nearly a third smaller: it is built from changed copies of some of Go's and
// gonum's files (lean.go), for whoever publishes the folder.
//
// Each page is there as it opens, with its pictures, so that it reads without anything
// else. The same handler as the server's, compiled to WebAssembly, answers in a service
// worker once the browser has it, and the course goes on when the network is gone:
//
//	index.html, lessons/ridge/index.html, …   the pages, with relative addresses
//	static/                                   style sheets, scripts, fonts, by hashed names
//	engine/                                   the program (plain, .gz and .br) and Go's wasm_exec.js
//	sw.js, sw.json, manifest.webmanifest      the worker, and what there is to keep
//
// The folder stands under any path, and needs no header of its host.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"time"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "site:", err)
		os.Exit(1)
	}
}

// run writes what args ask for, and says so to out.
func run(ctx context.Context, args []string, out io.Writer) error {
	flags := flag.NewFlagSet("site", flag.ContinueOnError)
	to := flags.String("o", "gramophone-site.zip", "write to this `folder`, which must be empty or new, or to this "+
		".zip")
	quality := flags.Int("quality", 11, "compress the program by this `level` of brotli, 0 to 11; the last takes "+
		"minutes")
	isLean := flags.Bool("lean", false, "build the program from changed copies of some files of Go's library and "+
		"gonum, which makes it nearly a third smaller; fails for versions whose files are others")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if *quality < 0 || *quality > 11 {
		return fmt.Errorf("-quality %d: brotli has the levels 0 to 11", *quality)
	}
	start := time.Now()
	tree := files{}
	work, err := os.MkdirTemp("", "gramophone-site")
	if err != nil {
		return err
	}
	defer os.RemoveAll(work)
	var more []string
	if *isLean {
		if more, err = lean(ctx, work); err != nil {
			return err
		}
	}
	wasm, err := build(ctx, work, more)
	if err != nil {
		return err
	}
	if err := tree.addProgram(ctx, wasm, *quality, out); err != nil {
		return err
	}
	if err := tree.addPages(ctx, out); err != nil {
		return err
	}
	if err := tree.addWorker(); err != nil {
		return err
	}
	if err := tree.write(*to); err != nil {
		return err
	}
	fmt.Fprintf(out, "%s: %d files, %.1f MB, in %s\n", *to, len(tree), float64(tree.bytes())/1e6,
		time.Since(start).Round(time.Second))
	return nil
}
