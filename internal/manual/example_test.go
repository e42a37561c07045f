package manual_test

import (
	"bytes"
	"context"
	"fmt"
	"net/url"
	"time"

	"github.com/privacylabels/auditor/internal/manual"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func ExampleNew() {
	ctx := context.Background()
	s := new(site)
	s.show("We collect nothing.")
	apps := manual.New(manual.Config{
		Env:      storage.Env{Store: memory.New(), Now: func() time.Time { return time.UnixMilli(1_760_000_000_000) }, Random: bytes.NewReader(make([]byte, 100))},
		Policies: s, Check: url.Parse,
	})
	app, err := apps.Create(ctx, manual.Fields{Name: "Notes", Source: "own_build", PrivacyPolicyURL: "https://notes.example/privacy"})
	if err != nil {
		fmt.Println(err)
		return
	}
	reading, err := apps.Scrape(ctx, app.ID)
	fmt.Println(app.Name, reading.Version.Text, reading.IsNew, err)
	// Output: Notes We collect nothing. true <nil>
}
