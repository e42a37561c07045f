package fetch_test

import (
	"context"
	"net/http"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/internal/policy/policytest"
)

// Who waits for a site's turn says so.
func TestTurnIsAWait(t *testing.T) {
	t.Parallel()
	url, fetcher := serve(t, func(w http.ResponseWriter, _ *http.Request) { send(w, "text/plain", []byte(policytest.Text("you"))) })
	waits := 0
	ctx := pace.Observe(t.Context(), func(_ context.Context, _ time.Duration, wait func() error) error {
		waits++
		return wait()
	})
	if _, err := fetcher.Fetch(ctx, url); err != nil || waits == 0 {
		t.Errorf("%v, after %d waits", err, waits)
	}
}
