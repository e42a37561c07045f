package commands_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/privacylabels/auditor/internal/program/commands"
)

// TestImportFitsTheService checks that no request is longer than the service takes.
func TestImportFitsTheService(t *testing.T) {
	t.Parallel()
	const apps, most = 450, 512 << 10
	var added atomic.Int64
	var list strings.Builder
	for i := range apps {
		fmt.Fprintf(&list, "https://apps.apple.com/us/app/%s/id%d\n", strings.Repeat("a", 2000), 1_000_000+i)
	}
	_, said, err := do(t, commands.Import{File: "-"}, list.String(), func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(body) > most {
			t.Errorf("%s %s: %d bytes, %v", r.Method, r.URL, len(body), err)
		}
		if r.URL.Path == "/api/imports/items" {
			var sent struct{ Items []json.RawMessage }
			if err := json.Unmarshal(body, &sent); err != nil || len(sent.Items) > 200 {
				t.Errorf("%d items, %v", len(sent.Items), err)
			}
			added.Add(int64(len(sent.Items)))
		}
		fmt.Fprint(w, `{}`)
	})
	if err != nil {
		t.Errorf("%v, %q", err, said)
	}
	if got := added.Load(); got != apps {
		t.Errorf("%d apps were added, want %d", got, apps)
	}
}

// A service that answers a search with other names than those it was asked for, and has ever more to
// search for, is asked again only for what it was asked for.
func TestSearchOfAHostileService(t *testing.T) {
	t.Parallel()
	var searches atomic.Int64
	var item map[string]any
	many := strings.Repeat(`{"name":"Other"},`, 5000)
	_, said, err := do(t, commands.Import{File: "-"}, "Notes\nTasks\n", func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil || len(body) > 10_000 {
			t.Errorf("%s %s: %d bytes, %v", r.Method, r.URL, len(body), err)
		}
		switch r.URL.Path {
		case "/api/search":
			queued := ""
			if searches.Add(1) < 3 {
				queued = `{"name":"Tasks"}`
			} else {
				queued = `{"name":"Others"}`
			}
			fmt.Fprintf(w, `{"results":[{"query":"Other","candidates":[]}],"rateLimited":{"retryAfterMs":-9000000000000000,"queued":[%s%s]}}`, many, queued)
		case "/api/imports/items":
			var sent struct{ Items []map[string]any }
			if err := json.Unmarshal(body, &sent); err == nil && len(sent.Items) > 0 {
				item = sent.Items[0]
			}
			fmt.Fprint(w, `{}`)
		default:
			fmt.Fprint(w, `{}`)
		}
	})
	if n := searches.Load(); err != nil || n != 3 {
		t.Errorf("%d searches, %v, %q", n, err, said)
	}
	if item["status"] != "unmatched" {
		t.Errorf("the item %v", item)
	}
}
