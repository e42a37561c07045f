package backup_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/policy/digest"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// chance makes random records of all kinds in a backup.
type chance struct{ *rand.Rand }

func newChance(seed uint64) chance { return chance{rand.New(rand.NewPCG(seed, 7))} }

func (c chance) yes() bool { return c.IntN(2) == 0 }

// words returns a text of characters that need care, sometimes an empty one.
func (c chance) words() string {
	pieces := []string{"Zoë", "\"quoted\"", "a\tb\n", "\u2028", "<&>", "\U0001f9ff", "\\", "é", "e\u0301", "ﬁ", "0", "null", "\x01\x7f"}
	var text []string
	for range c.IntN(4) {
		text = append(text, pieces[c.IntN(len(pieces))])
	}
	return strings.Join(text, " ")
}

func (c chance) some() string { return "x" + c.words() }

func (c chance) text() storage.Text { return storage.Text(c.words()) }

func (c chance) moment() storage.Time { return 1_600_000_000_000 + storage.Time(c.IntN(1_000_000)) }

func (c chance) never() storage.NullTime {
	if c.yes() {
		return 0
	}
	return storage.NullTime(c.moment())
}

func (c chance) flag() *bool {
	if c.yes() {
		return nil
	}
	yes := c.yes()
	return &yes
}

func (c chance) id(kind string, i int) string {
	return fmt.Sprintf("%s-%03d-%s", kind, c.IntN(500), fmt.Sprint(i))
}

func (c chance) label() storage.Label {
	label := storage.Label{Types: []storage.PrivacyType{}}
	for _, heading := range []string{storage.DataUsedToTrackYou, storage.DataLinkedToYou, storage.DataNotLinkedToYou} {
		if c.yes() {
			continue
		}
		t := storage.PrivacyType{Identifier: heading, Title: c.some(), Detail: c.text(), Categories: []storage.LabelCategory{}}
		for i := range c.IntN(3) + 1 {
			category := storage.LabelCategory{Identifier: fmt.Sprintf("CATEGORY_%d", c.IntN(20)+20*i), Title: c.some()}
			if c.yes() {
				category.DataTypes = []storage.DataType{{Identifier: "EMAIL", Title: c.some()}}
			}
			t.Categories = append(t.Categories, category)
		}
		if c.yes() {
			t.Purposes = []storage.Purpose{{Identifier: "ANALYTICS", Title: c.some(), Categories: slices.Clone(t.Categories)}}
		}
		label.Types = append(label.Types, t)
	}
	if len(label.Types) == 0 {
		label.Types = []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: c.some(), Categories: []storage.LabelCategory{}}}
	}
	return label
}

func (c chance) entry() storage.Entry {
	e := storage.Entry{Type: storage.EntryAdded, Description: c.some(), Category: storage.CategoryPrivacyLabel, StoreWide: c.yes()}
	if c.yes() {
		e.Details = []string{c.words(), c.words()}
	}
	if c.yes() {
		e.Subject = storage.Subject{PrivacyType: c.some(), DataCategory: c.words(), Feature: c.words(), From: c.words(), To: c.words()}
		e.Parts = []storage.Part{{Type: storage.EntryRemoved, DataCategory: c.words(), Purpose: c.words(), DataType: c.words()}}
	}
	if c.yes() {
		more, err := json.Marshal(map[string]any{"after": c.words(), "list": []any{c.IntN(9), nil, c.yes(), 0.5}})
		if err != nil {
			panic(err)
		}
		e.More = more
	}
	return e
}

// fill stores a random fleet.
func (c chance) fill(tx *storage.Tx) error {
	labels := make(map[storage.Digest]storage.Label)
	var digests []storage.Digest
	for range 4 {
		label := c.label()
		digest, err := changelog.Digest(label)
		if err != nil {
			return err
		}
		labels[digest] = label
		if err := tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}); err != nil {
			return err
		}
		digests = append(digests, digest)
	}
	for i := range c.IntN(6) + 1 {
		if err := c.app(tx, storage.AppID(1000-i*7), digests, labels); err != nil {
			return err
		}
	}
	if err := c.devices(tx); err != nil {
		return err
	}
	for i := range c.IntN(3) {
		if err := c.manual(tx, i); err != nil {
			return err
		}
	}
	for i := range c.IntN(4) {
		n := storage.Notification{ID: c.id("n", i), App: storage.AppID(c.IntN(3)), AppName: c.words(), Type: storage.NoticeLabelChanges,
			CreatedAt: c.moment(), Read: c.yes(), Stale: c.yes(), NotBefore: c.never()}
		if c.yes() {
			n.Changes = []storage.Entry{c.entry(), c.entry()}
		}
		if err := errors.Join(
			tx.Notifications.Put(n),
			tx.FlagOverrides.Put(storage.FlagOverride{Flag: c.id("flag", i), Value: c.some(), UpdatedAt: c.moment()}),
			tx.Settings.Put(storage.Setting{Name: c.id("setting", i), Value: c.words()}),
		); err != nil {
			return err
		}
	}
	if err := c.list(tx); err != nil || c.yes() {
		return err
	}
	_, err := feature.PutFocus(tx, feature.Focus{Audience: feature.AudienceGuardian, Monitor: c.yes(), Minimal: c.yes()})
	return err
}

func (c chance) app(tx *storage.Tx, id storage.AppID, digests []storage.Digest, labels map[storage.Digest]storage.Label) error {
	a := storage.App{
		Source: "packages",
		ID:     id, Name: c.some(), URL: fmt.Sprintf("https://apps.apple.com/us/app/id%d?l=%d", id, c.IntN(9)), IconURL: "https://example.org/a?b=%20c",
		BundleID: c.text(), Developer: c.text(), Country: "de", FirstSeen: c.moment(), LastSynced: c.moment(), ChangeCount: c.IntN(4),
		ChangesAcknowledgedAt: storage.Time(c.never()), ChangesSnoozedUntil: storage.Time(c.never()), CurrentVersion: c.text(), VersionUpdatedAt: c.never(),
		WhatsNew: c.text(), PriceCurrency: c.text(), PriceFormatted: c.text(), HasIAP: c.flag(), GenreName: c.text(), AgeRating: c.text(),
		AgeRatingSource: c.text(), HasPrivacyDetails: c.flag(), HasAccessibilityLabels: c.flag(), CategoryCount: c.IntN(9), TrackCount: c.IntN(9),
		LinkedCount: c.IntN(9), UnlinkedCount: c.IntN(9), SyncCount: c.IntN(9), AccessibilityCount: c.IntN(9), Pending: storage.PendingKinds(c.IntN(16)),
	}
	if c.yes() {
		price, genre := float64(c.IntN(1000))/100, int64(c.IntN(7000))
		a.PriceAmount, a.GenreID = &price, &genre
	}
	if c.yes() {
		a.LabelDigest = digests[c.IntN(len(digests))]
		a.Footprint = profile.FootprintOf(labels[a.LabelDigest])
	}
	verdict := storage.Verdict{App: id, Decision: storage.DecisionReplace, Rationale: c.text(), Origin: storage.OriginUser, SetAt: c.moment(), UpdatedAt: c.moment()}
	if c.yes() {
		a.Decision = verdict.Decision
	} else {
		verdict.Origin, verdict.OriginName, verdict.Decision = storage.OriginImported, storage.Text(c.some()), storage.DecisionSafe
	}
	return errors.Join(tx.Apps.Put(a), tx.Verdicts.Put(verdict), c.states(tx, id, digests), c.papers(tx, id))
}

// single stores one app with all that belongs to it, and devices.
func (c chance) single(tx *storage.Tx) error {
	label := c.label()
	digest, err := changelog.Digest(label)
	if err != nil {
		return err
	}
	return errors.Join(
		tx.Labels.Put(storage.LabelBody{Digest: digest, Label: label}),
		c.app(tx, 1, []storage.Digest{digest}, map[storage.Digest]storage.Label{digest: label}),
		c.devices(tx),
	)
}

// list stores an import, some of whose items refer to apps.
func (c chance) list(tx *storage.Tx) error {
	tracked, err := storage.First(tx.Apps.List(storage.AppQuery{}))
	if err != nil {
		return err
	}
	list := storage.Import{ID: c.id("import", 1), CreatedAt: c.moment(), CompletedAt: c.never(), Source: storage.ImportFile, SourceLabel: c.text(), Device: c.text()}
	var items []storage.ImportItem
	for i, status := range []storage.ImportStatus{storage.ImportImported, storage.ImportQueued, storage.ImportRemoved, storage.ImportUnmatched} {
		if c.yes() {
			continue
		}
		item := storage.ImportItem{ID: storage.ImportItemID{Import: list.ID, Seq: i}, Query: c.some(), EditedQuery: c.text(), Status: status, AppName: c.text(),
			Developer: c.text(), URL: "https://apps.apple.com/us/app/id1", Country: "de", Error: c.text(), NextAttempt: c.never(), Attempts: c.IntN(3)}
		switch status {
		case storage.ImportImported:
			item.App = tracked.ID
		case storage.ImportRemoved:
			item.RemovedApp = 77
		}
		list.Tally.Add(status, 1)
		items = append(items, item)
	}
	list.Total = list.Tally.Items() + c.IntN(3)
	return errors.Join(tx.Imports.Put(list), tx.ImportItems.Put(items...))
}

// states stores the snapshots of an app.
func (c chance) states(tx *storage.Tx, id storage.AppID, digests []storage.Digest) error {
	for i := range c.IntN(4) {
		s := storage.Snapshot{ID: storage.SnapshotID{App: id, At: c.moment() + storage.Time(i)*day}, Source: storage.SourceLive, TriggeredBy: storage.TriggerManual,
			Changed: c.yes(), Entries: 2, AppVersion: c.text(), AppVersionUpdatedAt: c.never(), ArchiveURL: c.text(), Extractor: c.words()}
		if c.yes() {
			s.Page = storage.PageRead{SHA256: storage.Digest{1}, Size: int64(c.IntN(9)), URL: "https://apps.apple.com/us/app/id1", Date: c.words(), ETag: c.words()}
		}
		if c.yes() {
			s.Label, s.Source, s.TriggeredBy = digests[c.IntN(len(digests))], storage.SourceWayback, ""
		}
		if err := tx.Snapshots.Put(s); err != nil {
			return err
		}
		for index := range s.Entries {
			change := storage.Change{ID: storage.ChangeID{Snapshot: s.ID, Index: index}, Entry: c.entry(), Changed: s.Changed}
			if err := tx.Changes.Put(change); err != nil {
				return err
			}
		}
		f := storage.Feature{App: id, Identifier: fmt.Sprint("feature", 9-i), Title: c.words(), Description: c.text(), IconTemplate: c.text(), Position: i}
		r := storage.RelatedApp{App: id, Shelf: storage.ShelfMayAlsoLike, Related: storage.AppID(90 - i), Name: c.some(), Developer: c.text(),
			URL: "https://apps.apple.com/us/app/id1", Position: i, ObservedAt: c.moment()}
		front := storage.StorefrontObservation{App: id, Country: "ch", At: s.ID.At, Listed: !s.Label.IsZero(), Label: s.Label, Name: f.Description, Version: s.AppVersion}
		if front.Listed {
			price := float64(i) / 2
			front.PriceAmount = &price
		}
		if err := errors.Join(tx.Features.Put(f), tx.RelatedApps.Put(r), tx.Storefronts.Put(front)); err != nil {
			return err
		}
	}
	return nil
}

// papers stores an app's notes, verdicts and policy.
func (c chance) papers(tx *storage.Tx, id storage.AppID) error {
	review := storage.Review{ID: c.id("review", int(id)), App: id, Action: storage.ReviewSnoozed, ActedAt: c.moment(), CoveredCount: c.IntN(3),
		CoveredSnapshots: []storage.SnapshotID{{App: id, At: 5}}, SnoozeUntil: c.never(), Note: c.text(), PreState: storage.ReviewState{ChangeCount: c.IntN(3)}}
	note := storage.Annotation{ID: storage.AnnotationID(c.IntN(50) + 100*int(id)), App: id, Body: c.some(), Tag: storage.TagConcern, Visibility: storage.VisibilityPrivate,
		CreatedAt: c.moment(), UpdatedAt: c.moment(), DeletedAt: c.never(), Origin: storage.OriginUser}
	note.Change = storage.Text(storage.ChangeID{Snapshot: storage.SnapshotID{App: id, At: 5}}.String())
	concern := storage.Concern{App: id, Category: "LOCATION", Accepted: []string{"A", "A/é"}, AcceptedAt: 5 + storage.Time(id), Until: storage.NullTime(id % 2), Note: "<&> é"}
	candidate := storage.ShortlistEntry{Source: id, Candidate: id + 1, Name: c.some(), Developer: c.words(), URL: "https://example.org/", Note: c.words(),
		Modes: storage.Modes(c.IntN(3) + 1), AddedAt: c.moment()}
	text := c.some()
	version := storage.PolicyVersion{ID: storage.PolicyVersionID{App: id, Hash: digest.Of(text)}, FirstFetched: c.moment(), LastFetched: c.moment(),
		PolicyURL: "https://example.org/privacy", Title: c.text(), Origin: storage.PolicyDirect, WordCount: 3, Text: text, ArchiveSubmittedAt: c.never(), Extractor: c.words()}
	ms := int64(c.IntN(100))
	summary := storage.PolicySummary{Overview: c.some(), Highlights: []string{c.words()}, Safety: &storage.PolicySafety{Paragraph: c.some()}}.Normal()
	analysis := storage.PolicyAnalysis{App: id, Summary: &summary, SummaryAt: c.never(), Model: c.text(), Mode: storage.PolicyChunked, PreviousSummary: &summary,
		Notes: []storage.PolicyNote{{Of: storage.Digest{1}, Summary: c.words(), Highlights: []string{c.words()}}}, NotesOf: version.ID.Hash,
		Status: storage.PolicySourceReady, Current: version.ID.Hash, PolicyURL: c.text(), WordCount: 3, Length: 9,
		FetchedAt: c.never(), UpdatedAt: c.moment(), Error: c.text(), Log: []storage.PolicyStep{{Phase: "fetch", At: c.moment(), MS: &ms, Note: c.words()}, {Phase: "end"}}}
	return errors.Join(
		tx.Identifiers.Put(storage.Identifier{App: id, Source: "packages", Identifier: c.id("package", int(id))}), tx.Reviews.Put(review), tx.Annotations.Put(note),
		tx.Concerns.Put(concern), tx.Shortlist.Put(candidate), tx.PolicyVersions.Put(version), tx.PolicyAnalyses.Put(analysis),
	)
}

// manual stores a manual app and what belongs to it.
func (c chance) manual(tx *storage.Tx, i int) error {
	a := storage.ManualApp{ID: c.id("manual", i), Name: c.some(), Source: storage.ManualOwnBuild, Developer: c.text(), PrivacyPolicyURL: "https://example.org/privacy",
		Notes: c.text(), FirstSeen: c.moment(), UpdatedAt: c.moment()}
	e := storage.ManualAppEvent{ID: c.id("event", i), App: a.ID, Type: storage.ManualScrape, OccurredAt: c.moment()}
	if c.yes() {
		e.Detail = json.RawMessage(`{"kind":"scrape","number":1.0}`)
	}
	v := storage.ManualPolicyVersion{ID: storage.ManualPolicyVersionID{App: a.ID, Hash: storage.Digest{1}}, FirstFetched: c.moment(), LastFetched: c.moment(),
		PolicyURL: c.text(), Title: c.text(), Origin: storage.PolicyWayback, WordCount: 3, Text: c.some(), Extractor: c.words()}
	return errors.Join(tx.ManualApps.Put(a), tx.ManualAppEvents.Put(e), tx.ManualPolicyVersions.Put(v))
}

// fleet stores a random fleet.
func fleet(t testing.TB, s storage.Store, seed uint64) {
	t.Helper()
	update(t, s, func(tx *storage.Tx) error { return newChance(seed).fill(tx) })
}
