package httpapi

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage"
)

const (
	// pingPatience is how long the store may take to answer a probe.
	pingPatience = 2 * time.Second
	// folderFresh is how long an answer about the data folder holds, so that
	// nobody makes the disk busy by asking.
	folderFresh = 5 * time.Second
)

// probe finds out whether the service can work.
type probe struct {
	store storage.Store
	dir   string
	now   func() time.Time

	mu        sync.Mutex // guards the rest: the last look at the folder
	looked    time.Time
	folderErr error
}

func newProbe(store storage.Store, dir string, now func() time.Time) *probe {
	return &probe{store: store, dir: dir, now: now}
}

// ping asks the store for something small.
func (p *probe) ping(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, pingPatience)
	defer cancel()
	return p.store.View(ctx, func(tx storage.Tx) error {
		_, err := tx.Settings().Get("ping")
		if errors.Is(err, storage.ErrNotFound) {
			return nil
		}
		return err
	})
}

// folder writes a file in the data folder and removes it.
func (p *probe) folder() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if age := p.now().Sub(p.looked); !p.looked.IsZero() && age >= 0 && age < folderFresh {
		return p.folderErr
	}
	p.folderErr = health.TryFolder(p.dir)
	p.looked = p.now()
	return p.folderErr
}

// healthAnswer says whether the service answers.
type healthAnswer struct {
	Status string `json:"status"`
}

func (h healthAnswer) status() int {
	if h.Status != "ok" {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

func (a *API) health(ctx context.Context, _ nothing) (healthAnswer, error) {
	if err := a.probe.ping(ctx); err != nil {
		a.cfg.Logger.WarnContext(ctx, "the store does not answer", "error", err)
		return healthAnswer{"degraded"}, nil
	}
	return healthAnswer{"ok"}, nil
}

// check is one thing that readiness depends on. It tells no paths and no
// errors, because anybody may ask.
type check struct {
	ID     string `json:"id"`
	Label  string `json:"label"`
	Status string `json:"status"` // ok, bad
	Detail string `json:"detail"`
}

func newCheck(id, label string, err error, good, bad string) check {
	if err != nil {
		return check{id, label, "bad", bad}
	}
	return check{id, label, "ok", good}
}

// readyAnswer says whether the service can work.
type readyAnswer struct {
	Status string  `json:"status"`
	Checks []check `json:"checks"`
}

func (r readyAnswer) status() int {
	if r.Status != "ready" {
		return http.StatusServiceUnavailable
	}
	return http.StatusOK
}

func (a *API) ready(ctx context.Context, _ nothing) (readyAnswer, error) {
	ping := a.probe.ping(ctx)
	checks := []check{newCheck("health", "Database", ping, "The database answers.", "The database does not answer.")}
	var folder error
	if a.probe.dir != "" {
		folder = a.probe.folder()
		checks = append(checks, newCheck("database", "Data location", folder,
			"The data folder is writable.", "The data folder is not writable."))
	}
	if err := errors.Join(ping, folder); err != nil {
		a.cfg.Logger.WarnContext(ctx, "not ready", "error", err)
		return readyAnswer{"not_ready", checks}, nil
	}
	return readyAnswer{"ready", checks}, nil
}
