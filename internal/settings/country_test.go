package settings_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/settings"
)

func TestCountry(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{"de": "de", " DE ": "de", "deu": "de", "": "us", "xx": "us", "日本": "us", "g": "us"} {
		if got := settings.Country(in); got != want {
			t.Errorf("Country(%q) = %q, want %q", in, got, want)
		}
	}
}
