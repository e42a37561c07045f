package web_test

import (
	"crypto/rand"
	"testing"
	"time"

	"github.com/privacylabels/auditor/fleet/runner"
	"github.com/privacylabels/auditor/httpapi/services"
	"github.com/privacylabels/auditor/internal/web"
	"github.com/privacylabels/auditor/internal/web/ui"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// Templates are parsed when they are first shown. All of them can be.
func TestTemplates(t *testing.T) {
	t.Parallel()
	site, err := web.New(ui.Services{Set: services.Set{Env: storage.Env{Now: time.Now}, Runs: runner.New(runner.Config{Store: memory.New(), Now: time.Now, Random: rand.Reader})}})
	if err != nil {
		t.Fatal(err)
	}
	if err := site.Check(); err != nil {
		t.Error(err)
	}
}
