package e2e_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"os"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/fleettest"
	"github.com/privacylabels/auditor/internal/proctest"
)

// BenchmarkMemory measures how much memory the program takes, of its own kind of data: until
// it is ready, and at most while 16 clients read everything that there is, each at another
// place, beside one that writes. AUDITOR_LOAD_SECONDS says for how long. The system
// tells the memory only where it has /proc, as Linux does.
func BenchmarkMemory(b *testing.B) {
	seconds := 60
	if testing.Short() {
		seconds = 1
	}
	seconds = proctest.Count(b, "AUDITOR_LOAD_SECONDS", seconds)
	for _, row := range []struct {
		apps       int
		goal, wait float64 // MB, ms
	}{{1000, 96, 60}, {10_000, 96, 60}, {100_000, 128, 60}} {
		if testing.Short() != (row.apps == 1000) {
			continue
		}
		b.Run(fmt.Sprintf("apps=%d", row.apps), func(b *testing.B) {
			f := fleettest.NewMinted(b, row.apps)
			from := newStage(b)
			start(b, f.Dir(), from).Stop() // which leaves nothing to be made
			for b.Loop() {
				began := time.Now()
				s := start(b, f.Dir(), from)
				for ready := false; !ready; {
					res, err := http.Get(s.url + "/api/ready")
					if err != nil {
						b.Fatal(err)
					}
					res.Body.Close()
					ready = res.StatusCode == http.StatusOK
				}
				b.ReportMetric(float64(time.Since(began).Milliseconds()), "ready-ms")
				b.ReportMetric(row.wait, "goal-ready-ms")
				time.Sleep(3 * time.Second)
				b.ReportMetric(s.memory("VmRSS:"), "idle-MB")
				reads, writes := s.load(b, row.apps, time.Duration(seconds)*time.Second)
				b.ReportMetric(s.memory("VmHWM:"), "peak-MB")
				b.ReportMetric(row.goal, "goal-peak-MB")
				b.ReportMetric(float64(reads), "reads")
				b.ReportMetric(float64(writes), "writes")
				s.Stop()
			}
		})
	}
}

// memory returns a figure of the process in MB, zero where the system does not tell.
func (s *service) memory(name string) float64 {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", s.Cmd.Process.Pid))
	if err != nil {
		return 0
	}
	_, rest, _ := bytes.Cut(text, []byte(name))
	kb, err := strconv.Atoi(string(bytes.Fields(rest)[0]))
	if err != nil {
		return 0
	}
	return float64(kb) * 1024 / 1e6
}

// load reads with 16 clients and writes with one, for a while. It returns how many requests
// of each kind were answered.
func (s *service) load(b *testing.B, apps int, d time.Duration) (reads, writes int64) {
	ctx, cancel := context.WithTimeout(b.Context(), d)
	defer cancel()
	ask := func(method, path, body string, done *atomic.Int64) {
		req, err := proctest.Request(ctx, s.url, method, path, body)
		if err != nil {
			b.Error(err)
			return
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			if ctx.Err() == nil {
				b.Error(err)
			}
			return
		}
		defer res.Body.Close()
		_, err = io.Copy(io.Discard, res.Body)
		switch {
		case ctx.Err() != nil:
		case err != nil || res.StatusCode > http.StatusCreated:
			b.Errorf("%s %s: status %d, %v", method, path, res.StatusCode, err)
			cancel()
		default:
			done.Add(1)
		}
	}
	var read, wrote atomic.Int64
	var work sync.WaitGroup
	for c := range 16 {
		work.Go(func() {
			for i := c; ctx.Err() == nil; i++ {
				at := i * 7919 % apps
				paths := []string{
					fmt.Sprintf("/api/apps?limit=100&offset=%d", at), fmt.Sprintf("/api/apps?limit=100&meta=grid&offset=%d", at),
					fmt.Sprintf("/api/apps?id=%d", at+1), fmt.Sprintf("/api/apps?id=%d&changelog=true", at+1),
					"/api/apps?limit=100&q=app%20" + strconv.Itoa(at), "/api/changelog?limit=50", "/api/changelog?limit=500", "/api/notifications",
					"/api/stats/timeline", "/api/summary", "/api/health", "/api/apps?view=grouped", "/api/stats/matrix", "/api/apps", "/apps", "/", "/statistics",
				}
				ask(http.MethodGet, paths[i%len(paths)], "", &read)
			}
		})
	}
	work.Go(func() {
		for i := 0; ctx.Err() == nil; i++ {
			ask(http.MethodPost, "/api/annotations", fmt.Sprintf(`{"appId":%d,"body":"note %d","tag":"concern","visibility":"export"}`, i%apps+1, i), &wrote)
			time.Sleep(50 * time.Millisecond)
		}
	})
	work.Wait()
	return read.Load(), wrote.Load()
}
