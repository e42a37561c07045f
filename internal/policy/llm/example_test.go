package llm_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/internal/policy/llm"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// While the settings name no provider, no request is made.
func ExampleNew() {
	store := memory.New()
	models, err := llm.New(llm.Config{Env: storage.Env{Store: store, Now: time.Now, Random: rand.Reader}})
	if err != nil {
		fmt.Println(err)
		return
	}
	ctx := context.Background()
	var by summary.Summarizer
	err = store.View(ctx, func(tx *storage.Tx) (err error) {
		by, err = models.Choose(tx)
		return err
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	summary, err := by.Summarize(ctx, summary.Request{AppName: "Maps", Text: "We do not sell your personal information."})
	if err != nil {
		fmt.Println(err)
		return
	}
	lens := summary.Lens(storage.LensSharing)
	fmt.Println(summary.Model, lens.Rating, lens.Summary)
	// Output: extractive favorable “We do not sell your personal information.”
}

// A target may be asked without being set up.
func ExampleNewTarget() {
	target, err := llm.NewTarget("custom", "home.example:11434", "", "")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(target.BaseURL, target.Model, target.Ready())
	// Output: http://home.example:11434/v1 gemma3n:e4b <nil>
}
