package bundle_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// invented returns a installation of up to a few apps, with anything on them.
func invented(t *testing.T, r *rand.Rand) *installation {
	t.Helper()
	h := newInstallation(t, memory.New())
	pick := func(texts ...string) string { return texts[r.IntN(len(texts))] }
	at := func() storage.Time { return now - storage.Time(r.IntN(5))*day }
	h.update(func(tx *storage.Tx) error {
		var errs []error
		for id := storage.AppID(1); id <= 4; id++ {
			if r.IntN(4) == 0 {
				continue
			}
			label := [...]storage.Label{{}, detailed(), plain(storage.DataLinkedToYou), plain(storage.DataNotCollected)}[r.IntN(4)]
			a := app(id, pick("Alpha", "ünder", `"quoted"`, "<b>"), at())
			if r.IntN(2) == 0 {
				a.HasIAP, a.PriceAmount, a.BundleID, a.IconURL = nil, nil, "", ""
			}
			errs = append(errs, put(tx, a, label))
			for n := range r.IntN(4) {
				errs = append(errs, tx.Annotations.Put(storage.Annotation{
					ID: storage.AnnotationID(10*int(id) + n), App: id, Body: pick("One", "Two", "line\nline"), Tag: storage.Tag(pick("", "concern")),
					Visibility: storage.Visibility(pick("export", "private")), CreatedAt: at(), UpdatedAt: now, Origin: storage.OriginUser,
				}))
			}
			if r.IntN(2) == 0 {
				errs = append(errs, tx.Features.Put(storage.Feature{App: id, Identifier: pick("voiceover", "captions"), Title: "A feature"}))
				errs = append(errs, tx.Verdicts.Put(storage.Verdict{App: id, Decision: storage.Decision(pick("safe", "replace")), Origin: storage.OriginUser, SetAt: at(), UpdatedAt: at()}))
			}
		}
		return errors.Join(errs...)
	})
	return h
}

// A bundle that was taken in has nothing new to say.
func TestImportIsIdempotent(t *testing.T) {
	t.Parallel()
	for seed := range uint64(60) {
		r := rand.New(rand.NewPCG(seed, 1))
		from, to := invented(t, r), invented(t, r)
		text := from.bundle(bundle.Options{Recommender: new("Ada")})
		first := to.mustTake(text)
		before := to.contents()
		second := to.mustTake(text)
		if second.AppsTotal != first.AppsTotal || second.AppsSkipped != second.AppsTotal || second.AnnotationsAdded != 0 || second.VerdictsAdded != 0 {
			t.Errorf("seed %d: %+v, then %+v", seed, first, second)
		}
		unmoved(t, before, to.contents())
		// And what the installation then hands back adds nothing to the words about an app.
		words := said(from.contents())
		from.mustTake(to.bundle(bundle.Options{}))
		for word, times := range words {
			if got := said(from.contents())[word]; got != times {
				t.Errorf("seed %d: %q is there %d times, not %d", seed, word, got, times)
			}
		}
		if t.Failed() {
			return
		}
	}
}

// said counts the notes by app, moment and words.
func said(c contents) map[string]int {
	count := map[string]int{}
	for _, a := range c.Annotations {
		count[fmt.Sprint(a.App, a.CreatedAt, a.Body)]++
	}
	return count
}

// A file is refused, and then nothing has changed, or it is taken in, and then it
// has nothing new to say.
func FuzzImport(f *testing.F) {
	f.Add(bundleOf(arriving(1, "")+","+arriving(9, `,"last_synced":5`), `{"app_id":"9","content":"x"}`, `{"app_id":1,"verdict":"safe"}`, `,"recommender_name":"Bo"`))
	f.Add(`{"version":2,"exported_at":"2026-09-20T00:00:00Z","annotations":[{"app_id":"1","content":"x","created_at":1e9}],"apps":[]}`)
	f.Add(`{"verdicts":[{"app_id":"1","verdict":"safe"},{"app_id":"1","verdict":"replace"}],"exported_at":"x","apps":[],"annotations":[],"version":1}`)
	f.Add(bundleOf(`{"id":1,"name":"\u0000","privacy_types":[]}`, "", "", ""))
	f.Add(`{"version":2,"apps":[{"id":"1"`)
	f.Fuzz(func(t *testing.T, text string) {
		h := newInstallation(t, memory.New()).furnish()
		before := h.contents()
		if _, err := h.take(text); err != nil {
			if !isFormatError(err) {
				t.Errorf("the error is %v", err)
			}
			if diff := cmp.Diff(before, h.contents()); diff != "" {
				t.Errorf("a refusal changed (-want +got):\n%s", diff)
			}
			return
		}
		for _, a := range h.contents().Annotations {
			if a.Origin == storage.OriginImported && a.Visibility == storage.VisibilityExport && !strings.Contains(text, "export") && !strings.Contains(text, `\u`) {
				t.Errorf("a note came as %s", a.Visibility)
			}
		}
		once := h.contents()
		h.mustTake(text)
		unmoved(t, once, h.contents())
		if next := newInstallation(t, memory.New()); len(once.Apps) > 0 {
			if s := next.mustTake(h.bundle(bundle.Options{})); s.AppsAdded != len(once.Apps) {
				t.Errorf("of %d apps, %d can be handed on", len(once.Apps), s.AppsAdded)
			}
		}
	})
}

// No text that an export may hold breaks out of it.
func FuzzExport(f *testing.F) {
	f.Add("Alpha", "=cmd()", "a\",\"b")
	f.Add("\u2028<>&", "\r\n", "'")
	f.Fuzz(func(t *testing.T, name, developer, note string) {
		h := newInstallation(t, memory.New())
		a := storage.App{ID: 1, Name: name, URL: "https://apps.apple.com/app/id1", Developer: storage.Text(developer), LastSynced: now}
		n := storage.Annotation{ID: 1, App: 1, Body: note, Visibility: storage.VisibilityExport, CreatedAt: now, UpdatedAt: now, Origin: storage.OriginUser}
		if storage.Validate(a) != nil || storage.Validate(n) != nil {
			return
		}
		h.update(func(tx *storage.Tx) error { return errors.Join(tx.Apps.Put(a), tx.Annotations.Put(n)) })
		got := decoded(t, h.bundle(bundle.Options{}))
		if sent := got["apps"].([]any)[0].(map[string]any); sent["name"] != name || fmt.Sprint(sent["developer"]) != developer && developer != "" {
			t.Errorf("%q and %q are sent as %v", name, developer, sent)
		}
		if sent := got["annotations"].([]any)[0].(map[string]any); sent["content"] != note {
			t.Errorf("%q is sent as %v", note, sent)
		}
		rows := h.table()
		if len(rows) != 2 || strings.TrimPrefix(rows[1][0], "'") != strings.TrimPrefix(name, "'") || dangerous(rows[1][0]) || dangerous(rows[1][1]) {
			t.Errorf("the table of %q is %q", name, rows)
		}
	})
}
