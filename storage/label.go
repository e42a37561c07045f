package storage

import (
	"bytes"
	"cmp"
	"errors"
	"slices"
)

// Identifiers of privacy types, as on the App Store's pages. Unknown ones are
// stored as well.
const (
	DataUsedToTrackYou = "DATA_USED_TO_TRACK_YOU"
	DataLinkedToYou    = "DATA_LINKED_TO_YOU"
	DataNotLinkedToYou = "DATA_NOT_LINKED_TO_YOU"
	DataNotCollected   = "DATA_NOT_COLLECTED"
	DataNotProvided    = "DATA_NOT_PROVIDED"
)

// Identifiers of the privacy types of Google Play's data safety section.
const (
	DataShared    = "DATA_SHARED"    // transferred to other companies or organizations
	DataCollected = "DATA_COLLECTED" // sent off the device
)

// Label is the privacy label of an app: what its developer declares to collect,
// by type and category. It consists of the one type [DataNotCollected] if the
// developer declares that nothing is collected, and of [DataNotProvided] before
// any declaration. A Label without types is unknown.
type Label struct {
	Types []PrivacyType `json:"types"`

	// Practices are the identifiers of the security practices that the developer declares, in
	// the order of the page. The App Store has none.
	Practices []string `json:"practices,omitempty"`
}

// PrivacyType is one heading of a label. Order is the page's, without meaning.
type PrivacyType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
	Detail     Text   `json:"detail"`

	// Categories are those of all purposes, each once.
	Categories []LabelCategory `json:"categories"`

	// Purposes are what each category is used for. Nil if the page names none,
	// and for tracking, which has none.
	Purposes []Purpose `json:"purposes,omitempty"`
}

// LabelCategory is a group of data types, such as CONTACT_INFO.
type LabelCategory struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`

	// DataTypes are nil if the page names none.
	DataTypes []DataType `json:"dataTypes,omitempty"`
}

// Purpose is a use of data, such as ANALYTICS, with the categories used for it.
type Purpose struct {
	Identifier string          `json:"identifier"`
	Title      string          `json:"title"`
	Categories []LabelCategory `json:"categories"`
}

// DataType is a kind of data, such as EMAIL_ADDRESS. The App Store's pages have
// only a text in their language: Identifier is empty if the text could not be
// mapped to one.
type DataType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`

	// Optional reports whether users can choose not to provide the data, or to opt out. Labels of
	// the App Store do not tell. A data type is optional in a privacy type if all mentions are.
	Optional bool `json:"optional,omitempty"`
}

// Known reports whether the label has any types.
func (l Label) Known() bool { return len(l.Types) > 0 }

// Provided reports whether the developer has declared anything: nil for an
// unknown label, false for [DataNotProvided] alone.
func (l Label) Provided() *bool {
	if !l.Known() {
		return nil
	}
	provided := false
	for _, t := range l.Types {
		provided = provided || t.Identifier != DataNotProvided
	}
	return &provided
}

// Type returns the privacy type with this identifier.
func (l Label) Type(identifier string) (PrivacyType, bool) {
	for _, t := range l.Types {
		if t.Identifier == identifier {
			return t, true
		}
	}
	return PrivacyType{}, false
}

// LabelBody is a label, stored once for all snapshots that have it. The digest
// covers the identifiers only, so the texts are those of the page where the
// label was first observed.
type LabelBody struct {
	Digest Digest `db:"digest,key" json:"digest"`
	Label  Label  `db:"label" json:"label"`
}

// LabelQuery narrows a list of label bodies, which is ordered by digest.
type LabelQuery struct {
	Unused bool // only those that no app, snapshot and storefront refers to; reads all snapshots
	Limit  int  // zero: all
}

// matches implements [Query].
func (LabelQuery) matches(LabelBody) bool { return true }

// compare implements [Query].
func (LabelQuery) compare(a, b LabelBody) int {
	return bytes.Compare(a.Digest[:], b.Digest[:])
}

// joins implements [joiner].
func (LabelQuery) joins() []string { return []string{"Apps", "Snapshots", "Storefronts"} }

// join implements [joiner] for Unused.
func (q LabelQuery) join(tx *Tx) (func(record any) bool, error) {
	used := make(map[Digest]bool)
	if q.Unused {
		for app, err := range All(tx.Apps) {
			if err != nil {
				return nil, err
			}
			used[app.LabelDigest] = true
		}
		for snapshot, err := range All(tx.Snapshots) {
			if err != nil {
				return nil, err
			}
			used[snapshot.Label] = true
		}
		for storefront, err := range All(tx.Storefronts) {
			if errors.Is(err, ErrNotSupported) {
				break
			}
			if err != nil {
				return nil, err
			}
			used[storefront.Label] = true
		}
	}
	return func(record any) bool { return !used[record.(LabelBody).Digest] }, nil
}

// key returns the digest.
func (b LabelBody) key() Digest { return b.Digest }

// validate refuses a body without a digest or with text that cannot be stored.
func (b LabelBody) validate() error {
	if b.Digest.IsZero() {
		return invalid("label", "no digest")
	}
	var texts []string
	for _, t := range b.Label.Types {
		texts = append(texts, t.Identifier, t.Title, string(t.Detail))
		texts = appendCategories(texts, t.Categories)
		for _, p := range t.Purposes {
			texts = appendCategories(append(texts, p.Identifier, p.Title), p.Categories)
		}
	}
	texts = append(texts, b.Label.Practices...)
	return checkText("label", texts...)
}

// appendCategories appends every text of the categories.
func appendCategories(texts []string, categories []LabelCategory) []string {
	for _, c := range categories {
		texts = append(texts, c.Identifier, c.Title)
		for _, d := range c.DataTypes {
			texts = append(texts, d.Identifier, d.Title)
		}
	}
	return texts
}

// AccessibilityStatus is what a developer declares about accessibility as a whole.
type AccessibilityStatus string

// The statuses.
const (
	AccessibilityDeclared     AccessibilityStatus = "declared"      // the app supports features
	AccessibilityNone         AccessibilityStatus = "none"          // the app supports none of the features
	AccessibilityNotIndicated AccessibilityStatus = "not_indicated" // the developer has not answered yet
)

// Known reports whether s is a defined status.
func (s AccessibilityStatus) Known() bool {
	return s == AccessibilityDeclared || s == AccessibilityNone || s == AccessibilityNotIndicated
}

// Accessibility is the status of an app and the families of devices that it is about.
type Accessibility struct {
	Status AccessibilityStatus `json:"status"`

	// Devices are iphone, ipad, mac, tv, watch and vision, in this order; empty if the
	// page names none.
	Devices []string `json:"devices"`
}

// SameDevices reports whether two statements are about the same families of devices. It
// reports true if either is nil or names no devices.
func (a *Accessibility) SameDevices(other *Accessibility) bool {
	return a == nil || other == nil || len(a.Devices) == 0 || len(other.Devices) == 0 || slices.Equal(a.Devices, other.Devices)
}

// FeatureID names an accessibility feature of an app.
type FeatureID struct {
	App        AppID
	Identifier string
}

// Feature is an accessibility feature that an app's developer declares.
type Feature struct {
	App          AppID  `db:"app_id,key" json:"appId"`
	Identifier   string `db:"identifier,key" json:"identifier"`
	Title        string `db:"title" json:"title"`
	Description  Text   `db:"description" json:"description"`
	IconTemplate Text   `db:"icon_template" json:"iconTemplate"`

	// Position is the place on the page, from 0.
	Position int `db:"position" json:"-"`
}

// FeatureQuery narrows a list of features, which is ordered by app and identifier.
type FeatureQuery struct {
	App AppID // zero: every app
}

// matches implements [Query].
func (q FeatureQuery) matches(r Feature) bool { return asked(q.App, r.App) }

// compare implements [Query].
func (FeatureQuery) compare(a, b Feature) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(a.Identifier, b.Identifier))
}

// key returns the app and the feature's identifier.
func (f Feature) key() FeatureID { return FeatureID{f.App, f.Identifier} }

// parents implements [child].
func (f Feature) parents() []Parent { return onApp(f.App) }

// validate refuses a feature without app or identifier.
func (f Feature) validate() error {
	if f.Identifier == "" {
		return invalid("feature", "no identifier")
	}
	if err := f.App.validate("feature"); err != nil {
		return err
	}
	return checkText("feature", f.Identifier, f.Title, string(f.Description), string(f.IconTemplate))
}
