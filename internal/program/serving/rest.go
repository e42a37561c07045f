package serving

import (
	"context"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

const (
	// firstRest is how long after the start memory is returned for the first time, when what is done
	// after a start has ended: the check of the installation is the last.
	firstRest = 2 * time.Minute
	// restInterval is how often later it is looked whether the service rests. Each look wakes the
	// process.
	restInterval = 5 * time.Minute
	// restful is how much a service at rest allocates between two looks at most, in bytes: what
	// checks of its health and readings of its metrics need.
	restful = 8 << 20
	// worthwhile is how much must have been allocated since memory was last returned, in bytes.
	worthwhile = 4 << 20
)

// returnMemory returns memory to the system while the service rests, until the context ends. By
// itself Go's runtime does so late, because a heap that is not collected does not shrink.
func returnMemory(ctx context.Context) {
	timer := time.NewTimer(firstRest)
	defer timer.Stop()
	var last, returned uint64 // allocations at the last look, and at the last return
	for first := true; ; first = false {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
		}
		now := allocated()
		if first || now-last <= restful && now-returned >= worthwhile {
			debug.FreeOSMemory()
			dropProgram()
			returned = now
		}
		last = now
		timer.Reset(restInterval)
	}
}

// allocated returns how many bytes have been allocated since the start.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
