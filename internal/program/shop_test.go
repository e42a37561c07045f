package program

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// shop is an App Store on this machine with some apps, and a data folder in which
// they are all tracked. Its pages can be delayed.
type shop struct {
	*fakestore.Store
	t    *testing.T
	url  string
	dir  string
	apps []fakestore.App

	held  atomic.Bool   // pages wait
	asked chan struct{} // receives for each page that waits
	open  chan struct{} // closed to let them go
}

// newShop returns a shop with apps of these names, whose IDs count from 1. Runs
// take them in the order of the names.
func newShop(t *testing.T, names ...string) *shop {
	t.Helper()
	s := &shop{Store: fakestore.New(), t: t, dir: t.TempDir(), asked: make(chan struct{}, 64), open: make(chan struct{})}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	s.url = server.URL
	urls := make([]string, len(names))
	for i, name := range names {
		app := fakestore.App{ID: storage.AppID(i + 1), Name: name, Label: label(storage.DataNotCollected)}
		s.apps = append(s.apps, app)
		urls[i] = fmt.Sprintf("https://apps.apple.com/us/app/id%d", app.ID)
	}
	s.Put(s.apps...)
	s.visit(func(a *auditor.Auditor, _ storage.Store) error {
		answer, err := a.Client().Scrape(t.Context(), client.ScrapeBody{URLs: urls})
		for _, r := range answer.Results {
			if r.Error != nil {
				return errors.New(*r.Error)
			}
		}
		return err
	})
	return s
}

// args returns the settings of a program that uses the shop.
func (s *shop) args() []string {
	return []string{"-data-dir", s.dir, "-appstore-url", s.url, "-itunes-url", s.url, "-outbound-per-minute", "60000"}
}

// sync runs a sync in another process.
func (s *shop) sync() *program {
	s.t.Helper()
	return startRun(s.t, tracked.SyncRunner, s.args()...)
}

// visit opens the data folder as another process would.
func (s *shop) visit(do func(*auditor.Auditor, storage.Store) error) {
	s.t.Helper()
	log := slog.New(slog.NewTextHandler(s.t.Output(), nil))
	c, err := readConfig(s.args(), environment(nil), s.t.Output())
	if err != nil {
		s.t.Fatal(err)
	}
	i, err := openInstallation(s.t.Context(), c)
	if err != nil {
		s.t.Fatal(err)
	}
	defer i.store.Close()
	a, err := i.auditor(s.t.Context(), log)
	if err != nil {
		s.t.Fatal(err)
	}
	defer a.Close()
	if err := do(a, i.store); err != nil {
		s.t.Fatal(err)
	}
}

// hold delays every page until release, which may be called once.
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
	app.Label = label(storage.DataUsedToTrackYou)
	s.Put(app)
}

// fail sets the fault of the page of an app; the zero Fault removes it.
func (s *shop) fail(id storage.AppID, fault fakestore.Fault) {
	app := s.apps[id-1]
	app.Fault = fault
	s.Put(app)
}

// asks returns the number of requests for each page, in the order of the IDs.
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
		return store.View(context.Background(), func(tx *storage.Tx) (err error) {
			all, err = storage.Collect(tx.Runs.List(storage.RunQuery{}))
			return err
		})
	})
	return all
}

// label returns a label with these privacy types, each with one data type where
// it has any.
func label(types ...string) *storage.Label {
	titles := map[string]string{
		storage.DataUsedToTrackYou: "Data Used to Track You",
		storage.DataLinkedToYou:    "Data Linked to You",
		storage.DataNotCollected:   "Data Not Collected",
	}
	device := []storage.LabelCategory{{Identifier: "IDENTIFIERS", Title: "Identifiers", DataTypes: []storage.DataType{{Identifier: "DEVICE_ID", Title: "Device ID"}}}}
	l := &storage.Label{}
	for _, id := range types {
		t := storage.PrivacyType{Identifier: id, Title: titles[id]}
		switch id {
		case storage.DataUsedToTrackYou:
			t.Categories = device
		case storage.DataLinkedToYou:
			t.Categories = device
			t.Purposes = []storage.Purpose{{Identifier: "THIRD_PARTY_ADVERTISING", Title: "Third-Party Advertising", Categories: device}}
		}
		l.Types = append(l.Types, t)
	}
	return l
}
