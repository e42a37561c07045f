package httpapi_test

import (
	"encoding/csv"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/storage"
)

// The table of all apps tells apps that declare to collect nothing from those that declare nothing and those
// of which no label is known, each in the words of its store, also where they share a stored label.
func TestExportTellsWhatLabelsAreFor(t *testing.T) {
	t.Parallel()
	a := newForms(t, authorized)
	a.update(func(tx *storage.Tx) error {
		for i, of := range []string{storage.DataNotCollected, storage.DataNotProvided, ""} {
			for _, source := range []storage.Text{"", storage.SourcePlay} {
				app := storage.App{ID: storage.AppID(20 + i), Name: "x" + string(source) + of, URL: "https://store.example/x", FirstSeen: 1, LastSynced: 1}
				if source != "" {
					app.ID, app.Source = storage.Number(storage.SourcePlay, "org.example."+of, 0), source
				}
				if of != "" {
					l := storage.Label{Types: []storage.PrivacyType{{Identifier: of}}}
					digest, err := changelog.Digest(l)
					if err = errors.Join(err, tx.Labels.Put(storage.LabelBody{Digest: digest, Label: l})); err != nil {
						return err
					}
					app.LabelDigest, app.HasPrivacyDetails = digest, l.Provided()
				}
				if err := tx.Apps.Put(app); err != nil {
					return err
				}
			}
		}
		return nil
	})
	text := a.do("GET", "/api/apps/export?format=csv", level("admin")).status(http.StatusOK).Body.String()
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\ufeff"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	got := make(map[string]string)
	name, label := slices.Index(rows[0], "Name"), slices.Index(rows[0], "Label")
	for _, row := range rows[1:] {
		got[row[name]] = row[label]
	}
	want := map[string]string{
		"xDATA_NOT_COLLECTED": "Data Not Collected", "xDATA_NOT_PROVIDED": "No Details Provided", "x": "",
		"xplayDATA_NOT_COLLECTED": "No data collected or shared", "xplayDATA_NOT_PROVIDED": "No information available", "xplay": "",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
