package system

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/storage"
)

const (
	// pingTimeout bounds the answer of the database to a probe.
	pingTimeout = 2 * time.Second
	// folderTTL is how long a result about the data folder is valid, so that
	// probes do not keep the disk busy.
	folderTTL = 5 * time.Second
	// pingTTL is how long the database counts as alive after it answered, so that
	// probes cost little.
	pingTTL = time.Second
)

// probe checks whether the service is alive and ready.
type probe struct {
	Config
	closed   atomic.Bool
	answered atomic.Int64 // when the database last answered a probe, in nanoseconds; zero: never

	mu        sync.Mutex // guards the rest: the last result about the folder
	probedAt  time.Time
	folderErr error
}

// close makes the service count as not ready, because it is ending.
func (p *probe) close() error {
	p.closed.Store(true)
	return nil
}

func (p *probe) operations() []op.Operation {
	return []op.Operation{
		op.NewPlain(op.Spec{
			Route: "GET /api/health", ID: "health", Group: "ops", Summary: "Check that the service is alive", Access: op.Open,
			Doc: op.Doc{Faults: map[int]op.Schema{http.StatusServiceUnavailable: op.Of[healthAnswer]()}},
		}, p.health),
		op.NewPlain(op.Spec{
			Route: "GET /api/ready", ID: "ready", Group: "ops", Summary: "Check that the service is ready", Access: op.Open,
			Doc: op.Doc{Faults: map[int]op.Schema{http.StatusServiceUnavailable: op.Of[readyAnswer]()}},
		}, p.ready),
	}
}

// ping reads something small from the database. It does not wait for other reads: a service with
// many clients is slow, but not to be restarted. It fails if any transaction found the database damaged,
// because the records that it reads may be none of those that are.
func (p *probe) ping(ctx context.Context) error {
	if p.Process.damaged() {
		return storage.ErrDamaged
	}
	ctx, cancel := context.WithTimeout(storage.Urgent(ctx), pingTimeout)
	defer cancel()
	return p.Store.View(ctx, func(tx *storage.Tx) error {
		_, err := tx.Settings.Get("ping")
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		return err
	})
}

// pingSentence returns what an error of ping says to anyone.
func pingSentence(err error) string {
	if errors.Is(err, storage.ErrDamaged) {
		return "The database is damaged: restore a backup."
	}
	return "The database does not answer."
}

// warn logs why a probe failed, if it did, except that the database is damaged, which was logged when it
// was found.
func (p *probe) warn(ctx context.Context, message string, err error) {
	if err != nil && !(p.Process.damaged() && errors.Is(err, storage.ErrDamaged)) {
		p.Logger.WarnContext(ctx, message, "error", err)
	}
}

// folder writes a file in the data folder and removes it.
func (p *probe) folder() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := p.Now().Sub(p.probedAt); !p.probedAt.IsZero() && age >= 0 && age < folderTTL {
		return p.folderErr
	}
	p.folderErr = health.TryWrite(p.DataDir)
	p.probedAt = p.Now()
	return p.folderErr
}

type healthAnswer struct {
	Status string `json:"status"` // "ok" or "degraded"
}

func (h healthAnswer) StatusCode() int { return statusIf(h.Status == "ok") }

// statusIf returns the status of the answer to a probe.
func statusIf(ok bool) int {
	if ok {
		return http.StatusOK
	}
	return http.StatusServiceUnavailable
}

func (p *probe) health(ctx context.Context) (healthAnswer, error) {
	now := p.Now().UnixNano()
	if last := p.answered.Load(); last != 0 && now >= last && now < last+int64(pingTTL) && !p.Process.damaged() {
		return healthAnswer{"ok"}, nil
	}
	if err := p.ping(ctx); err != nil {
		p.warn(ctx, "database ping failed", err)
		return healthAnswer{"degraded"}, nil
	}
	p.answered.Store(now)
	return healthAnswer{"ok"}, nil
}

// check is one thing that the service depends on. It has no paths and no errors,
// because anyone may ask.
type check struct {
	ID     string `json:"id"`     // the ID
	Label  string `json:"label"`  // a name for people
	Status string `json:"status"` // "ok", "info", "warn" or "bad"
	Detail string `json:"detail"` // more about it; empty: nothing
}

// checked returns a check that is ok, or has the other status and detail.
func checked(ok bool, id, label, good, otherwise, bad string) check {
	if ok {
		return check{id, label, "ok", good}
	}
	return check{id, label, otherwise, bad}
}

type readyAnswer struct {
	Status string  `json:"status"` // "ready" or "not_ready"
	Checks []check `json:"checks"` // the checks, each with its result
}

func (r readyAnswer) StatusCode() int { return statusIf(r.Status == "ready") }

func (p *probe) ready(ctx context.Context) (readyAnswer, error) {
	ping := p.ping(ctx)
	checks := []check{checked(ping == nil, "health", "Database", "The database answers.", "bad", pingSentence(ping))}
	var folder error
	if p.DataDir != "" {
		folder = p.folder()
		checks = append(checks, checked(folder == nil, "database", "Data location",
			"The data folder is writable.", "bad", "The data folder is not writable."))
	}
	if p.closed.Load() {
		checks = append(checks, checked(false, "service", "Service", "", "bad", "The service is shutting down."))
		return readyAnswer{"not_ready", checks}, nil
	}
	if ping != nil || folder != nil {
		p.warn(ctx, "not ready", ping)
		p.warn(ctx, "not ready", folder)
		return readyAnswer{"not_ready", checks}, nil
	}
	return readyAnswer{"ready", checks}, nil
}
