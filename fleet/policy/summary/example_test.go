package summary_test

import (
	"context"
	"fmt"

	"github.com/privacylabels/auditor/fleet/policy/summary"
	"github.com/privacylabels/auditor/storage"
)

func ExampleExtractive() {
	result, err := summary.Extractive{}.Summarize(context.Background(), summary.Request{Text: "We do not sell your data. We never do."})
	if err != nil {
		fmt.Println(err)
		return
	}
	sharing := result.Lens(storage.LensSharing)
	fmt.Println(result.Model, sharing.Rating, sharing.Summary)
	// Output: extractive favorable “We do not sell your data.”
}
