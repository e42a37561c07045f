package storage_test

import (
	"testing"

	"github.com/privacylabels/auditor/storage"
)

func TestShownApp(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		app      storage.App
		country  storage.Text
		platform storage.Platform
	}{
		{storage.App{URL: "https://apps.apple.com/de/app/id1"}, "de", storage.PlatformIOS},
		{storage.App{URL: "https://apps.apple.com/de/app/id1", Country: "fr"}, "fr", storage.PlatformIOS},
		{storage.App{URL: "https://apps.apple.com/US/app/x/id1?platform=mac"}, "us", storage.PlatformMac},
		{storage.App{URL: "https://apps.apple.com/us/app/x/id1?mt=12"}, "us", storage.PlatformMac},
		{storage.App{URL: "https://apps.apple.com/app/id1?platform=appleTV"}, "", storage.PlatformTV},
		{storage.App{URL: "https://apps.apple.com/us/app/id1?platform=ipad&mt=8"}, "us", storage.PlatformIOS},
		{storage.App{URL: "https://apps.apple.com/us/app/id1?platform=vision"}, "us", storage.PlatformVision},
		{storage.App{URL: "https://apps.apple.com/us/app/id1?platform=watch"}, "us", storage.PlatformWatch},
		{storage.App{URL: "https://apps.apple.com/us/app/id1?platform=fridge"}, "us", ""},
		{storage.App{URL: "https://play.example/de/1", Source: "play"}, "", ""},
	} {
		if got := test.app.Shown(); got.Country != test.country || got.Platform != test.platform {
			t.Errorf("%+v is of %q and %q, want %q and %q", test.app.URL, got.Country, got.Platform, test.country, test.platform)
		}
	}
}
