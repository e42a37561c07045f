package httpapi_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"time"

	"github.com/privacylabels/auditor/backup"
	"github.com/privacylabels/auditor/backup/bundle"
	"github.com/privacylabels/auditor/backup/snapshots"
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/history"
	"github.com/privacylabels/auditor/fleet/imports"
	"github.com/privacylabels/auditor/fleet/manual"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage/memory"
)

// The handler is mounted in another mux, under a prefix.
func ExampleNew() {
	store := memory.New()
	library := fleet.New(fleet.Config{Store: store, Scraper: newPages(), Now: time.Now, Random: rand.Reader})
	importer := imports.New(imports.Config{Store: store, Fleet: library, Now: time.Now, Random: rand.Reader})
	backups, err := backup.New(backup.Config{Store: store, Now: time.Now, Random: rand.Reader, Key: make([]byte, backup.KeySize)}) // as the secret below
	if err != nil {
		fmt.Println(err)
		return
	}
	models, err := llm.New(llm.Config{Store: store, Now: time.Now, Random: rand.Reader})
	if err != nil {
		fmt.Println(err)
		return
	}
	policies := policy.New(policy.Config{Store: store, Fetcher: &sites{}, Summarizer: models.Choose, Now: time.Now, Random: rand.Reader})
	files, err := snapshots.New(snapshots.Config{Backup: backups, Store: store, Now: time.Now, Random: rand.Reader}) // without a folder
	if err != nil {
		fmt.Println(err)
		return
	}
	api, err := httpapi.New(httpapi.Config{
		Store:     store,
		Fleet:     library,
		History:   history.New(history.Config{Store: store, Now: time.Now, Random: rand.Reader}),
		Imports:   importer,
		Runs:      runner.New(runner.Config{Store: store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{library.SyncJob(), importer.Job()}}),
		Policies:  policies,
		Models:    models,
		Manual:    manual.New(manual.Config{Store: store, Policies: policies, Check: url.Parse, Now: time.Now, Random: rand.Reader}),
		Changelog: changelog.New(changelog.Config{Store: store, Now: time.Now}),
		Inbox:     notify.NewInbox(notify.Config{Store: store, Now: time.Now}),
		Outbox:    notify.NewOutbox(notify.OutboxConfig{Store: store, Now: time.Now, Random: rand.Reader, Client: &http.Client{}}),
		Devices: device.New(device.Config{
			Store: store, Now: time.Now, Random: rand.Reader,
		}),
		Reviews:   review.New(review.Config{Store: store, Now: time.Now, Random: rand.Reader}),
		Bundles:   bundle.New(bundle.Config{Store: store, Now: time.Now, Random: rand.Reader}),
		Backup:    backups,
		Snapshots: files,
		Now:       time.Now,
		Random:    rand.Reader,
		Secret:    make([]byte, httpapi.SecretSize), // keep a random one
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer api.Close(context.Background())

	mux := http.NewServeMux()
	mux.Handle("/labels/", http.StripPrefix("/labels", api))

	w := httptest.NewRecorder()
	r := httptest.NewRequest("GET", "/labels/api/health", http.NoBody)
	r.Host = "localhost"
	mux.ServeHTTP(w, r)
	fmt.Print(w.Code, " ", w.Body)
	// Output: 200 {"status":"ok"}
}
