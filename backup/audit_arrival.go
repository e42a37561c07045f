package backup

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/storage"
)

// maxEntries is how many elements a list within an app has at most: types,
// purposes, categories, data types, features.
const maxEntries = 64

// arrival is an app as a bundle tells of it.
type arrival struct {
	id       storage.AppID
	file     fileApp
	label    storage.LabelBody // zero digest: the bundle does not say
	features []storage.Feature // in the order of the bundle
	said     bool              // whether it says anything on features
	url      string            // empty: none that is the app's
	icon     storage.Text      // empty: none
	policy   storage.Text      // empty: none
}

// readApp reads an element of the list of apps. What is wrong with it is said as
// an [*AuditBundleError].
func readApp(i int, text json.RawMessage) (arrival, error) {
	var f fileApp
	if err := decode(auditApps, i, text, &f); err != nil {
		return arrival{}, err
	}
	a := arrival{id: storage.AppID(f.ID), file: f, said: f.AccessibilityFeatures != nil}
	switch {
	case f.ID == 0:
		return a, refuse("%s[%d] has no id, or one that is no app's", auditApps, i)
	case f.Name == "":
		return a, refuse("%s[%d], app %v, has no name", auditApps, i, a.id)
	case f.PrivacyTypes == nil:
		return a, refuse("%s[%d], app %v: privacy_types must be a list", auditApps, i, a.id)
	case !f.bounded():
		return a, refuse("%s[%d], app %v, has a list of more than %d elements", auditApps, i, a.id, maxEntries)
	}
	a.url, a.icon, a.policy = storeAddress(f.URL, a.id), publicAddress(f.IconURL), publicAddress(f.PrivacyPolicyURL)
	for _, feature := range f.AccessibilityFeatures {
		doubled := slices.ContainsFunc(a.features, func(k storage.Feature) bool { return k.Identifier == feature.Identifier })
		if bool(feature.Declared) && feature.Identifier != "" && !doubled {
			a.features = append(a.features, storage.Feature{
				App: a.id, Identifier: feature.Identifier, Title: cmp.Or(feature.Title, feature.Identifier),
				Description: feature.Description, Position: len(a.features),
			})
		}
	}
	label := f.label()
	if label.Known() {
		digest, err := changelog.Digest(label)
		if err != nil {
			return a, unfit(auditApps, i, err)
		}
		a.label = storage.LabelBody{Digest: digest, Label: label}
	}
	return a, unfit(auditApps, i, a.validate())
}

// validate returns what a store would have against the app.
func (a arrival) validate() error {
	wrong := []error{a.apply(storage.App{}, true, 1).Validate()}
	if !a.label.Digest.IsZero() {
		wrong = append(wrong, a.label.Validate())
	}
	for _, f := range a.features {
		wrong = append(wrong, f.Validate())
	}
	return errors.Join(wrong...)
}

// decode reads an element of a list, an object.
func decode(list string, i int, text json.RawMessage, into any) error {
	if !strings.HasPrefix(string(text[:1]), "{") {
		return refuse("%s[%d] must be an object", list, i)
	}
	err := json.Unmarshal(text, into)
	var mismatch *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mismatch):
		return refuse("%s[%d]: %s is of the wrong type", list, i, mismatch.Field)
	}
	return unfit(list, i, err)
}

// unfit says of an element that it cannot be kept; nil when there is no error.
func unfit(list string, i int, err error) error {
	if err == nil {
		return nil
	}
	return refuse("%s[%d] has a value that cannot be kept", list, i)
}

// bounded says whether no list within the app is too long.
func (f fileApp) bounded() bool {
	fits := len(f.PrivacyTypes) <= maxEntries && len(f.AccessibilityFeatures) <= maxEntries
	for _, t := range f.PrivacyTypes {
		fits = fits && len(t.Purposes) <= maxEntries && categoriesFit(t.Categories)
		for _, p := range t.Purposes {
			fits = fits && categoriesFit(p.Categories)
		}
	}
	return fits
}

func categoriesFit(categories []fileCategory) bool {
	return len(categories) <= maxEntries &&
		!slices.ContainsFunc(categories, func(c fileCategory) bool { return len(c.DataTypes) > maxEntries })
}

// label returns the label: each type and each of its categories once, and nothing
// without an identifier, but for data types, which have none where the page had a
// text that nobody could map to one.
func (f fileApp) label() storage.Label {
	var l storage.Label
	for _, t := range f.PrivacyTypes {
		if _, doubled := l.Type(t.Identifier); doubled || t.Identifier == "" {
			continue
		}
		kept := storage.PrivacyType{
			Identifier: t.Identifier, Title: cmp.Or(t.Title, t.Identifier), Detail: t.Detail, Categories: labelCategories(t.Categories),
		}
		for _, p := range t.Purposes {
			if p.Identifier != "" {
				kept.Purposes = append(kept.Purposes, storage.Purpose{
					Identifier: p.Identifier, Title: cmp.Or(p.Title, p.Identifier), Categories: labelCategories(p.Categories),
				})
			}
		}
		l.Types = append(l.Types, kept)
	}
	return l
}

func labelCategories(sent []fileCategory) []storage.LabelCategory {
	var kept []storage.LabelCategory
	for _, c := range sent {
		doubled := slices.ContainsFunc(kept, func(k storage.LabelCategory) bool { return k.Identifier == c.Identifier })
		if doubled || c.Identifier == "" {
			continue
		}
		category := storage.LabelCategory{Identifier: c.Identifier, Title: cmp.Or(c.Title, c.Identifier)}
		for _, d := range c.DataTypes {
			category.DataTypes = append(category.DataTypes, storage.DataType(d))
		}
		kept = append(kept, category)
	}
	return kept
}

// seen returns when the app was last seen: as it says itself, or when its policy
// was fetched, or when the bundle was written. It is not after now.
func (a arrival) seen(exported moment, now storage.Time) storage.Time {
	m := a.file.LastSynced
	if m == 0 && a.file.PolicySummary != nil {
		m = a.file.PolicySummary.FetchedAt
	}
	return cmp.Or(m, exported).orNow(now)
}

// apply returns the app as it is after the arrival, but for its label. What the
// bundle does not say stays as it was.
func (a arrival) apply(app storage.App, isNew bool, seen storage.Time) storage.App {
	f := a.file
	if isNew {
		app = storage.App{ID: a.id, FirstSeen: seen, URL: pageOf(a.id)}
	}
	app.Name, app.LastSynced = f.Name, seen
	if a.url != "" {
		app.URL, app.Country = a.url, cmp.Or(storefront(a.url), app.Country)
	}
	app.IconURL = cmp.Or(a.icon, app.IconURL)
	app.PrivacyPolicyURL = cmp.Or(a.policy, app.PrivacyPolicyURL)
	app.BundleID, app.Developer = cmp.Or(f.BundleID, app.BundleID), cmp.Or(f.Developer, app.Developer)
	if f.CurrentVersion != "" && f.CurrentVersion != app.CurrentVersion {
		app.VersionUpdatedAt, app.WhatsNew = 0, "" // another version's
		app.CurrentVersion = f.CurrentVersion
	}
	if f.PriceAmount != nil || f.PriceCurrency != "" || f.PriceFormatted != "" {
		app.PriceAmount, app.PriceCurrency, app.PriceFormatted = f.PriceAmount, f.PriceCurrency, f.PriceFormatted
	}
	app.HasIAP = cmp.Or(f.HasIAP.is, app.HasIAP)
	if app.LabelDigest.IsZero() {
		app.HasPrivacyDetails = f.HasPrivacyDetails.is
	}
	if a.said {
		app.AccessibilityCount, app.HasAccessibilityLabels = len(a.features), f.HasAccessibilityLabels.is
		if len(a.features) > 0 {
			app.HasAccessibilityLabels = new(true)
		}
	}
	return app
}

// show sets a label on an app's row, and what the row says of it.
func show(app *storage.App, body storage.LabelBody) {
	n := changelog.CountLabel(body.Label)
	app.LabelDigest, app.HasPrivacyDetails = body.Digest, body.Label.Provided()
	app.CategoryCount, app.TrackCount, app.LinkedCount, app.UnlinkedCount = n.Categories, n.Track, n.Linked, n.Unlinked
	app.Footprint = profile.FootprintOf(body.Label)
}

// arrivingNote is a note as a bundle has it.
type arrivingNote struct {
	storage.Annotation
	dated bool // whether the bundle says when it was written
}

// readAnnotation reads an element of the list of notes, as one to keep but for
// its id and whose it is, and says whether it is one: about an app, and not blank.
func readAnnotation(i int, text json.RawMessage, now storage.Time) (note arrivingNote, ok bool, err error) {
	var f fileAnnotation
	if err := decode(auditAnnotations, i, text, &f); err != nil {
		return note, false, err
	}
	if utf8.RuneCountInString(f.Content) > review.MaxText {
		return note, false, refuse("%s[%d] has more than %d characters", auditAnnotations, i, review.MaxText)
	}
	if f.App == 0 || strings.TrimSpace(f.Content) == "" {
		return note, false, nil
	}
	created := f.CreatedAt.orNow(now)
	note = arrivingNote{dated: f.CreatedAt != 0, Annotation: storage.Annotation{
		ID: 1, App: storage.AppID(f.App), Body: f.Content, Tag: f.Tag, Visibility: storage.VisibilityPrivate,
		CreatedAt: created, UpdatedAt: max(created, f.UpdatedAt.orNow(now)), Origin: storage.OriginImported,
	}}
	if f.UpdatedAt == 0 {
		note.UpdatedAt = created
	}
	if f.Visibility == string(storage.VisibilityExport) { // anything else did not say that it may leave
		note.Visibility = storage.VisibilityExport
	}
	if !note.Tag.Known() {
		note.Tag = ""
	}
	return note, true, unfit(auditAnnotations, i, note.Validate())
}

// readVerdict reads an element of the list of verdicts, as one to keep but for
// whose it is, and says whether it is one.
func readVerdict(i int, text json.RawMessage, now storage.Time) (v storage.Verdict, ok bool, err error) {
	var f fileVerdict
	if err := decode(auditVerdicts, i, text, &f); err != nil {
		return v, false, err
	}
	if utf8.RuneCountInString(string(f.Rationale)) > review.MaxText {
		return v, false, refuse("%s[%d] has more than %d characters", auditVerdicts, i, review.MaxText)
	}
	if f.App == 0 || !f.Decision.Known() {
		return v, false, nil
	}
	v = storage.Verdict{
		App: storage.AppID(f.App), Decision: f.Decision, Rationale: f.Rationale, Origin: storage.OriginUser,
		SetAt: f.SetAt.orNow(now), UpdatedAt: f.UpdatedAt.orNow(now),
	}
	return v, true, unfit(auditVerdicts, i, v.Validate())
}
