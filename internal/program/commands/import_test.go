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
