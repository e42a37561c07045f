package nearest_test

import (
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/nearest"
)

func TestName(t *testing.T) {
	t.Parallel()
	known := []string{"appCountry", "syncSchedule", "webhook.url", "preview"}
	for wrong, want := range map[string]string{
		"appcountry": "appCountry", "app_country": "appCountry", "country": "appCountry", "syncShedule": "syncSchedule",
		"webhookUrl": "webhook.url", "previw": "preview", strings.Repeat("x", 1<<20): "preview",
	} {
		if got := nearest.Name(wrong, known); got != want && len(wrong) < 100 {
			t.Errorf("Name(%q) = %q, want %q", wrong, got, want)
		}
	}
	if got := nearest.Name("x", nil); got != "" {
		t.Errorf("Name without known names = %q", got)
	}
}

func TestDistance(t *testing.T) {
	t.Parallel()
	for pair, want := range map[[2]string]int{
		{"", ""}: 0, {"a", "a"}: 0, {"A_b", "ab"}: 0, {"abc", "abd"}: 1, {"", "abc"}: 3, {"abc", ""}: 3, {"kitten", "sitting"}: 3,
		{"schedule", "syncSchedule"}: 2, {"flag", "flags"}: 1,
	} {
		if got := nearest.Distance(pair[0], pair[1]); got != want {
			t.Errorf("Distance(%q, %q) = %d, want %d", pair[0], pair[1], got, want)
		}
	}
}
