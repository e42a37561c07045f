package appstore_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/appstore"
)

func TestNew_options(t *testing.T) {
	t.Parallel()
	_, err := appstore.New(
		appstore.WithPagesURL("ftp://example.com"), appstore.WithLookupURL("http://127.0.0.1/?a=b"), appstore.WithCountry("usa"),
		appstore.WithHTTPClient(nil), appstore.WithClock(nil), appstore.WithPace(0))
	if err == nil {
		t.Fatal("New took options that make no sense")
	}
	for _, want := range []string{"pages URL", "lookup URL", `"usa"`, "HTTP client", "clock", "pace of 0"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v, want it to name the %s as well", err, want)
		}
	}
	if _, err := appstore.New(); err != nil {
		t.Errorf("New without options: %v", err)
	}
}
