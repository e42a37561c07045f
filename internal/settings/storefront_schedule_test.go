package settings_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/settings"
)

func TestParseStorefronts(t *testing.T) {
	t.Parallel()
	const day = 24 * time.Hour
	for text, want := range map[string][]settings.StorefrontRound{
		"":                                      nil,
		" ; ":                                   nil,
		"games: us,de weekly":                   {{Tag: "games", Countries: []string{"us", "de"}, Every: 7 * day}},
		"Games : US , jp daily; a:b:fr weekly;": {{Tag: "games", Countries: []string{"us", "jp"}, Every: day}, {Tag: "a:b", Countries: []string{"fr"}, Every: 7 * day}},
	} {
		got, err := settings.ParseStorefronts(text)
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", text, err, diff)
		}
	}
	countries := strings.Fields("aa ab ac ad ae af ag ah ai aj ak al am an ao ap aq ar as at au")
	for _, text := range []string{
		"games", "games: weekly", "games: us", "games: us hourly", ": us daily", "a,b: us daily", "games: usa daily", "games: us us daily",
		"games: us daily; games: de daily", "games: " + strings.Join(countries, ",") + " daily", strings.Repeat("x", 60) + ": us daily",
	} {
		if got, err := settings.ParseStorefronts(text); err == nil {
			t.Errorf("%q is read as %+v", text, got)
		}
	}
	for _, text := range []string{"games: us, de weekly", "a:b: fr daily"} {
		rounds, err := settings.ParseStorefronts(text)
		if err != nil || rounds[0].String() != text {
			t.Errorf("%q is written as %q, %v", text, rounds, err)
		}
	}
}
