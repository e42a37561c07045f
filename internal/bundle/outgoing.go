package bundle

import (
	"cmp"
	"errors"

	"github.com/privacylabels/auditor/internal/order"
	"github.com/privacylabels/auditor/internal/vocabulary"
	"github.com/privacylabels/auditor/storage"
)

// appRecord returns an app as a bundle has it.
func appRecord(tx *storage.Tx, a storage.App) (fileApp, error) {
	label, err := labelOf(tx, a)
	if err != nil {
		return fileApp{}, err
	}
	features, err := storage.Collect(tx.Features.List(storage.FeatureQuery{App: a.ID}))
	if err != nil {
		return fileApp{}, err
	}
	policy, err := policyRecord(tx, a.ID)
	if err != nil {
		return fileApp{}, err
	}
	var partner storage.AppID
	var known *filePair
	for pair, err := range tx.Pairs.List(storage.PairQuery{Of: a.ID, Limit: 1}) {
		if err != nil && !errors.Is(err, storage.ErrNotSupported) {
			return fileApp{}, err
		}
		partner, known = pair.Partner(a.ID), pairRecord(pair)
	}
	return fileApp{
		AppSource: playSource(a), PairedWith: fileID(partner), Pair: known,
		ID: fileID(a.ID), Name: a.Name, Developer: a.Developer, BundleID: a.BundleID, URL: a.URL, IconURL: a.IconURL,
		CurrentVersion: a.CurrentVersion, PrivacyPolicyURL: a.PrivacyPolicyURL,
		HasPrivacyDetails: bit{a.HasPrivacyDetails}, HasAccessibilityLabels: bit{a.HasAccessibilityLabels},
		PrivacyTypes: typeRecords(a.Store(), label), SecurityPractices: label.Practices, AccessibilityFeatures: featureRecords(features), PolicySummary: policy,
		PriceAmount: a.PriceAmount, PriceCurrency: a.PriceCurrency, PriceFormatted: a.PriceFormatted, HasIAP: bit{a.HasIAP},
		LastSynced: moment(a.LastSynced),
	}, err
}

func pairRecord(p storage.Pair) *filePair {
	known := &filePair{CreatedAt: moment(p.CreatedAt), Compared: p.Compared}
	for _, gap := range p.Open {
		known.Differences = append(known.Differences, fileGap{gap.Name, fileID(gap.ToldTo), moment(gap.Since)})
	}
	return known
}

// labelOf returns an app's label. If the app has none, it is not Known.
func labelOf(tx *storage.Tx, app storage.App) (storage.Label, error) {
	if app.LabelDigest.IsZero() {
		return storage.Label{}, nil
	}
	body, err := tx.Labels.Get(app.LabelDigest)
	return body.Label, err
}

// playSource returns the source of an app of Google Play, empty for all others: only its apps have
// the same ID in every installation.
func playSource(a storage.App) storage.Text {
	if a.Source == storage.SourcePlay && a.ID == storage.Number(storage.SourcePlay, string(a.BundleID), 0) {
		return a.Source
	}
	return ""
}

// truncate returns the first characters of a text.
func truncate(text string, characters int) string {
	for i := range text {
		if characters == 0 {
			return text[:i]
		}
		characters--
	}
	return text
}

func annotationRecord(a storage.Annotation) fileAnnotation {
	return fileAnnotation{
		ID: a.ID.String(), App: fileID(a.App), Content: a.Body, Source: a.Origin, SourceName: a.OriginName,
		Visibility: string(a.Visibility), Tag: a.Tag, CreatedAt: moment(a.CreatedAt), UpdatedAt: moment(a.UpdatedAt),
	}
}

func typeRecords(store string, l storage.Label) []fileType {
	l = vocabulary.Label(store, l)
	types := make([]fileType, len(l.Types))
	for i, t := range l.Types {
		types[i] = fileType{Identifier: t.Identifier, Title: t.Title, Detail: t.Detail, Categories: categoryRecords(t.Categories)}
		for _, p := range t.Purposes {
			types[i].Purposes = append(types[i].Purposes, filePurpose{p.Identifier, p.Title, categoryRecords(p.Categories)})
		}
	}
	order.Sort(types, func(a, b fileType) int { return cmp.Compare(a.Title, b.Title) })
	return types
}

func categoryRecords(categories []storage.LabelCategory) []fileCategory {
	shown := make([]fileCategory, len(categories))
	for i, c := range categories {
		shown[i] = fileCategory(c)
	}
	order.Sort(shown, func(a, b fileCategory) int { return cmp.Compare(a.Title, b.Title) })
	return shown
}

func featureRecords(features []storage.Feature) []fileFeature {
	shown := make([]fileFeature, len(features))
	for i, f := range vocabulary.FeatureNames(features) {
		shown[i] = fileFeature{f.Identifier, f.Title, true, f.Description}
	}
	order.Sort(shown, func(a, b fileFeature) int { return cmp.Compare(a.Title, b.Title) })
	return shown
}
