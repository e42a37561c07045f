package bundle

import (
	"cmp"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/changelog"
	"github.com/privacylabels/auditor/internal/address"
	"github.com/privacylabels/auditor/internal/facts"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/review"
	"github.com/privacylabels/auditor/storage"
)

// maxParts is the maximum length of each list in an app: types, purposes,
// categories, data types, features.
const maxParts = 64

// incomingApp is an app of a bundle.
type incomingApp struct {
	id          storage.AppID
	file        fileApp
	label       storage.LabelBody // zero digest: not in the bundle
	features    []storage.Feature // in the order of the bundle
	hasFeatures bool              // the bundle has a list of features, which may be empty
	url         string            // empty: not in the bundle, or not the app's
	icon        storage.Text      // empty: not in the bundle, or not usable
	policy      storage.Text      // the same
}

// parseApp decodes and checks an element of the list of apps. The error is a
// [*FormatError].
func parseApp(i int, text json.RawMessage) (incomingApp, error) {
	var f fileApp
	if err := decode(memberApps, i, text, &f); err != nil {
		return incomingApp{}, err
	}
	a := incomingApp{id: storage.AppID(f.ID), file: f, hasFeatures: f.AccessibilityFeatures != nil}
	switch {
	case f.ID == 0:
		return a, refuse("%s[%d].id: missing, or not an app ID", memberApps, i)
	case f.Name == "":
		return a, refuse("%s[%d].name: missing (app %v)", memberApps, i, a.id)
	case f.PrivacyTypes == nil:
		return a, refuse("%s[%d].privacy_types: must be a list (app %v)", memberApps, i, a.id)
	case !f.bounded():
		return a, refuse("%s[%d]: a list has more than %d elements (app %v)", memberApps, i, maxParts, a.id)
	}
	a.url, a.icon, a.policy = address.AppStore(f.URL, a.id), address.Public(f.IconURL), address.Public(f.PrivacyPolicyURL)
	for _, feature := range f.AccessibilityFeatures {
		duplicate := slices.ContainsFunc(a.features, func(k storage.Feature) bool { return k.Identifier == feature.Identifier })
		if bool(feature.Declared) && feature.Identifier != "" && !duplicate {
			a.features = append(a.features, storage.Feature{
				App: a.id, Identifier: feature.Identifier, Title: cmp.Or(feature.Title, feature.Identifier),
				Description: feature.Description, Position: len(a.features),
			})
		}
	}
	label := f.label()
	if label.Known() {
		var err error
		if a.label, err = changelog.BodyOf(label); err != nil {
			return a, invalid(memberApps, i, err)
		}
	}
	return a, invalid(memberApps, i, a.validate())
}

// validate reports why the app cannot be stored.
func (a incomingApp) validate() error {
	wrong := []error{storage.Validate(a.apply(storage.App{}, true, 1))}
	if !a.label.Digest.IsZero() {
		wrong = append(wrong, storage.Validate(a.label))
	}
	for _, f := range a.features {
		wrong = append(wrong, storage.Validate(f))
	}
	return errors.Join(wrong...)
}

// decode decodes an element of a list, which must be an object.
func decode(list string, i int, text json.RawMessage, into any) error {
	if !strings.HasPrefix(string(text[:1]), "{") {
		return refuse("%s[%d] must be an object", list, i)
	}
	err := json.Unmarshal(text, into)
	var mismatch *json.UnmarshalTypeError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &mismatch) && mismatch.Type == reflect.TypeFor[moment]():
		return refuse("%s[%d].%s: a time before 1970 or after the year 9999", list, i, mismatch.Field)
	case errors.As(err, &mismatch):
		return refuse("%s[%d].%s: wrong type", list, i, mismatch.Field)
	}
	return invalid(list, i, err)
}

// invalid returns the [*FormatError] for an element that cannot be stored; nil if
// err is nil.
func invalid(list string, i int, err error) error {
	if err == nil {
		return nil
	}
	return refuse("%s[%d]: a value cannot be stored: %v", list, i, err)
}

// bounded reports whether no list in the app is too long.
func (f fileApp) bounded() bool {
	fits := len(f.PrivacyTypes) <= maxParts && len(f.SecurityPractices) <= maxParts && len(f.AccessibilityFeatures) <= maxParts
	for _, t := range f.PrivacyTypes {
		fits = fits && len(t.Purposes) <= maxParts && categoriesFit(t.Categories)
		for _, p := range t.Purposes {
			fits = fits && categoriesFit(p.Categories)
		}
	}
	return fits
}

func categoriesFit(categories []fileCategory) bool {
	return len(categories) <= maxParts &&
		!slices.ContainsFunc(categories, func(c fileCategory) bool { return len(c.DataTypes) > maxParts })
}

// label returns the label: each type and each of its categories once, and nothing
// without an identifier. Data types may lack one: not every text of an App Store
// page has a known identifier.
func (f fileApp) label() storage.Label {
	var l storage.Label
	for _, t := range f.PrivacyTypes {
		if _, duplicate := l.Type(t.Identifier); duplicate || t.Identifier == "" {
			continue
		}
		built := storage.PrivacyType{
			Identifier: t.Identifier, Title: cmp.Or(t.Title, t.Identifier), Detail: t.Detail, Categories: labelCategories(t.Categories),
		}
		for _, p := range t.Purposes {
			if p.Identifier != "" {
				built.Purposes = append(built.Purposes, storage.Purpose{
					Identifier: p.Identifier, Title: cmp.Or(p.Title, p.Identifier), Categories: labelCategories(p.Categories),
				})
			}
		}
		l.Types = append(l.Types, built)
	}
	l.Practices = append([]string(nil), f.SecurityPractices...) // nil if empty
	return l
}

func labelCategories(sent []fileCategory) []storage.LabelCategory {
	var categories []storage.LabelCategory
	for _, c := range sent {
		duplicate := slices.ContainsFunc(categories, func(k storage.LabelCategory) bool { return k.Identifier == c.Identifier })
		if duplicate || c.Identifier == "" {
			continue
		}
		c.Title = cmp.Or(c.Title, c.Identifier)
		c.DataTypes = append([]storage.DataType(nil), c.DataTypes...) // nil if empty
		categories = append(categories, storage.LabelCategory(c))
	}
	return categories
}

// observedAt returns when the state of the app was observed: its own time, or that
// of its policy, or that of the bundle. It is not after now.
func (a incomingApp) observedAt(exported moment, now storage.Time) storage.Time {
	m := a.file.LastSynced
	if m == 0 && a.file.PolicySummary != nil {
		m = a.file.PolicySummary.FetchedAt
	}
	return cmp.Or(m, exported).orNow(now)
}

// ofPlay reports whether the app is one of Google Play, whose ID follows from the name of its package.
func (a incomingApp) ofPlay() bool {
	name := string(a.file.BundleID)
	return a.file.AppSource == storage.SourcePlay && storage.IsPackage(name) && a.id == storage.Number(storage.SourcePlay, name, 0)
}

// apply returns the app as it is after the import, except for its label. What the
// bundle does not contain stays as it was.
func (a incomingApp) apply(app storage.App, isNew bool, observedAt storage.Time) storage.App {
	f := a.file
	if isNew {
		app = storage.App{ID: a.id, FirstSeen: observedAt, URL: address.Page(a.id)}
		if a.ofPlay() {
			app.Source, app.URL = f.AppSource, address.Package(string(f.BundleID))
		}
	}
	app.Name, app.LastSynced = f.Name, observedAt
	if a.url != "" {
		app.URL, app.Country = a.url, cmp.Or(storage.Storefront(a.url), app.Country)
	}
	a.facts().Store(&app)
	if app.LabelDigest.IsZero() {
		app.HasPrivacyDetails = f.HasPrivacyDetails.is
	}
	if a.hasFeatures {
		app.AccessibilityCount, app.HasAccessibilityLabels = len(a.features), f.HasAccessibilityLabels.is
		if len(a.features) > 0 {
			app.HasAccessibilityLabels = new(true)
		}
	}
	return app
}

// facts returns what the bundle says about the app.
func (a incomingApp) facts() facts.Facts {
	f := a.file
	told := facts.Facts{App: storage.App{
		IconURL: a.icon, PrivacyPolicyURL: a.policy, BundleID: f.BundleID, Developer: f.Developer, CurrentVersion: f.CurrentVersion,
		PriceAmount: f.PriceAmount, PriceCurrency: f.PriceCurrency, PriceFormatted: f.PriceFormatted, HasIAP: f.HasIAP.is,
	}}
	told.Known = facts.Of(told.App)
	return told
}

// setLabel sets the label of an app and everything that is derived from it.
func setLabel(app *storage.App, body storage.LabelBody) {
	n := changelog.CountLabel(body.Label)
	app.LabelDigest, app.HasPrivacyDetails = body.Digest, body.Label.Provided()
	app.CategoryCount, app.TrackCount, app.LinkedCount, app.UnlinkedCount = n.Categories, n.Track, n.Linked, n.Unlinked
	app.Footprint = profile.FootprintOf(body.Label)
}

// incomingNote is a note of a bundle.
type incomingNote struct {
	storage.Annotation
	dated bool // the bundle has the time when it was written
}

// parseAnnotation decodes and checks an element of the list of notes. The caller
// sets ID and OriginName. It reports false for a note that is blank or about no
// app: that is skipped.
func parseAnnotation(i int, text json.RawMessage, now storage.Time) (note incomingNote, ok bool, err error) {
	var f fileAnnotation
	if err := decode(memberAnnotations, i, text, &f); err != nil {
		return note, false, err
	}
	if utf8.RuneCountInString(f.Content) > review.MaxText {
		return note, false, refuse("%s[%d].content: more than %d characters", memberAnnotations, i, review.MaxText)
	}
	if f.App == 0 || strings.TrimSpace(f.Content) == "" {
		return note, false, nil
	}
	created := f.CreatedAt.orNow(now)
	note = incomingNote{dated: f.CreatedAt != 0, Annotation: storage.Annotation{
		ID: 1, App: storage.AppID(f.App), Body: f.Content, Tag: f.Tag, Visibility: storage.VisibilityPrivate,
		CreatedAt: created, UpdatedAt: max(created, f.UpdatedAt.orNow(now)), Origin: storage.OriginImported,
	}}
	if f.UpdatedAt == 0 {
		note.UpdatedAt = created
	}
	if f.Visibility == string(storage.VisibilityExport) { // anything else does not allow sharing
		note.Visibility = storage.VisibilityExport
	}
	if !note.Tag.Known() {
		note.Tag = ""
	}
	return note, true, invalid(memberAnnotations, i, storage.Validate(note))
}

// parseVerdict decodes and checks an element of the list of verdicts. The caller
// sets Origin and OriginName. It reports false for one without an app or a known
// decision: that is skipped.
func parseVerdict(i int, text json.RawMessage, now storage.Time) (v storage.Verdict, ok bool, err error) {
	var f fileVerdict
	if err := decode(memberVerdicts, i, text, &f); err != nil {
		return v, false, err
	}
	if utf8.RuneCountInString(string(f.Rationale)) > review.MaxText {
		return v, false, refuse("%s[%d].rationale: more than %d characters", memberVerdicts, i, review.MaxText)
	}
	if f.App == 0 || !f.Decision.Known() {
		return v, false, nil
	}
	v = storage.Verdict{
		App: storage.AppID(f.App), Decision: f.Decision, Rationale: f.Rationale, Origin: storage.OriginUser,
		SetAt: f.SetAt.orNow(now), UpdatedAt: f.UpdatedAt.orNow(now),
	}
	return v, true, invalid(memberVerdicts, i, storage.Validate(v))
}
