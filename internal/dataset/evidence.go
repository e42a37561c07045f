package dataset

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"regexp"
	"slices"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/internal/viewstream"
	"github.com/privacylabels/auditor/storage"
)

// Evidence is what supports one change. It has what the record holds: a change whose observations
// were restored from an old backup may lack some of it.
type Evidence struct {
	ID     string        `json:"changeId"`
	App    EvidenceApp   `json:"app"`
	Entry  storage.Entry `json:"entry"`
	Before *Observed     `json:"before"` // the observation that the change is from; null: it is the first of the app
	After  Observed      `json:"after"`  // the observation that shows the change

	// The nearest known captures of the web archive before the change and after it.
	ArchivedBefore *Kept `json:"archivedBefore,omitempty"`
	ArchivedAfter  *Kept `json:"archivedAfter,omitempty"`

	Meaning string `json:"meaning"`
	Cite    string `json:"cite"` // a sentence to cite the change with
	KeyID   string `json:"keyId"`
}

// EvidenceApp is the app of a change, as it was observed last.
type EvidenceApp struct {
	ID        storage.AppID `json:"id"`
	Name      string        `json:"name"`
	Developer string        `json:"developer"`
	BundleID  string        `json:"bundleId"`
	Source    string        `json:"source"`
	Country   string        `json:"country"`
	URL       string        `json:"url"`
}

// Observed is an observation with what it showed.
type Observed struct {
	At           string         `json:"at"`
	RecordedAt   string         `json:"recordedAt"`
	Origin       string         `json:"origin"`     // live or archive
	ArchiveURL   string         `json:"archiveUrl"` // the capture of the web archive; empty: not one
	Extractor    string         `json:"extractor"`  // the code that read the page
	LabelDigest  storage.Digest `json:"labelDigest,omitzero"`
	Version      string         `json:"version"`
	Developer    string         `json:"developer"`
	AgeRating    string         `json:"ageRating"`
	PolicyDigest storage.Digest `json:"policyDigest,omitzero"`

	// Page is what identifies the page that was read: SHA-256 and size of its body, address, and
	// the headers Date and ETag of the response. Left out: it was not noted, as in captures, and where
	// nothing changed.
	Page *storage.PageRead `json:"page,omitempty"`
}

// Kept is a capture of the web archive that shows the app near a change.
type Kept struct {
	At  string `json:"at"`
	URL string `json:"url"`
}

// Evidence writes the evidence of a change as a signed zip. The same records give the same bytes.
// The error wraps [storage.ErrNotFound] if there is no such change.
func (s *Service) Evidence(ctx context.Context, w io.Writer, id storage.ChangeID) error {
	err := viewstream.Write(ctx, s.config.Store, w, func(tx *storage.Tx, to *bufio.Writer) error {
		found, labels, err := s.evidence(tx, id)
		if err != nil {
			return err
		}
		a := newArchive(to, s.config.Dir)
		files := []struct {
			name    string
			content any
		}{{"evidence.json", found}, {"label-before.json", labels[0]}, {"label-after.json", labels[1]}}
		for _, f := range files {
			text, err := encode(f.content)
			if err != nil {
				return err
			}
			if err := a.add(f.name, text); err != nil {
				return err
			}
		}
		if err := a.add("evidence.html", evidencePage(found, labels)); err != nil {
			return err
		}
		return a.sign(s.key)
	})
	if err != nil {
		return fmt.Errorf("write the evidence of %v: %w", id, err)
	}
	return nil
}

// HasChange returns an error that wraps [storage.ErrNotFound] if there is no such change.
func (s *Service) HasChange(ctx context.Context, id storage.ChangeID) error {
	return s.config.Store.View(ctx, func(tx *storage.Tx) error {
		_, err := tx.Changes.Get(id)
		return err
	})
}

// evidence returns the evidence of a change, and the labels before and after it, nil if unknown.
func (s *Service) evidence(tx *storage.Tx, id storage.ChangeID) (e Evidence, labels [2]*storage.Label, err error) {
	change, err := tx.Changes.Get(id)
	if err != nil {
		return e, labels, err
	}
	p, err := pastOf(tx, id.Snapshot.App)
	if err != nil {
		return e, labels, err
	}
	at := slices.IndexFunc(p.snapshots, func(s storage.Snapshot) bool { return s.ID == id.Snapshot })
	if at < 0 {
		return e, labels, storage.ErrNotFound
	}
	after, known := p.snapshots[at], p.snapshots[at].Label
	e = Evidence{
		ID: id.String(), Entry: changelog.Shown(change.Entry), After: p.observed(after), KeyID: s.key.Public().ID(),
		App: EvidenceApp{
			p.app.ID, p.app.Name, string(p.app.Developer), string(p.app.BundleID), sourceOf(p.app), p.app.Country, p.app.URL,
		},
		Meaning: "A label is what the developer declares. The change happened after the first and by the second observation.",
	}
	before := slices.Clone(p.snapshots[:at])
	slices.Reverse(before)
	before = slices.DeleteFunc(before, func(s storage.Snapshot) bool { return !p.isObservation(s) })
	if timeline.OfLabel(change.Entry) { // compared with the last known label
		before = slices.DeleteFunc(before, func(s storage.Snapshot) bool { return s.Label.IsZero() })
	}
	if len(before) > 0 {
		observed := p.observed(before[0])
		e.Before = &observed
		if labels[0], err = labelOf(tx, before[0].Label); err != nil {
			return e, labels, err
		}
	}
	if labels[1], err = labelOf(tx, known); err != nil {
		return e, labels, err
	}
	e.ArchivedBefore, e.ArchivedAfter = p.capturesAround(id.Snapshot.At)
	e.Cite = fmt.Sprintf("%s (%s %d): %s. Observed %s", p.app.Name, sourceOf(p.app), p.app.ID, change.Entry.Sentence(), e.After.At)
	if e.Before != nil {
		e.Cite += fmt.Sprintf(", not yet on %s", e.Before.At)
	}
	e.Cite += fmt.Sprintf(". Change %s, recorded by the installation %s.", e.ID, e.KeyID[:16])
	return e, labels, nil
}

func labelOf(tx *storage.Tx, digest storage.Digest) (*storage.Label, error) {
	if digest.IsZero() {
		return nil, nil
	}
	body, err := tx.Labels.Get(digest)
	return &body.Label, err
}

// pastOf returns the whole past of an app.
func pastOf(tx *storage.Tx, id storage.AppID) (*past, error) {
	app, err := tx.Apps.Get(id)
	if err != nil {
		return nil, err
	}
	p := new(past)
	p.reset(app)
	if p.snapshots, err = storage.Collect(tx.Snapshots.List(storage.SnapshotQuery{App: id, Reverse: true})); err != nil {
		return nil, err
	}
	if p.changes, err = storage.Collect(tx.Changes.List(storage.ChangeQuery{App: id})); err != nil {
		return nil, err
	}
	return p, p.prepare(tx, Options{})
}

// observed returns what an observation showed.
func (p *past) observed(s storage.Snapshot) Observed {
	showed := p.shownBy(s)
	var page *storage.PageRead
	if s.Page != (storage.PageRead{}) {
		page = &s.Page
	}
	return Observed{
		At: instant(s.ID.At), RecordedAt: instant(s.Recorded()), Origin: originOf(s), ArchiveURL: string(s.ArchiveURL), Extractor: s.Extractor,
		LabelDigest: showed.label, Version: showed.version, Developer: showed.developer, AgeRating: showed.rating, PolicyDigest: showed.policy, Page: page,
	}
}

// capturesAround returns the last capture before a moment, and the first one at or after it.
func (p *past) capturesAround(at storage.Time) (before, after *Kept) {
	for _, s := range p.snapshots {
		if s.ArchiveURL == "" {
			continue
		}
		captured := capturedAt(s)
		kept := &Kept{instant(captured), string(s.ArchiveURL)}
		if captured >= at {
			return before, kept
		}
		before = kept
	}
	return before, nil
}

// captureTime is the time in the address of a capture of the web archive.
var captureTime = regexp.MustCompile(`/web/([0-9]{14})[a-z_]*/`)

// capturedAt returns when the capture of a snapshot was made: one that was asked for because of a
// change is later than the snapshot.
func capturedAt(s storage.Snapshot) storage.Time {
	if found := captureTime.FindStringSubmatch(string(s.ArchiveURL)); found != nil && s.Source == storage.SourceLive {
		if at, err := time.Parse("20060102150405", found[1]); err == nil {
			return storage.TimeOf(at)
		}
	}
	return s.ID.At
}

// encode returns a value as indented JSON.
func encode(v any) ([]byte, error) {
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(v); err != nil {
		return nil, fmt.Errorf("encode JSON: %w", err)
	}
	return text.Bytes(), nil
}
