package appstore_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/fleet/appstore"
)

func TestNew(t *testing.T) {
	t.Parallel()
	_, err := appstore.New(appstore.Config{PagesURL: "ftp://example.com", LookupURL: "http://127.0.0.1/?a=b", Country: "usa", PerMinute: -1})
	if err == nil {
		t.Fatal("New took a configuration that makes no sense")
	}
	for _, want := range []string{"pages URL", "lookup URL", `"usa"`, "pace of -1"} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("New: %v, want it to name the %s as well", err, want)
		}
	}
	if _, err := appstore.New(appstore.Config{}); err != nil {
		t.Errorf("New without a configuration: %v", err)
	}
}
