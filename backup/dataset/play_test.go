package dataset_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/backup/dataset"
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
