package auditor_test

import (
	"context"
	"errors"
	"io"
	"iter"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/httpapi/client"
)

// The client of this process may do everything, as often as it likes, whatever others may do.
func TestClientHasAllAccess(t *testing.T) {
	t.Parallel()
	for name, options := range map[string][]auditor.Option{
		"token":      {auditor.WithAdminToken("a token of some length"), auditor.WithNetworkExposed(true), auditor.WithRequireTokenToRead(true)},
		"authorizer": {auditor.WithAuthorizer(func(*http.Request) auditor.Access { return auditor.NoAccess })},
		"exposed":    {auditor.WithNetworkExposed(true), auditor.WithAllowedHosts("auditor.example")},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := newAuditor(t, append(options, auditor.WithStore(open(t)))...)
			c := a.Client()
			for range 40 { // others may do it ten times a minute
				if _, err := c.ClearCooldowns(t.Context(), client.ClearCooldownsBody{Category: "all"}); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := c.Audit(t.Context(), client.AuditParams{}); err != nil {
				t.Errorf("a sensitive read: %v", err)
			}

			r := httptest.NewRequest("DELETE", "http://localhost/api/rate-limit/status", strings.NewReader("{}"))
			r.Header.Set("Origin", "http://localhost")
			answer := httptest.NewRecorder()
			a.Handler().ServeHTTP(answer, r)
			if answer.Code != http.StatusUnauthorized && answer.Code != http.StatusForbidden {
				t.Errorf("the same of another client: status %d, want 401 or 403", answer.Code)
			}
		})
	}
}

func TestClientEndsWithClose(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)))
	c := a.Client()
	if _, err := c.Cooldowns(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Cooldowns(t.Context()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("after Close: %v, want %v", err, net.ErrClosed)
	}
}

// confidant is a scraper that asks the service for something with the context that it got from it.
type confidant struct {
	catalog
	ask func(context.Context)
}

func (c confidant) Scrape(ctx context.Context, t fleet.Target) (fleet.Listing, error) {
	c.ask(ctx)
	return c.catalog.Scrape(ctx, t)
}

// The access of the client does not go on to what the service calls.
func TestClientKeepsItsAccess(t *testing.T) {
	t.Parallel()
	status := 0
	var a *auditor.Auditor
	a = newAuditor(t, auditor.WithStore(open(t)), auditor.WithNetworkExposed(true), auditor.WithAdminToken("a token of some length"),
		auditor.WithScraper(confidant{ask: func(ctx context.Context) {
			answer := httptest.NewRecorder()
			a.Handler().ServeHTTP(answer, httptest.NewRequestWithContext(ctx, "GET", "http://localhost/api/audit", nil))
			status = answer.Code
		}}))
	if _, err := a.Client().Scrape(t.Context(), client.ScrapeBody{URLs: []string{"https://apps.example/id1"}}); err != nil {
		t.Fatal(err)
	}
	if status != http.StatusUnauthorized {
		t.Errorf("status %d, want 401", status)
	}
}

// Close ends an answer that is still being sent.
func TestClientThatFollows(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)))
	next, stop := iter.Pull2(a.Client().FollowHistoryImport(t.Context(), client.FollowHistoryImportParams{}))
	defer stop()
	if line, err, ok := next(); err != nil || !ok || line.Kind == "" {
		t.Fatalf("first line %+v, %v, %v", line, err, ok)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	for {
		_, err, ok := next()
		if err != nil || !ok {
			break
		}
	}
}

// A program may read an answer of its own service slowly.
func TestClientThatRests(t *testing.T) {
	t.Parallel()
	a := newAuditor(t, auditor.WithStore(open(t)), auditor.WithStallTimeout(50*time.Millisecond))
	file, err := a.Client().Metrics(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	time.Sleep(300 * time.Millisecond)
	if _, err := io.Copy(io.Discard, file); err != nil {
		t.Error(err)
	}
}
