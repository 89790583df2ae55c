package engine

import (
	"context"
	"sync"
)

// InTwo does n things that do not depend on each other in two goroutines, each of which
// takes every other one: enough to halve the wait and leave a server's other cores to
// other readers. The error is that of a thing, after which its goroutine does no more,
// or ctx's, looked at between them. A panic of do is the caller's.
func InTwo(ctx context.Context, n int, do func(i int) error) error {
	const workers = 2
	var (
		wg     sync.WaitGroup
		errs   [workers]error
		panics [workers]any
	)
	for w := range workers {
		wg.Go(func() {
			// A panic must reach the caller, who may know what to do with it;
			// here it would end the program.
			defer func() { panics[w] = recover() }()
			for i := w; i < n && errs[w] == nil; i += workers {
				if errs[w] = ctx.Err(); errs[w] == nil {
					errs[w] = do(i)
				}
			}
		})
	}
	wg.Wait()
	for w := range workers {
		if panics[w] != nil {
			panic(panics[w])
		}
		if errs[w] != nil {
			return errs[w]
		}
	}
	return nil
}
