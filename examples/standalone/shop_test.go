package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

// shop is an app store on this machine with some apps, and a data folder of
// somebody who tracks them all. It can be held up.
type shop struct {
	*fakestore.Store
	t    *testing.T
	url  string
	dir  string
	apps []fakestore.App

	held  atomic.Bool   // pages wait
	asked chan struct{} // gets one for each page that does
	open  chan struct{} // closed when they wait no more
}

// newShop returns a shop with apps of these names, whose ids count from 1. Runs
// go over them in the order of the names.
func newShop(t *testing.T, names ...string) *shop {
	t.Helper()
	s := &shop{Store: fakestore.New(), t: t, dir: t.TempDir(), asked: make(chan struct{}, 64), open: make(chan struct{})}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.url = server.URL
	urls := make([]string, len(names))
	for i, name := range names {
		app := fakestore.App{ID: storage.AppID(i + 1), Name: name, Label: label(notCollected())}
		s.apps = append(s.apps, app)
		urls[i] = fmt.Sprintf("https://apps.apple.com/us/app/id%d", app.ID)
	}
	s.Put(s.apps...)
	s.visit(func(a *auditor.Auditor, _ storage.Store) error {
		results, err := a.Fleet().Track(t.Context(), fleet.TrackRequest{URLs: urls})
		for _, r := range results {
			if r.Err != nil {
				return r.Err
			}
		}
		return err
	})
	return s
}

// args are the settings of a program that is the shop's customer.
func (s *shop) args() []string {
	return []string{"-data-dir", s.dir, "-appstore-url", s.url, "-itunes-url", s.url, "-outbound-per-minute", "60000"}
}

// sync runs a sync as a program of its own.
func (s *shop) sync() *program {
	s.t.Helper()
	return startRun(s.t, fleet.SyncRunner, s.args()...)
}

// visit opens the data folder as one more process would.
func (s *shop) visit(do func(*auditor.Auditor, storage.Store) error) {
	s.t.Helper()
	log := slog.New(slog.NewTextHandler(s.t.Output(), nil))
	c, err := readConfig(s.args(), environment(nil), s.t.Output())
	if err != nil {
		s.t.Fatal(err)
	}
	h, err := openHome(s.t.Context(), c, log)
	if err != nil {
		s.t.Fatal(err)
	}
	defer h.store.Close()
	a, err := h.auditor(c, log)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Close()
	if err := do(a, h.store); err != nil {
		s.t.Fatal(err)
	}
}

// hold holds up every page from now on, until release, which comes once.
func (s *shop) hold() { s.held.Store(true) }

func (s *shop) release() {
	s.held.Store(false)
	close(s.open)
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.held.Load() && strings.Contains(r.URL.Path, "/app/") {
		s.asked <- struct{}{}
		select {
		case <-s.open:
		case <-r.Context().Done():
			return
		}
	}
	s.Store.ServeHTTP(w, r)
}

// change changes the label of an app.
func (s *shop) change(id storage.AppID) {
	app := s.apps[id-1]
	app.Label = label(tracking(deviceID))
	s.Put(app)
}

// fail lets the page of an app have a fault; the zero Fault mends it.
func (s *shop) fail(id storage.AppID, fault fakestore.Fault) {
	app := s.apps[id-1]
	app.Fault = fault
	s.Put(app)
}

// asks returns how many times each page was asked for, in the order of the ids.
func (s *shop) asks() []int {
	all := make([]int, len(s.apps))
	for i, app := range s.apps {
		all[i] = s.Pages(app.ID)
	}
	return all
}

// runs returns all runs of the data folder.
func (s *shop) runs() (all []storage.Run) {
	s.t.Helper()
	s.visit(func(_ *auditor.Auditor, store storage.Store) error {
		return store.View(context.Background(), func(tx storage.Tx) (err error) {
			all, err = storage.Collect(tx.Runs().List(storage.RunQuery{}))
			return err
		})
	})
	return all
}
