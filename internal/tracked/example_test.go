package tracked_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/tracked"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// catalog is a scraper that knows one app, of which it tells a little more each
// time it is asked.
type catalog struct {
	categories []string
	asked      int
}

func (*catalog) Resolve(url string) (fleet.Target, error) {
	if url != "https://apps.example/1" {
		return fleet.Target{}, fleet.ErrAddress
	}
	return fleet.Target{ID: 1, URL: url}, nil
}

func (c *catalog) Scrape(context.Context, fleet.Target) (fleet.Listing, error) {
	c.asked = min(c.asked+1, len(c.categories))
	linked := storage.PrivacyType{Identifier: storage.DataLinkedToYou, Title: "Data Linked to You"}
	for _, title := range c.categories[:c.asked] {
		linked.Categories = append(linked.Categories, storage.LabelCategory{Identifier: title, Title: title})
	}
	name := "Notes"
	return fleet.Listing{ID: 1, Name: &name, Label: &storage.Label{Types: []storage.PrivacyType{linked}}}, nil
}

func ExampleNew() {
	apps := tracked.New(tracked.Config{
		Env:     storage.Env{Store: memory.New(), Now: time.Now, Random: rand.Reader},
		Scraper: &catalog{categories: []string{"Location", "Contacts"}},
	})
	defer apps.Stop(time.Second)

	for range 3 {
		results, err := apps.Track(context.Background(), tracked.TrackRequest{URLs: []string{"https://apps.example/1"}})
		if err != nil {
			log.Fatal(err)
		}
		found := results[0].Refresh
		fmt.Printf("%s, new: %v, changes: %d\n", found.Name, found.IsNew, len(found.Changes))
		for _, entry := range found.Changes {
			fmt.Println(" ", entry.Description)
		}
	}
	// Output:
	// Notes, new: true, changes: 0
	// Notes, new: false, changes: 1
	//   "Data Linked to You" now collects: Contacts
	// Notes, new: false, changes: 0
}
