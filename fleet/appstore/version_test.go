package appstore_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// TestParse_versionIsThePagesOwnLine: the list of all versions may be behind it.
// Number, date and notes are from one place.
func TestParse_versionIsThePagesOwnLine(t *testing.T) {
	t.Parallel()
	const history = `"seeAllAction": {"pageData": {"shelves": [{"contentType": "titledParagraph", "items": [
		{"primarySubtitle": "7.130.0", "secondarySubtitle": "2026-07-07", "text": "Old."}, {"primarySubtitle": "7.129.0"}]}]}}`
	listed := fleet.Listing{Version: new("7.130.0"), VersionUpdatedAt: new(storage.Time(1783382400000)), WhatsNew: new("Old.")}
	tests := []struct {
		name, shelf string
		want        fleet.Listing
	}{
		{"the line differs from the list", `{"items": [{"primarySubtitle": "Version 8.0.0", "secondarySubtitle": "2026-07-08", "text": "New."}], ` + history + `}`,
			fleet.Listing{Version: new("8.0.0"), VersionUpdatedAt: new(storage.Time(1783468800000)), WhatsNew: new("New.")}},
		{"the line has a number alone", `{"items": [{"primarySubtitle": "Version 8.0.0"}], ` + history + `}`, fleet.Listing{Version: new("8.0.0")}},
		{"the line is all there is", `{"items": [{"primarySubtitle": "Version 8.0.0"}], "seeAllAction": null}`, fleet.Listing{Version: new("8.0.0")}},
		{"the line says nothing", `{"items": [{"primarySubtitle": " ", "text": "New."}], ` + history + `}`, listed},
		{"the shelf is empty", `{"items": [], ` + history + `}`, listed},
		{"the shelf has no items", `{` + history + `}`, listed},
		{"neither", `{"items": null, "seeAllAction": {"pageData": null}}`, fleet.Listing{}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			l := parse(t, island(`{"mostRecentVersion": `+tt.shelf+`}`), 1)
			got := fleet.Listing{Version: l.Version, VersionUpdatedAt: l.VersionUpdatedAt, WhatsNew: l.WhatsNew}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestParse_versionIsThePagesOwnLine_real(t *testing.T) {
	t.Parallel()
	page := string(fixture(t, "pages/2026-07_duolingo_us_570060128.trimmed.html"))
	edited := strings.Replace(page, `"Version 7.130.0"`, `"Version 8.0.0"`, 1)
	want := parse(t, []byte(page), 570060128)
	want.Version = new("8.0.0")
	if diff := cmp.Diff(want, parse(t, []byte(edited), 570060128)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
