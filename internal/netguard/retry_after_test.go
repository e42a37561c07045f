package netguard_test

import (
	"math"
	"net/http"
	"testing"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
)

func TestRetryAfter(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, time.July, 7, 12, 0, 0, 0, time.UTC)
	for value, want := range map[string]time.Duration{
		"": 0, "0": 0, "-5": 0, "+5": 0, "1.5": 0, "soon": 0, "7": 7 * time.Second, " 30 ": 30 * time.Second,
		"99999999999999999999":                            math.MaxUint32 * time.Second,
		now.Add(90 * time.Second).Format(http.TimeFormat): 90 * time.Second,
		now.Add(-time.Hour).Format(http.TimeFormat):       0,
		now.Format(http.TimeFormat):                       0,
	} {
		if got := netguard.RetryAfter(value, now); got != want {
			t.Errorf("%q is %v, want %v", value, got, want)
		}
	}
}
