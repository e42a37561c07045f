package appstore_test

import (
	"testing"

	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/internal/cost"
	"github.com/privacylabels/auditor/internal/fakestore"
)

func BenchmarkParse_realPage2026(b *testing.B) {
	page := fixture(b, "pages/2026-07_duolingo_us_570060128.trimmed.html")
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	defer cost.PerOp(b)()
	for b.Loop() {
		if _, err := appstore.Parse(page, 570060128); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkParse_otherLanguage(b *testing.B) {
	app := richApp(fakestore.Island)
	app.Language = "de-DE"
	page := pageOf(b, app)
	b.SetBytes(int64(len(page)))
	b.ReportAllocs()
	defer cost.PerOp(b)()
	for b.Loop() {
		if _, err := appstore.Parse(page, app.ID); err != nil {
			b.Fatal(err)
		}
	}
}
