package storage_test

import (
	"encoding/json"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// BenchmarkAppJSON is what an app costs in a list that is not cached, after it was read.
func BenchmarkAppJSON(b *testing.B) {
	price, yes := 0.0, true
	app := storage.App{
		ID: 100_000_000, Name: "App of the fleet", URL: "https://apps.apple.com/us/app/id100000000",
		IconURL: "https://is1-ssl.mzstatic.com/image/thumb/Purple/v4/aa/512x512bb.png", BundleID: "com.example.app", Developer: "Example Developers Ltd",
		PrivacyPolicyURL: "https://example.com/privacy", FirstSeen: 1_760_000_000_000, LastSynced: 1_760_000_000_000, CurrentVersion: "3.14.1",
		VersionUpdatedAt: 1_760_000_000_000, WhatsNew: "Bug fixes and improvements.", PriceAmount: &price, PriceCurrency: "USD", PriceFormatted: "Free",
		HasIAP: &yes, GenreName: "Utilities", AgeRating: "4+", HasPrivacyDetails: &yes,
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := json.Marshal(app); err != nil {
			b.Fatal(err)
		}
	}
}
