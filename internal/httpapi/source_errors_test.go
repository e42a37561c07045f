package httpapi_test

import (
	"crypto/rand"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

func TestAnswersAboutASourceNameIt(t *testing.T) {
	t.Parallel()
	other := newPages()
	a := newFleetAPI(t, func(cfg *httpapi.Config) {
		cfg.Fleet = tracked.New(tracked.Config{
			Env:     storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader},
			Scraper: newPages(),
			Sources: []fleet.Source{{Name: "other", Hosts: []string{"store.example"}, Scraper: other}},
		})
		cfg.Imports = imports.New(imports.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: rand.Reader}, Fleet: cfg.Fleet})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History, cfg.Imports.Job())
	})
	a.update(func(tx *storage.Tx) error {
		if err := tx.Imports.Put(storage.Import{ID: "i", CreatedAt: 1, Source: storage.ImportManual}); err != nil {
			return err
		}
		return tx.ImportItems.Put(storage.ImportItem{ID: storage.ImportItemID{Import: "i"}, Query: "x", Status: storage.ImportUnmatched})
	})
	for _, tt := range []struct {
		cause  error
		status int
		want   string
	}{
		{fleet.ErrBlocked, http.StatusBadGateway, `The source \"other\" refused the request`},
		{fleet.ErrTimeout, http.StatusGatewayTimeout, `The source \"other\" did not respond in time`},
		{fleet.ErrNotListed, http.StatusBadGateway, `The source \"other\" does not list this app`},
	} {
		other.fail(2, &fleet.ScrapeError{Cause: tt.cause})
		got := a.post("/api/imports/items/change-match", fmt.Sprintf(`{"itemId":"i-0","url":%q}`, address(2))).status(tt.status).Body.String()
		if !strings.Contains(got, tt.want) || strings.Contains(got, "App Store") {
			t.Errorf("%v: %s, want %s", tt.cause, got, tt.want)
		}
	}
}
