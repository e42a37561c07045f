package storage_test

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestRisk(t *testing.T) {
	t.Parallel()
	type counts struct{ all, track, linked int }
	yes, no := new(true), new(false)
	for _, test := range []struct {
		details *bool
		counts  counts
		want    storage.Risk
	}{
		{nil, counts{}, storage.RiskUnknown},
		{no, counts{}, storage.RiskUnknown},
		{yes, counts{}, storage.RiskMinimal},
		{yes, counts{all: 1}, storage.RiskLow},
		{yes, counts{all: 9}, storage.RiskLow},
		{yes, counts{all: 2, linked: 2}, storage.RiskLow},
		{yes, counts{all: 3, linked: 3}, storage.RiskModerate},
		{yes, counts{all: 14, linked: 14}, storage.RiskModerate},
		{yes, counts{all: 1, track: 1}, storage.RiskHigh},
		{yes, counts{all: 15, track: 1, linked: 14}, storage.RiskHigh},
		{nil, counts{all: 1, track: 1}, storage.RiskHigh},
	} {
		app := storage.App{HasPrivacyDetails: test.details, CategoryCount: test.counts.all, TrackCount: test.counts.track, LinkedCount: test.counts.linked}
		if got := app.Risk(); got != test.want {
			t.Errorf("details %v, %+v: %s, want %s", test.details, test.counts, got, test.want)
		}
	}
	for i, risk := range storage.Risks() {
		if risk.Rank() != i {
			t.Errorf("%s has rank %d, want %d", risk, risk.Rank(), i)
		}
	}
}

func TestFold(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"": "", "ABC xyz 1_%": "abc xyz 1_%", "ÄÖÜ Straße": "äöü straße", "\u212aelvin": "kelvin", "ſ": "s", "ΣΑΣς": "σασσ", "日本": "日本",
	} {
		if got := storage.Fold(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
		if again := storage.Fold(want); again != want {
			t.Errorf("%q is %q once more", want, again)
		}
	}
}
