package dataset_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/checksums"
	"github.com/privacylabels/auditor/internal/dataset"
	"github.com/privacylabels/auditor/internal/paneltest"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

func TestEvidence(t *testing.T) {
	t.Parallel()
	s := memory.New()
	const at = paneltest.Start + 10*paneltest.Day
	paneltest.Capture(t, s, seed(t, s), paneltest.Start+5*paneltest.Day, at+1, "LOCATION")
	paneltest.Observe(t, s, 1, at, paneltest.Truth{Label: []string{"LOCATION", "<b>USAGE</b>"}, Version: "2", Developer: "A", Rating: "4+"})
	page := storage.PageRead{SHA256: storage.Digest{5}, Size: 12, URL: "https://apps.apple.com/us/app/id1", Date: "Fri, 24 Nov 2023 22:13:20 GMT", ETag: `"<b>"`}
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		snapshot, err := tx.Snapshots.Get(storage.SnapshotID{App: 1, At: at})
		snapshot.Page = page
		return errors.Join(err, tx.Snapshots.Put(snapshot))
	})
	paneltest.Capture(t, s, 1, at+paneltest.Day, at+2*paneltest.Day, "USAGE")
	service := newService(t, s)
	id := storage.ChangeID{Snapshot: storage.SnapshotID{App: 1, At: at}}
	evidence := func() []byte {
		var b bytes.Buffer
		if err := service.Evidence(t.Context(), &b, id); err != nil {
			t.Fatal(err)
		}
		return b.Bytes()
	}
	zipped := evidence()
	if !bytes.Equal(zipped, evidence()) {
		t.Error("the bytes differ")
	}
	z, err := zip.NewReader(bytes.NewReader(zipped), int64(len(zipped)))
	if err != nil {
		t.Fatal(err)
	}
	if report, err := checksums.Verify(t.Context(), z, nil); err != nil || report.Files != 4 {
		t.Errorf("got %+v, %v", report, err)
	}

	all := paneltest.Files(t, zipped)
	var found dataset.Evidence
	if err := json.Unmarshal([]byte(all["evidence.json"]), &found); err != nil {
		t.Fatal(err)
	}
	got := []string{found.ID, found.Before.At, found.Before.Origin, found.After.At, found.After.Origin, found.After.Version}
	want := []string{id.String(), paneltest.ISO(paneltest.Start + 5*paneltest.Day), "archive", paneltest.ISO(at), "live", "2"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(&page, found.After.Page); diff != "" || found.Before.Page != nil {
		t.Errorf("the page (-want +got):\n%s\nand of the capture %+v", diff, found.Before.Page)
	}
	captures := []dataset.Kept{*found.ArchivedBefore, *found.ArchivedAfter}
	for i, want := range []storage.Time{paneltest.Start + 5*paneltest.Day, at + paneltest.Day} {
		if captures[i].At != paneltest.ISO(want) || !strings.HasPrefix(captures[i].URL, "https://web.archive.org/") {
			t.Errorf("capture %d is %+v, want that of %s", i, captures[i], paneltest.ISO(want))
		}
	}
	if !strings.Contains(all["label-after.json"], "USAGE") || strings.Contains(all["label-before.json"], "USAGE") {
		t.Errorf("labels: %s\n%s", all["label-before.json"], all["label-after.json"])
	}
	golden, err := os.ReadFile("testdata/evidence.html")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(golden), all["evidence.html"]); diff != "" {
		t.Errorf("the page is another than that of earlier versions (-want +got):\n%s", diff)
	}
	if page := all["evidence.html"]; strings.Contains(page, "<b>USAGE") || !strings.Contains(page, "&lt;b&gt;USAGE") {
		t.Errorf("the page does not escape what it shows:\n%s", page)
	}
	paneltest.Update(t, s, func(tx *storage.Tx) error { // a change of something else, such as the policy
		snapshot, err := tx.Snapshots.Get(id.Snapshot)
		snapshot.Label = storage.Digest{}
		return errors.Join(err, tx.Snapshots.Put(snapshot))
	})
	if page := paneltest.Files(t, evidence())["evidence.html"]; strings.Contains(page, `class="only"`) || !strings.Contains(page, "No label that could be read.") {
		t.Errorf("what is before an observation without a label counts as gone:\n%s", page)
	}
	id.Index = 99
	if err := service.Evidence(t.Context(), new(bytes.Buffer), id); !errors.Is(err, storage.ErrNotFound) {
		t.Errorf("evidence of no change: %v", err)
	}
}

// The page of a change of a security practice shows the practices of both labels, and what is optional.
func TestEvidenceOfGooglePlay(t *testing.T) {
	t.Parallel()
	s := memory.New()
	paneltest.Furnish(t, s)
	app := storage.Number(storage.SourcePlay, "org.example.chat", 0)
	id := storage.ChangeID{Snapshot: storage.SnapshotID{App: app, At: paneltest.Start + paneltest.Day}}
	paneltest.Update(t, s, func(tx *storage.Tx) error {
		first, err := tx.Snapshots.Get(storage.SnapshotID{App: app, At: paneltest.Start})
		if err != nil {
			return err
		}
		before, err := tx.Labels.Get(first.Label)
		if err != nil {
			return err
		}
		label := before.Label
		label.Practices = []string{"DATA_ISNT_ENCRYPTED"}
		body, err := changelog.BodyOf(label)
		if err != nil {
			return err
		}
		entries := changelog.DiffLabels(before.Label, label)
		return errors.Join(tx.Labels.Put(body),
			tx.Snapshots.Put(storage.Snapshot{ID: id.Snapshot, Source: storage.SourceLive, Label: body.Digest, Changed: true, Entries: len(entries)}),
			tx.Changes.Put(storage.Change{ID: id, Changed: true, Entry: entries[0]}))
	})
	service := newService(t, s)
	shown := func() string {
		t.Helper()
		var b bytes.Buffer
		if err := service.Evidence(t.Context(), &b, id); err != nil {
			t.Fatal(err)
		}
		return paneltest.Files(t, b.Bytes())["evidence.html"]
	}
	page := shown()
	for _, want := range []string{
		`<li class="only">YOU_CAN_REQUEST_THAT_DATA_BE_DELETED</li>`, "<li>DATA_ISNT_ENCRYPTED</li>", "EMAIL_ADDRESS, optional</li>", "ANALYTICS / NAME</li>",
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page has no %s:\n%s", want, page)
		}
	}

	paneltest.Update(t, s, func(tx *storage.Tx) error { // a change of something else
		snapshot, err := tx.Snapshots.Get(id.Snapshot)
		snapshot.Label = storage.Digest{}
		return errors.Join(err, tx.Snapshots.Put(snapshot))
	})
	if page := shown(); strings.Contains(page, `class="only"`) || !strings.Contains(page, "<li>YOU_CAN_REQUEST_THAT_DATA_BE_DELETED</li>") {
		t.Errorf("a practice before an observation without a label counts as gone:\n%s", page)
	}
}

// seed stores the first observation of an app.
func seed(t *testing.T, s storage.Store) storage.AppID {
	t.Helper()
	paneltest.Observe(t, s, 1, paneltest.Start, paneltest.Truth{Label: []string{"CONTACTS"}, Version: "1", Developer: "A", Rating: "4+"})
	return 1
}
