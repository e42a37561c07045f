package httpapi_test

import (
	"fmt"
	"net/http"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/storage"
)

// addingForms are the forms of the page that add something.
var addingForms = []struct {
	path  string
	form  func(t *testing.T) []option
	count func(tx *storage.Tx) (int, error)
}{
	{"/settings/devices", formOf("name=Phone"), func(tx *storage.Tx) (int, error) { return tx.Devices.Count(storage.DeviceQuery{}) }},
	{"/settings/access/tokens", formOf("name=Feed"), func(tx *storage.Tx) (int, error) { return tx.ReadTokens.Count(storage.ReadTokenQuery{}) }},
	{
		"/settings/destinations", formOf("channel=ntfy&url=https%3A%2F%2Fntfy.example%2Fx"),
		func(tx *storage.Tx) (int, error) {
			return tx.Settings.Count(storage.SettingQuery{Prefix: settings.Destinations})
		},
	},
	{"/add", formOf("apps=Tide+Table"), countLists},
	{"/add/file", func(t *testing.T) []option { return []option{upload(t, "Tide Table\n")} }, countLists},
	{"/apps/7/notes", formOf("body=Ask+them"), func(tx *storage.Tx) (int, error) { return tx.Annotations.Count(storage.AnnotationQuery{}) }},
}

func formOf(text string) func(*testing.T) []option {
	return func(*testing.T) []option { return asForm(text) }
}

func countLists(tx *storage.Tx) (int, error) { return tx.Imports.Count(storage.ImportQuery{}) }

// A form that is sent again, as by a double click, adds nothing again, and its answer is that of the first.
func TestFormSentTwiceAddsOnce(t *testing.T) {
	t.Parallel()
	for _, test := range addingForms {
		t.Run(test.path, func(t *testing.T) {
			t.Parallel()
			a := newForms(t, nil)
			a.post("/api/scrape", `{"urls":["https://store.example/id7"]}`, sameOrigin).status(http.StatusOK)
			before := a.count(test.count)
			send := func() (answer string) {
				got := a.do("POST", test.path, append(test.form(t), sameOrigin)...)
				if got.Code >= http.StatusBadRequest {
					t.Errorf("status %d: %s", got.Code, got.Body)
				}
				return fmt.Sprint(got.Code, got.Header().Get("Location"), got.Body)
			}
			first := send()
			var all sync.WaitGroup
			for range 9 {
				all.Go(func() {
					if diff := cmp.Diff(first, send()); diff != "" {
						t.Errorf("another answer (-want +got):\n%s", diff)
					}
				})
			}
			all.Wait()
			if got := a.count(test.count) - before; got != 1 {
				t.Errorf("ten forms added %d records", got)
			}
		})
	}
}

// What is meant to be added again is: after a minute, after another form, and with another content.
func TestFormSentTwiceOnPurpose(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	devices := addingForms[0].count
	for _, step := range []struct {
		name string
		do   func()
		want int // devices
	}{
		{"the first", func() { a.submit("/settings/devices", "name=Phone") }, 1},
		{"the same", func() { a.submit("/settings/devices", "name=Phone") }, 1},
		{"another name", func() { a.submit("/settings/devices", "name=Tablet") }, 2},
		{"the first name again", func() { a.submit("/settings/devices", "name=Phone") }, 3},
		{"after another form", func() {
			a.submit("/language", "language=en")
			a.submit("/settings/devices", "name=Phone")
		}, 4},
		{"after ten seconds", func() {
			a.clock.Advance(10 * time.Second)
			a.submit("/settings/devices", "name=Phone")
		}, 5},
		{"of another address", func() {
			a.submit("/settings/devices", "name=Phone", func(r *http.Request) { r.RemoteAddr = "192.0.2.7:1234" })
		}, 6},
		{"by the API", func() {
			for range 2 {
				a.post("/api/devices", `{"name":"Phone"}`, sameOrigin).status(http.StatusOK)
			}
		}, 8},
	} {
		step.do()
		if got := a.count(devices); got != step.want {
			t.Errorf("%s: %d devices, want %d", step.name, got, step.want)
		}
	}
}

// A form that was refused can be sent again.
func TestRefusedFormCanBeSentAgain(t *testing.T) {
	t.Parallel()
	a := newForms(t, nil)
	a.submit("/apps/7/notes", "body=Ask+them").status(http.StatusNotFound)
	a.submit("/add", "apps=+").status(http.StatusBadRequest)
	a.submit("/add", "apps=+").status(http.StatusBadRequest)
	a.post("/api/scrape", `{"urls":["https://store.example/id7"]}`, sameOrigin).status(http.StatusOK)
	a.submit("/apps/7/notes", "body=Ask+them").status(http.StatusSeeOther)
}

func TestBackupIsWrittenOnce(t *testing.T) {
	t.Parallel()
	a := newForms(t, func(cfg *httpapi.Config) {
		var err error
		cfg.Snapshots, err = snapshots.New(snapshots.Config{Env: cfg.Env, Backup: cfg.Backup, Dir: filepath.Join(t.TempDir(), snapshots.Folder)})
		must(t, err)
	})
	for range 3 {
		a.submit("/settings/backup/make", "").status(http.StatusSeeOther)
	}
	var got struct{ Snapshots []struct{ Filename string } }
	a.do("GET", "/api/backup/snapshots").status(http.StatusOK).json(&got)
	if len(got.Snapshots) != 1 {
		t.Errorf("backups %+v", got)
	}
}

// count returns the number of some records.
func (a *api) count(of func(*storage.Tx) (int, error)) (n int) {
	a.t.Helper()
	a.view(func(tx *storage.Tx) (err error) {
		n, err = of(tx)
		return err
	})
	return n
}
