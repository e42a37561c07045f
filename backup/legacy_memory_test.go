package backup_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/privacylabels/auditor/internal/memtest"
)

// watched is a context that measures memory in Err, which is called for each row.
type watched struct {
	context.Context
	mu    *sync.Mutex // guards the gauge
	gauge *memtest.Gauge
	every int
}

func (w watched) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gauge.Measure(w.every)
	return w.Context.Err()
}

// Memory does not grow with the rows of a legacy backup, in whatever order they are:
// all of them would exceed the limit several times.
func TestLegacyMemoryIsFlat(t *testing.T) { // not parallel: others would be measured, too
	if testing.Short() {
		t.Skip("so many rows take a while")
	}
	const room, states, tracked = 24 << 20, 6 * many, 100
	file, err := os.Create(filepath.Join(t.TempDir(), "bundle"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	to := bufio.NewWriter(file)
	fmt.Fprint(to, `{"version":1,"exportedAt":5,"tables":{"privacy_snapshots":{"rows":[`)
	for i := range states {
		fmt.Fprintf(to, `{"id":"%d","app_id":%d,"scraped_at":%d,"snapshot_json":"[]","more":%q},`, i, i%tracked+1, states-i, strings.Repeat("x", 1000))
	}
	fmt.Fprint(to, `{"app_id":1,"scraped_at":1}]},"apps":{"rows":[`)
	for i := range tracked {
		fmt.Fprintf(to, `{"id":%d},`, i+1)
	}
	fmt.Fprintf(to, `{"id":%d}]}}}`, tracked+1)
	if err := to.Flush(); err != nil {
		t.Fatal(err)
	}
	v := newService(t, backends["sqlite"](t))
	g := memtest.New()
	done, err := v.Restore(watched{t.Context(), new(sync.Mutex), g, states / 12}, io.NewSectionReader(file, 0, 1<<40), true)
	if err != nil || done.Counts["snapshots"] != states+1 || done.Counts["apps"] != tracked+1 {
		t.Fatalf("done %+v, error %v", done, err)
	}
	t.Logf("%d rows: %d KB held, measured %d times", states+tracked+2, g.Peak>>10, g.Measurements)
	if g.Measurements < 20 || g.Peak > room {
		t.Errorf("measured %d times; there is room for %d KB", g.Measurements, room>>10)
	}
}
