package policy_test

import (
	"bytes"
	"context"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/policy/policytest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// shelf is a Fetcher of one text.
type shelf string

func (s shelf) Fetch(context.Context, string, ...string) (fetch.Document, error) {
	return fetch.Document{Text: string(s)}, nil
}

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	reader := policy.New(policy.Config{
		Env:     storage.Env{Store: store, Now: func() time.Time { return time.UnixMilli(1_760_000_000_000) }, Random: bytes.NewReader(make([]byte, 100))},
		Fetcher: shelf(policytest.Text("you")),
	})
	err := store.Update(ctx, func(tx *storage.Tx) error {
		return tx.Apps.Put(storage.App{ID: 7, Name: "Notes", URL: "https://store.example/7", PrivacyPolicyURL: "https://notes.example/privacy"})
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	for range 2 {
		reading, err := reader.Fetch(ctx, 7, true, nil)
		fmt.Println(reading.Event, reading.Analysis.Status, reading.Analysis.WordCount, err)
	}
	// Output:
	// first source_ready 545 <nil>
	// same source_ready 545 <nil>
}
