package dataset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func TestGooglePlay(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	zipped := write(t, s, dataset.Options{Source: storage.SourcePlay})
	want := [][]string{
		{"DATA_COLLECTED", "PERSONAL_INFO", "ANALYTICS", "EMAIL_ADDRESS", "true"},
		{"DATA_COLLECTED", "PERSONAL_INFO", "ANALYTICS", "NAME", "false"},
		{"DATA_SHARED", "LOCATION", "", "", ""},
	}
	if diff := cmp.Diff(want, paneltest.Columns(t, zipped, "label_items", "privacy_type", "category", "purpose", "data_type", "optional")); diff != "" {
		t.Errorf("items (-want +got):\n%s", diff)
	}
	practices := [][]string{{"DATA_ISNT_ENCRYPTED"}, {"YOU_CAN_REQUEST_THAT_DATA_BE_DELETED"}}
	if diff := cmp.Diff(practices, paneltest.Columns(t, zipped, "practices", "practice")); diff != "" {
		t.Errorf("practices (-want +got):\n%s", diff)
	}
}

// The table of pairs has those of which both apps are in the data set, as they were known then.
func TestPairs(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	play := storage.Number(storage.SourcePlay, "org.example.chat", 0).String()
	const paired = paneltest.Start + 40*paneltest.Day
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		return tx.AppTags.Put(storage.AppTag{App: storage.Number(storage.SourcePlay, "org.example.chat", 0), Tag: "games"})
	})
	for name, tt := range map[string]struct {
		options dataset.Options
		want    [][]string
	}{
		"all":                     {want: [][]string{{"3", play, paneltest.ISO(paired), "2"}}},
		"of a tag":                {dataset.Options{Tag: "games"}, [][]string{{"3", play, paneltest.ISO(paired), "2"}}},
		"of a tag of one":         {dataset.Options{Tag: "children"}, nil},
		"of a source":             {dataset.Options{Source: storage.SourcePlay}, nil},
		"as of a later day":       {dataset.Options{AsOf: paired}, [][]string{{"3", play, paneltest.ISO(paired), ""}}},
		"as of the day before":    {dataset.Options{AsOf: paired - 1}, nil},
		"known at a later day":    {dataset.Options{KnownAt: paired}, [][]string{{"3", play, paneltest.ISO(paired), ""}}},
		"known on an earlier day": {dataset.Options{KnownAt: paired - 1}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got := paneltest.Columns(t, write(t, s, tt.options), "pairs", "appstore_id", "play_id", "paired_at", "differences")
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// A change that was restored without a direction has one in the data set, as it has in answers, so
// that the data set stays the same when the record is completed.
func TestChangesAreWeighed(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	before := write(t, s, dataset.Options{})
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		changes, err := storage.Collect(tx.Changes.List(storage.ChangeQuery{}))
		for i := range changes {
			e := &changes[i].Entry
			e.Category, e.Direction, e.Weight = e.Categorized().Category, "", ""
		}
		if err != nil {
			return err
		}
		return tx.Changes.Put(changes...)
	})
	columns := []string{"change_id", "category", "direction", "weight"}
	after := write(t, s, dataset.Options{})
	if diff := cmp.Diff(paneltest.Columns(t, before, "changes", columns...), paneltest.Columns(t, after, "changes", columns...)); diff != "" {
		t.Errorf("changes without and with directions (-with +without):\n%s", diff)
	}
}
