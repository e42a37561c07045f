package policy_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/examples/custom/memory"
	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
)

// shelf is a Fetcher of one text.
type shelf string

func (s shelf) Fetch(context.Context, string) (policy.Document, error) {
	return policy.Document{Text: string(s)}, nil
}

func ExampleNew() {
	ctx := context.Background()
	store := memory.New()
	reader := policy.New(policy.Config{
		Store:   store,
		Fetcher: shelf(policyText("you")),
		Now:     func() time.Time { return time.UnixMilli(1_760_000_000_000) },
		Random:  bytes.NewReader(make([]byte, 100)),
	})
	err := store.Update(ctx, func(tx storage.Tx) error {
		return tx.Apps().Put(storage.App{ID: 7, Name: "Notes", URL: "https://store.example/7", PrivacyPolicyURL: "https://notes.example/privacy"})
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

func ExampleNewWeb() {
	web, err := policy.NewWeb(policy.WithInterval(2 * time.Second))
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = web.Fetch(context.Background(), "http://127.0.0.1/privacy")
	fmt.Println(errors.Is(err, policy.ErrAddress), policy.Explain(err))
	// Output: true The address of the policy is none that may be asked.
}

func ExampleJudge() {
	text := policyText("you")
	for _, text := range []string{text, text[:1000]} {
		source, err := policy.Judge(policy.Document{Text: text})
		fmt.Println(source.Words, policy.StatusOf(err))
	}
	// Output:
	// 545 source_ready
	// 194 too_short
}

func ExampleWords() {
	fmt.Println(policy.Words("# Privacy\n\nLast updated: May 3, 2026\n\n* We   collect nothing."))
	// Output: Privacy Last updated: We collect nothing.
}
