package wayback_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/appstore"
	"github.com/privacylabels/auditor/fleet/wayback"
	"github.com/privacylabels/auditor/internal/fakearchive"
	"github.com/privacylabels/auditor/internal/fakestore"
	"github.com/privacylabels/auditor/storage"
)

func ExampleNew() {
	captured := time.Date(2021, time.March, 4, 5, 6, 7, 0, time.UTC)
	fake := fakearchive.New()
	fake.AddApp(storage.TimeOf(captured), "us", fakestore.App{
		ID: 1440502568, Slug: "read", Name: "Learn to Read", Format: fakestore.Ember,
		Label: &storage.Label{Types: []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected"}}},
	})
	server := httptest.NewServer(fake)
	defer server.Close()

	// Without the URL, the Internet Archive is asked.
	archive, err := wayback.New(wayback.Config{BaseURL: server.URL, Parse: appstore.Parse, PerMinute: 600})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	target := fleet.Target{ID: 1440502568, URL: "https://apps.apple.com/us/app/read/id1440502568", Country: "us"}
	captures, err := archive.Captures(ctx, target, storage.TimeOf(captured.AddDate(-1, 0, 0)), storage.TimeOf(captured.AddDate(1, 0, 0)))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range captures {
		memento, err := archive.Replay(ctx, target, c)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(memento.At.Std().Format(time.DateTime), *memento.Listing.Name)
		fmt.Println(memento.Listing.Label.Types[0].Title)
	}
	// Output:
	// 2021-03-04 05:06:07 Learn to Read
	// Data Not Collected
}
