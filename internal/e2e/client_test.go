package e2e_test

import (
	"encoding/json"
	"testing"

	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/internal/contract"
	"github.com/privacylabels/auditor/internal/fakestore"
)

// The typed client against the program itself: a few apps are tracked, a run over
// them is followed, and the document says what the one in the repository does.
func TestClientAgainstTheProgram(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	s := start(t, t.TempDir(), newStage(t, fakestore.App{ID: 1, Name: "One"}, fakestore.App{ID: 2, Name: "Two"}))
	c := s.client()
	tracked, err := c.Scrape(ctx, client.ScrapeBody{URLs: []string{address(1), address(2)}})
	if err != nil || len(tracked.Results) != 2 || tracked.Results[1].Status != "success" {
		t.Fatalf("tracked %+v, %v", tracked, err)
	}
	kinds := make(map[string]int)
	for line, err := range c.FollowPolicies(ctx, client.ReadPoliciesBody{}) {
		if err != nil {
			t.Fatal(err)
		}
		kinds[line.Kind]++
	}
	if kinds["batch-start"] != 1 || kinds["summary"] != 1 {
		t.Errorf("the run reported %v", kinds)
	}
	apps, err := c.ListApps(ctx, client.ListAppsParams{})
	if err != nil || len(apps) != 2 || apps[0].Name != "One" {
		t.Errorf("the apps are %+v, %v", apps, err)
	}
	text, err := c.Document(ctx)
	if err != nil {
		t.Fatal(err)
	}
	kept, err := described()
	if err != nil {
		t.Fatal(err)
	}
	want, err := json.Marshal(kept.Document)
	if err != nil {
		t.Fatal(err)
	}
	for _, way := range [][2][]byte{{want, text}, {text, want}} {
		if found, err := contract.Breaking(way[0], way[1]); err != nil || found != nil {
			t.Errorf("the document is another one: %v, %v", found, err)
		}
	}
}
