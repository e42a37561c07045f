package bundle

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/internal/appdata"
	"github.com/privacylabels/auditor/internal/isotime"
	"github.com/privacylabels/auditor/internal/timeline"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// defaultRecommender stands for the recommender of a bundle that names none.
const defaultRecommender = "your friend"

// Summary is the outcome of an import.
type Summary struct {
	AppsTotal          int `json:"appsTotal"`          // number of apps in the file
	AppsAdded          int `json:"appsAdded"`          // number of apps added
	AppsUpdated        int `json:"appsUpdated"`        // number of apps updated
	AppsSkipped        int `json:"appsSkipped"`        // the number of apps that were skipped, because their state here is as new or newer
	AnnotationsAdded   int `json:"annotationsAdded"`   // number of notes added
	AnnotationsSkipped int `json:"annotationsSkipped"` // the number of notes that were skipped: known already, blank, or about an unknown app
	VerdictsAdded      int `json:"verdictsAdded"`      // the number of verdicts added, including those that replace one of the same person

	// Whether the author's privacy profile was saved for later.
	ProfileStashed bool `json:"recommenderProfileStashed"`
	// The preset of the author's privacy profile; null: none.
	ProfilePreset storage.Text `json:"recommenderProfilePreset"`
	// The name of the author of the bundle; empty: not given.
	Recommender string `json:"recommenderName"`
}

// String returns the counts, for the activity log.
func (s Summary) String() string {
	return fmt.Sprintf("%d added · %d updated · %d skipped · %d notes", s.AppsAdded, s.AppsUpdated, s.AppsSkipped, s.AnnotationsAdded)
}

// ImportPreview is the outcome that an import would have.
type ImportPreview struct {
	Bundle   Info      `json:"bundle"`         // the bundle that the file holds
	Summary  Summary   `json:"summary"`        // the summary
	Existing *Imported `json:"existingImport"` // the earlier import of the same bundle; nil: none
}

// errPreview rolls an import back.
var errPreview = errors.New("only a preview")

// Preview returns what [Service.Import] with duplicates allowed would do. It
// imports the bundle and rolls the transaction back.
func (s *Service) Preview(ctx context.Context, b *Bundle) (ImportPreview, error) {
	var preview ImportPreview
	err := s.config.Store.Update(ctx, func(tx *storage.Tx) error {
		existing, err := importedBefore(tx, b.Info.ExportedAt)
		if err != nil {
			return err
		}
		summary, err := s.importBundle(tx, b)
		if err != nil {
			return err
		}
		preview = ImportPreview{b.Info, summary, existing}
		return errPreview
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return preview, err
}

// Import imports a bundle in one transaction.
//
//   - An app that is not tracked becomes tracked. A tracked app gets the bundle's
//     state if that is newer; what the bundle lacks stays as it was, and so do the
//     accessibility features of an app that was read here, because the next refresh
//     compares with them. No snapshot is taken, no change recorded and no
//     notification sent.
//   - A note is added under the name of the other person, unless it is known
//     already. So is a verdict, which replaces one of the same person. The user's
//     own notes and verdicts do not change.
//   - The other person's privacy profile is saved for the user to decide on, see
//     [ProfileSuggestionSetting], and so is the request to review the
//     recommendations, see [MigrationFlowSetting].
//   - The summary of a policy is saved if the policy's text is not known here and
//     there is no summary except an imported one. The excerpt of the text in the
//     bundle is not saved.
//
// The error is a [*DuplicateError] when a bundle with the same export time was
// imported before, unless duplicates are allowed, and a [*FormatError] when the
// file has changed since [Open].
func (s *Service) Import(ctx context.Context, b *Bundle, allowDuplicate bool) (Summary, error) {
	return storage.Update(ctx, s.config.Store, func(tx *storage.Tx) (Summary, error) {
		existing, err := importedBefore(tx, b.Info.ExportedAt)
		if err != nil {
			return Summary{}, err
		}
		if existing != nil && !allowDuplicate {
			return Summary{}, &DuplicateError{*existing}
		}
		return s.importBundle(tx, b)
	})
}

// importer imports one bundle.
type importer struct {
	tx       *storage.Tx
	bundle   *Bundle
	now      storage.Time
	exported moment // the bundle's export time; zero: unknown
	from     storage.Text
	summary  Summary
}

func (s *Service) importBundle(tx *storage.Tx, b *Bundle) (Summary, error) {
	now := storage.TimeOf(s.config.Now())
	from := cmp.Or(strings.TrimSpace(string(b.Info.Recommender)), defaultRecommender)
	in := &importer{tx: tx, bundle: b, now: now, from: storage.Text(from), summary: Summary{Recommender: from}}
	if at, _, ok := isotime.Parse(b.Info.ExportedAt); ok {
		in.exported = moment(max(storage.TimeOf(at), 0))
	}
	for _, step := range []func() error{in.apps, in.annotations, in.verdicts, in.saveSuggestions, in.saveImported} {
		if err := step(); err != nil {
			return Summary{}, err
		}
	}
	return in.summary, activity.Record(tx, s.config.Random, storage.Activity{
		Type: "bundle_imported", Status: activity.OK, Summary: storage.Text(in.summary.String()), StartedAt: now, EndedAt: storage.NullTime(now),
		Detail: activity.Detail(struct {
			Summary
			ExportedAt string `json:"exportedAt"`
		}{in.summary, b.Info.ExportedAt}),
	})
}

func (in *importer) apps() error {
	return in.bundle.each(memberApps, func(i int, text json.RawMessage) error {
		a, err := parseApp(i, text)
		if err != nil {
			return err
		}
		return in.app(a)
	})
}

// otherStore stores what a bundle says of an app in two stores: the name of its package, and its pair
// unless one of the two apps has another one.
func (in *importer) otherStore(a incomingApp, isNew bool) error {
	if isNew && a.ofPlay() {
		if err := in.tx.Identifiers.Put(storage.Identifier{App: a.id, Source: storage.SourcePlay, Identifier: string(a.file.BundleID)}); err != nil {
			return err
		}
	}
	pair := storage.PairOf(a.id, storage.AppID(a.file.PairedWith))
	if a.file.PairedWith == 0 || pair.App.IsNumber() || !pair.With.IsNumber() {
		return nil
	}
	for _, id := range []storage.AppID{pair.App, pair.With} {
		if had, err := in.tx.Pairs.Count(storage.PairQuery{Of: id}); err != nil || had > 0 {
			return err
		}
	}
	return in.tx.Pairs.Put(a.file.Pair.pair(pair, in.now))
}

// pair completes a pair with what a bundle says of it, as far as it can be true.
func (p *filePair) pair(of storage.Pair, now storage.Time) storage.Pair {
	of.CreatedAt = now
	if p == nil {
		return of
	}
	if at := storage.Time(p.CreatedAt); at > 0 && at < now {
		of.CreatedAt = at
	}
	of.Compared = p.Compared
	named := make(map[string]bool)
	for _, row := range vocabulary.Crosswalk() {
		named[row.Name] = true
	}
	for _, gap := range p.Differences {
		told := storage.AppID(gap.ToldTo)
		if !p.Compared || !named[gap.Name] || told != of.App && told != of.With {
			continue
		}
		named[gap.Name] = false // each once
		of.Open = append(of.Open, storage.Gap{Name: gap.Name, ToldTo: told, Since: min(storage.Time(gap.Since), now)})
	}
	of.Differs = len(of.Open) > 0
	return of
}

// app adds an app, or updates it if the bundle's state is newer. What a user marked has no time by which
// a later state replaces it: it arrives in any case.
func (in *importer) app(a incomingApp) error {
	in.summary.AppsTotal++
	before, tracked, err := storage.Find(in.tx.Apps, a.id)
	found := tracked
	if err == nil && !tracked { // one that was removed goes on from its record
		before, found, err = appdata.Back(in.tx, a.id)
	}
	if err != nil {
		return err
	}
	observedAt := a.observedAt(in.exported, in.now)
	older := found && observedAt <= before.LastSynced
	switch {
	case !tracked:
		in.summary.AppsAdded++
	case older:
		in.summary.AppsSkipped++
	default:
		in.summary.AppsUpdated++
	}
	if older {
		return in.marks(before, a)
	}
	if before.SyncCount > 0 {
		a.hasFeatures = false
	}
	app := a.apply(before, !found, observedAt)
	if err := in.label(&app, a.label); err != nil {
		return err
	}
	if err := in.tx.Apps.Put(app); err != nil {
		return err
	}
	if err := in.otherStore(a, !found); err != nil {
		return err
	}
	if err := in.policy(app, a.file.PolicySummary); err != nil {
		return err
	}
	return in.features(a)
}

// label replaces the label of an app. An unknown label does not, nor does one that
// only has fewer details.
func (in *importer) label(app *storage.App, body storage.LabelBody) error {
	if body.Digest.IsZero() || body.Digest == app.LabelDigest {
		return nil
	}
	if !changelog.Detailed(body.Label) {
		last, err := labelOf(in.tx, *app)
		if err != nil || changelog.Detailed(last) && len(changelog.DiffLabels(last, body.Label)) == 0 {
			return err
		}
	}
	stored, err := timeline.SaveLabel(in.tx, body)
	if err != nil {
		return err
	}
	setLabel(app, stored)
	return nil
}

// features replaces an app's features if the bundle has a list of them. Their
// icons, which a bundle does not contain, stay.
func (in *importer) features(a incomingApp) error {
	if !a.hasFeatures {
		return nil
	}
	last, err := storage.Collect(in.tx.Features.List(storage.FeatureQuery{App: a.id}))
	if err != nil {
		return err
	}
	var gone []storage.FeatureID
	for _, f := range last {
		at := slices.IndexFunc(a.features, func(n storage.Feature) bool { return n.Identifier == f.Identifier })
		if at < 0 {
			gone = append(gone, storage.Key(f))
			continue
		}
		a.features[at].IconTemplate = f.IconTemplate
	}
	if _, err := in.tx.Features.Delete(gone...); err != nil {
		return err
	}
	return in.tx.Features.Put(a.features...)
}
