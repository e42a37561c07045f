package backup

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/activity"
	"github.com/privacylabels/auditor/storage"
)

// nameless is who recommends in a bundle that names nobody.
const nameless = "your friend"

// AuditBundleSummary is what the import of a bundle did.
type AuditBundleSummary struct {
	AppsTotal          int `json:"appsTotal"`
	AppsAdded          int `json:"appsAdded"`
	AppsUpdated        int `json:"appsUpdated"`
	AppsSkipped        int `json:"appsSkipped"` // what was known of them is as new, or newer
	AnnotationsAdded   int `json:"annotationsAdded"`
	AnnotationsSkipped int `json:"annotationsSkipped"` // there already, blank, or about an app that nobody knows
	VerdictsAdded      int `json:"verdictsAdded"`      // also in place of another one of the same person

	ProfileStashed bool         `json:"recommenderProfileStashed"`
	ProfilePreset  storage.Text `json:"recommenderProfilePreset"`
	Recommender    string       `json:"recommenderName"`
}

// String returns the counts, for the activity log.
func (s AuditBundleSummary) String() string {
	return fmt.Sprintf("%d added · %d updated · %d skipped · %d notes", s.AppsAdded, s.AppsUpdated, s.AppsSkipped, s.AnnotationsAdded)
}

// AuditBundlePreview is what the import of a bundle would do.
type AuditBundlePreview struct {
	Bundle   AuditBundleInfo      `json:"bundle"`
	Summary  AuditBundleSummary   `json:"summary"`
	Existing *ImportedAuditBundle `json:"existingImport"` // nil: it was not imported before
}

// errPreview undoes an import.
var errPreview = errors.New("only a preview")

// Preview says what [Exchange.Import] would do, duplicates allowed, by doing it
// and taking it back.
func (e *Exchange) Preview(ctx context.Context, b *AuditBundle) (AuditBundlePreview, error) {
	var told AuditBundlePreview
	err := e.store.Update(ctx, func(tx storage.Tx) error {
		existing, err := importedBefore(tx, b.Info.ExportedAt)
		if err != nil {
			return err
		}
		summary, err := e.take(tx, b)
		if err != nil {
			return err
		}
		told = AuditBundlePreview{b.Info, summary, existing}
		return errPreview
	})
	if errors.Is(err, errPreview) {
		err = nil
	}
	return told, err
}

// Import takes a bundle in, in one transaction.
//
//   - An app that is not tracked is from now on. Of one that is, the later state
//     counts; what the bundle does not say, or says wrongly, stays as it was. No
//     snapshot is taken, no change recorded, and nobody is notified.
//   - A note is kept beside the others, as the other person's, unless it is there
//     already. So is a verdict, in place of the same person's; the user's own are
//     never touched.
//   - The other person's privacy profile is laid aside, see [ProfileSuggestionSetting],
//     and so is the wish to go through the recommendations.
//   - The summary of a policy is kept where there is no text of the policy to make
//     one's own of, and no summary but one that came the same way. The beginning of
//     the text, which is in the bundle too, is not kept.
//
// The error is a [*DuplicateError] when a bundle of the same moment was imported
// before, unless duplicates are allowed, and an [*AuditBundleError] when the file is not
// what it was any more.
func (e *Exchange) Import(ctx context.Context, b *AuditBundle, allowDuplicate bool) (AuditBundleSummary, error) {
	var summary AuditBundleSummary
	err := e.store.Update(ctx, func(tx storage.Tx) error {
		existing, err := importedBefore(tx, b.Info.ExportedAt)
		if err != nil {
			return err
		}
		if existing != nil && !allowDuplicate {
			return &DuplicateError{*existing}
		}
		summary, err = e.take(tx, b)
		return err
	})
	return summary, err
}

// intake is a bundle on its way into a store.
type intake struct {
	tx       storage.Tx
	bundle   *AuditBundle
	now      storage.Time
	exported moment // when the bundle was written; never when nobody can tell
	from     storage.Text
	told     AuditBundleSummary
}

// take takes in all of a bundle.
func (e *Exchange) take(tx storage.Tx, b *AuditBundle) (AuditBundleSummary, error) {
	now := storage.TimeOf(e.now())
	from := cmp.Or(strings.TrimSpace(string(b.Info.Recommender)), nameless)
	in := &intake{tx: tx, bundle: b, now: now, from: storage.Text(from), told: AuditBundleSummary{Recommender: from}}
	if at, err := time.Parse(time.RFC3339Nano, b.Info.ExportedAt); err == nil {
		in.exported = moment(max(storage.TimeOf(at), 0))
	}
	for _, step := range []func() error{in.apps, in.annotations, in.verdicts, in.stash} {
		if err := step(); err != nil {
			return AuditBundleSummary{}, err
		}
	}
	if err := in.remember(); err != nil {
		return AuditBundleSummary{}, err
	}
	return in.told, in.tell(e)
}

// tell writes a line of the activity log.
func (in *intake) tell(e *Exchange) error {
	detail, err := json.Marshal(struct {
		AuditBundleSummary
		ExportedAt string `json:"exportedAt"`
	}{in.told, in.bundle.Info.ExportedAt})
	if err != nil {
		return err
	}
	return activity.Record(in.tx, e.random, storage.Activity{
		Type: "bundle_imported", Status: activity.OK, Summary: storage.Text(in.told.String()), Detail: detail,
		StartedAt: in.now, EndedAt: storage.NullTime(in.now),
	})
}

// each calls do with every element of a list of the bundle.
func (in *intake) each(list string, do func(i int, text json.RawMessage) error) error {
	at, there := in.bundle.lists[list]
	if !there {
		return nil
	}
	return newPartReader(in.bundle.file, at, in.bundle.size).elements(list, do)
}

func (in *intake) apps() error {
	return in.each(auditApps, func(i int, text json.RawMessage) error {
		a, err := readApp(i, text)
		if err != nil {
			return err
		}
		return in.app(a)
	})
}

// app takes an app in.
func (in *intake) app(a arrival) error {
	in.told.AppsTotal++
	before, err := in.tx.Apps().Get(a.id)
	isNew := errors.Is(err, storage.ErrNotFound)
	if err != nil && !isNew {
		return err
	}
	seen := a.seen(in.exported, in.now)
	switch {
	case isNew:
		in.told.AppsAdded++
	case seen <= before.LastSynced:
		in.told.AppsSkipped++
		return nil
	default:
		in.told.AppsUpdated++
	}
	app := a.apply(before, isNew, seen)
	if err := in.label(&app, a.label); err != nil {
		return err
	}
	if err := in.tx.Apps().Put(app); err != nil {
		return err
	}
	if err := in.policy(app, a.file.PolicySummary); err != nil {
		return err
	}
	return in.features(a)
}

// label puts a label in place of the one that an app has. A label that says
// nothing erases none, and one that says the same with less detail replaces none.
func (in *intake) label(app *storage.App, body storage.LabelBody) error {
	if body.Digest.IsZero() || body.Digest == app.LabelDigest {
		return nil
	}
	if !changelog.Detailed(body.Label) {
		last, err := labelOf(in.tx, *app)
		if err != nil || changelog.Detailed(last) && len(changelog.DiffLabels(last, body.Label)) == 0 {
			return err
		}
	}
	kept, err := in.tx.Labels().Get(body.Digest)
	if errors.Is(err, storage.ErrNotFound) {
		kept, err = body, in.tx.Labels().Put(body)
	}
	if err != nil {
		return err
	}
	show(app, kept)
	return nil
}

// features replaces an app's features, if the bundle says anything on them. What
// it cannot say, the picture, stays.
func (in *intake) features(a arrival) error {
	if !a.said {
		return nil
	}
	last, err := storage.Collect(in.tx.Features().List(storage.FeatureQuery{App: a.id}))
	if err != nil {
		return err
	}
	var gone []storage.FeatureID
	for _, f := range last {
		at := slices.IndexFunc(a.features, func(n storage.Feature) bool { return n.Identifier == f.Identifier })
		if at < 0 {
			gone = append(gone, f.Key())
			continue
		}
		a.features[at].IconTemplate = f.IconTemplate
	}
	if _, err := in.tx.Features().Delete(gone...); err != nil {
		return err
	}
	return in.tx.Features().Put(a.features...)
}
