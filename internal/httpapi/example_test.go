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
	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/device"
	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/internal/readtoken"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/internal/services"
	"github.com/privacylabels/auditor/internal/snapshots"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// The handler is mounted in another mux, under a prefix.
func ExampleNew() {
	store := memory.New()
	env := storage.Env{Store: store, Now: time.Now, Random: rand.Reader}
	library := tracked.New(tracked.Config{Env: env, Scraper: newPages()})
	importer := imports.New(imports.Config{Env: env, Fleet: library})
	backups, err := backup.New(backup.Config{Env: env, Key: make([]byte, backup.KeySize)}) // as the secret below
	if err != nil {
		fmt.Println(err)
		return
	}
	models, err := llm.New(llm.Config{Env: env})
	if err != nil {
		fmt.Println(err)
		return
	}
	policies := policy.New(policy.Config{Env: env, Fetcher: &sites{}, Summarizer: models.Choose})
	files, err := snapshots.New(snapshots.Config{Env: env, Backup: backups}) // without a folder
	if err != nil {
		fmt.Println(err)
		return
	}
	datasets, err := dataset.New(dataset.Config{Env: env, Secret: make([]byte, httpapi.SecretSize)}) // the same one
	if err != nil {
		fmt.Println(err)
		return
	}
	api, err := httpapi.New(httpapi.Config{Secret: make([]byte, httpapi.SecretSize), Set: services.Set{ // keep a random secret
		Env:        env,
		ReadTokens: readtoken.New(env),
		Fleet:      library,
		History:    history.New(history.Config{Env: env}),
		Imports:    importer,
		Runs:       runner.New(runner.Config{Store: store, Now: time.Now, Random: rand.Reader, Jobs: []runner.Job{library.SyncJob(), importer.Job()}}),
		Policies:   policies,
		Models:     models,
		Manual:     manual.New(manual.Config{Env: env, Policies: policies, Check: url.Parse}),
		Changelog:  changelog.New(env),
		Inbox:      notify.NewInbox(env),
		Outbox:     notify.NewOutbox(notify.OutboxConfig{Env: env, Client: &http.Client{}}),
		Devices:    device.New(env),
		Reviews:    review.New(env),
		Bundles:    bundle.New(bundle.Config{Env: env}),
		Datasets:   datasets,
		Backup:     backups,
		Snapshots:  files,
	}})
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
