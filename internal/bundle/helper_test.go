package bundle_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/bundle"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/teststore"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
	"github.com/privacylabels/auditor/storage/storagetest"
)

// now is the time of these tests.
const (
	now storage.Time = 1_790_000_000_000
	day storage.Time = 86_400_000
)

// installation is an installation of the service.
type installation struct {
	*bundle.Service
	t     testing.TB
	store storage.Store
}

// newInstallation returns an empty installation.
func newInstallation(t testing.TB, store storage.Store) *installation {
	clock := func() time.Time { return now.Std() }
	return &installation{bundle.New(bundle.Config{Env: storage.Env{Store: store, Now: clock, Random: rand.Reader}, Version: "1.2.3"}), t, store}
}

// inMemory returns an installation in memory whose misuse fails the test.
func inMemory(t testing.TB) *installation {
	return newInstallation(t, storagetest.Strict(t, memory.New()))
}

// onSQLite returns an installation on SQLite whose misuse fails the test.
func onSQLite(t testing.TB) *installation {
	t.Helper()
	return newInstallation(t, storagetest.Strict(t, openSQLite(t)))
}

// onDisk returns an installation on SQLite without checks of misuse.
func onDisk(t testing.TB) *installation {
	t.Helper()
	return newInstallation(t, openSQLite(t))
}

func openSQLite(t testing.TB) storage.Store {
	t.Helper()
	return teststore.Bare(t)
}

func (h *installation) update(fn func(*storage.Tx) error) {
	h.t.Helper()
	if err := h.store.Update(context.Background(), fn); err != nil {
		h.t.Fatal(err)
	}
}

// bundle returns a bundle of the installation.
func (h *installation) bundle(o bundle.Options) string {
	h.t.Helper()
	var out bytes.Buffer
	if err := h.Export(h.t.Context(), &out, o); err != nil {
		h.t.Fatal(err)
	}
	return out.String()
}

// open opens a text as a bundle.
func open(text string) (*bundle.Bundle, error) {
	return bundle.Open(strings.NewReader(text), int64(len(text)), bundle.OpenOptions{})
}

// take imports a file.
func (h *installation) take(text string) (bundle.Summary, error) { return h.takeWith(text, false) }

func (h *installation) takeWith(text string, duplicate bool) (bundle.Summary, error) {
	b, err := open(text)
	if err != nil {
		return bundle.Summary{}, err
	}
	return h.Import(h.t.Context(), b, duplicate)
}

// mustTake imports a valid file, duplicates allowed.
func (h *installation) mustTake(text string) bundle.Summary {
	h.t.Helper()
	s, err := h.takeWith(text, true)
	if err != nil {
		h.t.Fatal(err)
	}
	return s
}

func isFormatError(err error) bool { return errors.As(err, new(*bundle.FormatError)) }

// contents are the records of an installation.
type contents struct {
	Apps        []storage.App
	Labels      []storage.LabelBody
	Features    []storage.Feature
	Annotations []storage.Annotation
	Verdicts    []storage.Verdict
	Settings    []storage.Setting
	Activities  []storage.Activity
	Snapshots   int // and what else an import must not write
}

func (h *installation) contents() contents {
	h.t.Helper()
	return contents{
		storagetest.All[storage.App](h.t, h.store), storagetest.All[storage.LabelBody](h.t, h.store), storagetest.All[storage.Feature](h.t, h.store),
		storagetest.All[storage.Annotation](h.t, h.store), storagetest.All[storage.Verdict](h.t, h.store), storagetest.All[storage.Setting](h.t, h.store),
		storagetest.All[storage.Activity](h.t, h.store),
		len(storagetest.All[storage.Snapshot](h.t, h.store)) + len(storagetest.All[storage.Change](h.t, h.store)) +
			len(storagetest.All[storage.Notification](h.t, h.store)),
	}
}

// setting returns a setting whose value is a JSON object.
func (h *installation) setting(name string) (object map[string]any) {
	h.t.Helper()
	for _, s := range h.contents().Settings {
		if s.Name != name {
			continue
		}
		if err := json.Unmarshal([]byte(s.Value), &object); err != nil {
			h.t.Fatalf("%s is %q: %v", name, s.Value, err)
		}
	}
	return object
}

// plain is a label without detail.
func plain(types ...string) storage.Label {
	var l storage.Label
	for _, identifier := range types {
		l.Types = append(l.Types, storage.PrivacyType{
			Identifier: identifier, Title: vocabulary.PrivacyType.Name(identifier, ""), Detail: "Detail",
			Categories: []storage.LabelCategory{{Identifier: "CONTACT_INFO", Title: "Contact Info"}, {Identifier: "LOCATION", Title: "Location"}},
		})
	}
	return l
}

// detailed is a label with purposes and data types.
func detailed() storage.Label {
	category := []storage.LabelCategory{{
		Identifier: "LOCATION", Title: "Location", DataTypes: []storage.DataType{{Identifier: "COARSE_LOCATION", Title: "Coarse Location"}},
	}}
	return storage.Label{Types: []storage.PrivacyType{{
		Identifier: storage.DataLinkedToYou, Title: "Data Linked to You", Categories: category,
		Purposes: []storage.Purpose{{Identifier: "ANALYTICS", Title: "Analytics", Categories: category}},
	}}}
}

// app returns an app as a refresh stores it.
func app(id storage.AppID, name string, seen storage.Time) storage.App {
	return storage.App{
		ID: id, Name: name, URL: "https://apps.apple.com/de/app/x/id" + id.String(), Country: "de", Developer: "Dev & Co",
		BundleID: "org.example.a" + storage.Text(id.String()), IconURL: "https://img.example/i.png", PrivacyPolicyURL: "https://dev.example/privacy",
		FirstSeen: seen, LastSynced: seen, CurrentVersion: "1.0", PriceAmount: new(0.99), PriceCurrency: "EUR", PriceFormatted: "0,99 €",
		HasIAP: new(false),
	}
}

// put stores an app with a label.
func put(tx *storage.Tx, a storage.App, label storage.Label) error {
	if label.Known() {
		digest, err := changelog.Digest(label)
		if err != nil {
			return err
		}
		if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
			return err
		}
		n := changelog.CountLabel(label)
		a.LabelDigest, a.HasPrivacyDetails, a.Footprint = digest, label.Provided(), profile.FootprintOf(label)
		a.CategoryCount, a.TrackCount, a.LinkedCount, a.UnlinkedCount = n.Categories, n.Track, n.Linked, n.Unlinked
	}
	return tx.Apps.Put(a)
}

// The texts that must never be exported.
const (
	privateWords = "never share this"
	deletedWords = "this was taken back"
)

// furnish adds records of every kind.
func (h *installation) furnish() *installation {
	h.t.Helper()
	note := func(id storage.AnnotationID, body string, visibility storage.Visibility) storage.Annotation {
		return storage.Annotation{
			ID: id, App: 1, Body: body, Tag: storage.TagConcern, Visibility: visibility, CreatedAt: now - storage.Time(id)*day, UpdatedAt: now - day/2,
			Origin: storage.OriginUser,
		}
	}
	deleted := note(3, deletedWords, storage.VisibilityExport)
	deleted.DeletedAt = storage.NullTime(now - 1)
	older := note(4, "From a friend of theirs <&>", storage.VisibilityExport)
	older.Origin, older.OriginName, older.Tag = storage.OriginImported, "Ada", ""
	text := "words " + strings.Repeat("é", 5000)
	hash := digest.Of(text)
	h.update(func(tx *storage.Tx) error {
		featured := app(2, "beta", now-2*day)
		featured.AccessibilityCount, featured.HasAccessibilityLabels = 2, new(true)
		bare := storage.App{ID: 3, Name: "Gamma", URL: "https://apps.apple.com/app/id3", FirstSeen: now - 9*day, LastSynced: now - 9*day}
		return errors.Join(
			put(tx, app(1, "Alpha", now-day), plain(storage.DataUsedToTrackYou, storage.DataNotLinkedToYou)),
			put(tx, featured, detailed()),
			put(tx, bare, storage.Label{}),
			tx.Features.Put(
				storage.Feature{App: 2, Identifier: "voiceover", Title: "VoiceOver", Description: "Reads", IconTemplate: "tpl", Position: 1},
				storage.Feature{App: 2, Identifier: "captions", Title: "Captions", Position: 0}),
			tx.Annotations.Put(note(1, "Beware", storage.VisibilityExport), note(2, privateWords, storage.VisibilityPrivate), deleted, older),
			tx.Verdicts.Put(
				storage.Verdict{App: 1, Decision: storage.DecisionReplace, Rationale: "Tracks", Origin: storage.OriginUser, SetAt: now - day, UpdatedAt: now - day},
				storage.Verdict{App: 2, Decision: storage.DecisionSafe, Origin: storage.OriginImported, OriginName: "Ada", SetAt: now - day, UpdatedAt: now - day}),
			tx.PolicyVersions.Put(storage.PolicyVersion{
				ID: storage.PolicyVersionID{App: 1, Hash: hash}, FirstFetched: now - day, PolicyURL: "https://dev.example/privacy", Text: text,
			}),
			tx.PolicyAnalyses.Put(storage.PolicyAnalysis{
				App: 1, Status: storage.PolicySourceReady, Current: hash, FetchedAt: storage.NullTime(now - 3*day), UpdatedAt: now - 2*day,
			}),
			profile.SavePrivacy(tx, profile.Privacy{Tiers: profile.Presets()[1].Tiers}),
		)
	})
	return h
}
