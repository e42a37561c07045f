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
)

// watched measures when it is asked whether it ended, as it is for each row, and
// by the database too.
type watched struct {
	context.Context
	mu    *sync.Mutex // guards the gauge
	gauge *gauge
	every int
}

func (w watched) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gauge.look(w.every)
	return w.Context.Err()
}

// Memory does not grow with another service's rows, in whatever order they come:
// all of them would be several times as much as there is room for.
func TestForeignMemoryIsFlat(t *testing.T) { // not parallel: others would be measured, too
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
	v := newVault(t, backends["sqlite"](t))
	g := newGauge()
	done, err := v.Restore(watched{t.Context(), new(sync.Mutex), g, states / 12}, io.NewSectionReader(file, 0, 1<<40), true)
	if err != nil || done.Counts["snapshots"] != states+1 || done.Counts["apps"] != tracked+1 {
		t.Fatalf("done %+v, error %v", done, err)
	}
	t.Logf("%d rows: %d KB held, looked %d times", states+tracked+2, g.peak>>10, g.looks)
	if g.looks < 20 || g.peak > room {
		t.Errorf("looked %d times; there is room for %d KB", g.looks, room>>10)
	}
}
