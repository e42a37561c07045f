package httpapi_test

import (
	"errors"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/httpapi"
	"github.com/privacylabels/auditor/internal/imports"
	"github.com/privacylabels/auditor/internal/openapi"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
)

// shop is a store with the addresses that the examples of the document have.
type shop struct{ *pages }

func (s shop) Resolve(address string) (fleet.Target, error) {
	_, digits, _ := strings.Cut(address, "/us/app/id")
	id, err := storage.ParseAppID(digits)
	if err != nil || !strings.HasPrefix(address, "https://apps.apple.com/") {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: id, URL: address}, nil
}

// newExamples returns an API that tracks the apps of the examples, and has their
// device and their import.
func newExamples(t *testing.T) *api {
	t.Helper()
	a := newAPI(t, func(cfg *httpapi.Config) {
		withExamples(t)(cfg)
		s := shop{newPages()}
		s.show(1, "One", "CONTACT_INFO")
		s.show(2, "Two")
		cfg.Fleet = tracked.New(tracked.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: cfg.Random}, Scraper: s})
		cfg.Imports = imports.New(imports.Config{Env: storage.Env{Store: cfg.Store, Now: cfg.Now, Random: cfg.Random}, Fleet: cfg.Fleet})
		cfg.Runs = engine(t, cfg.Store, cfg.Now, cfg.Fleet, cfg.History, cfg.Imports.Job())
		cfg.NewLimiter, cfg.Logger = unlimited, nil
	})
	a.handler = trusted(a.handler)
	a.post("/api/scrape", `{"urls": ["https://apps.apple.com/us/app/id1", "https://apps.apple.com/us/app/id2"]}`).status(200)
	a.post("/api/feature-flags/overrides", `{"key": "flag.devopts.cfgutil_uninstall", "value": "on"}`).status(200)
	a.update(func(tx *storage.Tx) error {
		list := storage.Import{ID: "1", CreatedAt: 1, Source: storage.ImportFile, Total: 1, Tally: storage.ImportTally{Matched: 1}}
		item := storage.ImportItem{ID: storage.ImportItemID{Import: "1"}, Query: "One", Status: storage.ImportMatched, URL: "https://apps.apple.com/us/app/id1"}
		return errors.Join(tx.Devices.Put(storage.Device{ID: "1", Name: "Phone", ECID: "1A2B3C4D5E6F", CreatedAt: 1}), tx.Imports.Put(list), tx.ImportItems.Put(item))
	})
	return a
}

// ask sends a request of the contract.
func (a *api) ask(method string, r contract.Request) *answer {
	a.t.Helper()
	query := make(url.Values)
	for name, value := range r.Query {
		query.Set(name, value)
	}
	return a.do(method, r.Path+"?"+query.Encode(), sameOrigin, body(r.Body))
}

// eachOperation calls fn with each operation of the document, in a test of its own.
func eachOperation(t *testing.T, fn func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation)) {
	t.Helper()
	c := mustDescribe(t)
	for pattern, item := range c.Document.Paths {
		for method, o := range item {
			method = strings.ToUpper(method)
			t.Run(method+" "+pattern, func(t *testing.T) {
				t.Parallel()
				fn(t, c, method, pattern, o)
			})
		}
	}
}

func TestExamplesAreTaken(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		a := newExamples(t)
		got := a.ask(method, c.Good(pattern, o)) // checked against the document on the way
		// What an example asks for need not be there, nor possible here.
		fine := []int{http.StatusNotFound, http.StatusConflict, http.StatusGone, http.StatusUnprocessableEntity, http.StatusNotImplemented}
		if strings.HasSuffix(pattern, "/login") {
			fine = append(fine, http.StatusUnauthorized)
		}
		if got.Code >= 400 && !slices.Contains(fine, got.Code) {
			t.Errorf("status %d: %s", got.Code, got.Body)
		}
		if tag := got.Header().Get("ETag"); got.Code == http.StatusOK && (tag != "") != (o.Responses["304"] != nil) {
			t.Errorf("the answer has the entity tag %q, and the document does not agree", tag)
		}
		if method != http.MethodGet {
			restorable(t, a.store)
		}
	})
}

// What these examples name is there.
func TestExamplesOfDevicesAndImportsAreAnswered(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		for _, prefix := range []string{"/api/device", "/api/imports", "/api/related-apps"} {
			if strings.HasPrefix(pattern, prefix) {
				newExamples(t).ask(method, c.Good(pattern, o)).status(http.StatusOK)
			}
		}
	})
}

func TestWhatIsWrongIsRefused(t *testing.T) {
	t.Parallel()
	eachOperation(t, func(t *testing.T, c *contract.Contract, method, pattern string, o *openapi.Operation) {
		a := newExamples(t)
		for _, bad := range c.Bad(pattern, o) {
			got := a.ask(method, bad)
			if got.Code >= 500 && got.Code != http.StatusNotImplemented {
				t.Errorf("%s: status %d: %s", bad.What, got.Code, got.Body)
			}
			if got.Code < 400 && !bad.Lenient {
				t.Errorf("%s: status %d for %v %.200s", bad.What, got.Code, bad.Query, bad.Body)
			}
		}
		if method != http.MethodGet {
			restorable(t, a.store)
		}
	})
}

func TestBodiesThatAreTooLongAreRefused(t *testing.T) {
	t.Parallel()
	a := newExamples(t)
	c := mustDescribe(t)
	for pattern, item := range c.Document.Paths {
		for method, o := range item {
			good := c.Good(pattern, o)
			a.do(strings.ToUpper(method), good.Path, sameOrigin, func(r *http.Request) { r.ContentLength = o.MaxBodyBytes + 1 }).error(http.StatusRequestEntityTooLarge, "")
		}
	}
}

func TestEveryRouteIsDescribed(t *testing.T) {
	t.Parallel()
	c := mustDescribe(t)
	for _, row := range httpapi.Rows() {
		if c.Document.Paths[row.Path][strings.ToLower(row.Method)] == nil {
			t.Errorf("%s %s is not in the document: see -update", row.Method, row.Path)
		}
	}
	operations := 0
	for _, item := range c.Document.Paths {
		operations += len(item)
	}
	if operations != len(httpapi.Rows()) {
		t.Errorf("%d operations in the document of %d routes", operations, len(httpapi.Rows()))
	}
}
