package fetch_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/fleet/policy/fetch"
	"github.com/privacylabels/auditor/internal/policy/policytest"
)

func ExampleNew() {
	c, err := fetch.New(fetch.Config{Interval: 2 * time.Second})
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = c.Fetch(context.Background(), "http://127.0.0.1/privacy")
	fmt.Println(errors.Is(err, fetch.ErrAddress), fetch.Explain(err))
	// Output: true The URL of the policy, or a redirect, is not allowed.
}

func ExampleJudge() {
	text := policytest.Text("you")
	for _, text := range []string{text, text[:1000]} {
		source, err := fetch.Judge(fetch.Document{Text: text}, "")
		fmt.Println(source.Words, err)
	}
	// Output:
	// 545 <nil>
	// 194 too little to be a policy: 194 words
}
