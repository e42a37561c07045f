package storage

// Identifiers of privacy types, as the store's pages carry them. Others may
// appear and are kept.
const (
	DataUsedToTrackYou = "DATA_USED_TO_TRACK_YOU"
	DataLinkedToYou    = "DATA_LINKED_TO_YOU"
	DataNotLinkedToYou = "DATA_NOT_LINKED_TO_YOU"
	DataNotCollected   = "DATA_NOT_COLLECTED"
	DataNotProvided    = "DATA_NOT_PROVIDED"
)

// Label is the privacy label of an app: what its developer declares to collect,
// by type and category. A developer who declares that nothing is collected, or
// who has not declared yet, has a label too, of the one type
// [DataNotCollected] or [DataNotProvided]. A Label without types is not known.
type Label struct {
	Types []PrivacyType `json:"types"`
}

// PrivacyType is one heading of a label. Order is the page's, without meaning.
type PrivacyType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
	Detail     Text   `json:"detail"`

	// Categories are all that the type names, whatever the purpose, each once.
	Categories []LabelCategory `json:"categories"`

	// Purposes say what each category is used for. Nil when the page does not
	// say, and for tracking, which has none.
	Purposes []Purpose `json:"purposes,omitempty"`
}

// LabelCategory is a group of data types, such as CONTACT_INFO.
type LabelCategory struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`

	// DataTypes are nil when the page does not say.
	DataTypes []DataType `json:"dataTypes,omitempty"`
}

// Purpose is a use of data, such as ANALYTICS, with what is used for it.
type Purpose struct {
	Identifier string          `json:"identifier"`
	Title      string          `json:"title"`
	Categories []LabelCategory `json:"categories"`
}

// DataType is a kind of data, such as EMAIL_ADDRESS. The store's pages have no
// identifier for it, only a text in the page's language: Identifier is empty
// when the text could not be mapped to one.
type DataType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

// Known says whether the label says anything.
func (l Label) Known() bool { return len(l.Types) > 0 }

// Provided says whether the developer has declared anything: nil when the label
// is not known, false when all it says is [DataNotProvided].
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

// LabelBody is a label stored once, however many snapshots show it. The digest
// covers the identifiers only, so the texts are those of the page where the
// label was first seen.
type LabelBody struct {
	Digest Digest `json:"digest"`
	Label  Label  `json:"label"`
}

// LabelQuery narrows a list of label bodies, which is ordered by digest.
type LabelQuery struct {
	Unused bool // only those that no app has and no snapshot shows; reads all snapshots
	Limit  int  // zero: all
}

// Key returns the digest.
func (b LabelBody) Key() Digest { return b.Digest }

// Validate refuses a body without a digest or with text that cannot be kept.
func (b LabelBody) Validate() error {
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

// FeatureID names an accessibility feature of an app.
type FeatureID struct {
	App        AppID
	Identifier string
}

// Feature is an accessibility feature that an app's developer declares.
type Feature struct {
	App          AppID  `json:"appId"`
	Identifier   string `json:"identifier"`
	Title        string `json:"title"`
	Description  Text   `json:"description"`
	IconTemplate Text   `json:"iconTemplate"`

	// Position is the place on the page, from 0.
	Position int `json:"-"`
}

// FeatureQuery narrows a list of features, which is ordered by app and identifier.
type FeatureQuery struct {
	App AppID // zero: every app
}

// Key returns the app and the feature's identifier.
func (f Feature) Key() FeatureID { return FeatureID{f.App, f.Identifier} }

// Validate refuses a feature without app or identifier.
func (f Feature) Validate() error {
	if f.Identifier == "" {
		return invalid("feature", "no identifier")
	}
	if err := f.App.validate("feature"); err != nil {
		return err
	}
	return checkText("feature", f.Identifier, f.Title, string(f.Description), string(f.IconTemplate))
}
