package storagetest

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/storage"
)

// testAppsSummarised gives apps summaries and takes them away, in each of the ways
// there are, and looks after each at the apps that have one.
func testAppsSummarised(t *testing.T, s storage.Store) {
	renamed := tracked(2)
	renamed.Name = "App 0"
	moved := summarised(1)
	moved.Summary = summary("Another.")
	for _, step := range []struct {
		name string
		do   func(storage.Tx) error
		want []storage.AppID
	}{
		{"none", func(tx storage.Tx) error {
			return first(func() error { return putApps(tx) }, func() error { return tx.PolicyAnalyses().Put(analysis(1)) })
		}, nil},
		{"one made", func(tx storage.Tx) error { return tx.PolicyAnalyses().Put(summarised(1)) }, []storage.AppID{1}},
		{"one made anew", func(tx storage.Tx) error { return tx.PolicyAnalyses().Put(moved) }, []storage.AppID{1}},
		{"two there at once", func(tx storage.Tx) error { return tx.PolicyAnalyses().Put(summarised(2), summarised(3)) }, []storage.AppID{1, 2, 3}},
		{"an app written again", func(tx storage.Tx) error { return tx.Apps().Put(renamed) }, []storage.AppID{2, 1, 3}},
		{"one lost", func(tx storage.Tx) error { return tx.PolicyAnalyses().Put(analysis(1)) }, []storage.AppID{2, 3}},
		{"an analysis deleted", func(tx storage.Tx) error { _, err := tx.PolicyAnalyses().Delete(3); return err }, []storage.AppID{2}},
		{"an app deleted, and back", func(tx storage.Tx) error {
			if _, err := tx.Apps().Delete(2); err != nil {
				return err
			}
			return tx.Apps().Put(tracked(2))
		}, nil},
		{"one made again", func(tx storage.Tx) error { return tx.PolicyAnalyses().Put(summarised(2)) }, []storage.AppID{2}},
		{"all cleared", func(tx storage.Tx) error { _, err := tx.PolicyAnalyses().Clear(); return err }, nil},
	} {
		update(t, s, step.do)
		var got []storage.AppID
		view(t, s, func(tx storage.Tx) error {
			got = nil
			for app, err := range tx.Apps().List(storage.AppQuery{Summarised: true}) {
				if err != nil {
					return err
				}
				got = append(got, app.ID)
			}
			expect(t, step.name+": Count")(tx.Apps().Count(storage.AppQuery{Summarised: true}))(len(step.want))
			return nil
		})
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}
