package bundle

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"

	"github.com/privacylabels/auditor/storage"
)

// formatVersion is the version of the format that is written, and the newest one
// that is read.
const formatVersion = 2

// The members of a bundle that are read.
const (
	memberVersion     = "version"
	memberAppVersion  = "app_version"
	memberExportedAt  = "exported_at"
	memberAudience    = "exported_by_audience"
	memberRecommender = "recommender_name"
	memberApps        = "apps"
	memberProfile     = "recommender_profile"
	memberPreset      = "recommender_profile_preset"
	memberAnnotations = "annotations"
	memberVerdicts    = "verdicts"
	memberMigration   = "migration_flow"
)

// isoTime is the layout of exported_at (ISO 8601), in UTC.
const isoTime = "2006-01-02T15:04:05.000Z"

// fileApp is an app of a bundle. The names of its members are fixed: the format is
// shared with other products.
type fileApp struct {
	ID               fileID       `json:"id"`
	Name             string       `json:"name"`
	Developer        storage.Text `json:"developer"`
	BundleID         storage.Text `json:"bundle_id"`
	URL              string       `json:"url"`
	IconURL          storage.Text `json:"icon_url"`
	CurrentVersion   storage.Text `json:"current_version"`
	PrivacyPolicyURL storage.Text `json:"privacy_policy_url"`

	HasPrivacyDetails      bit           `json:"has_privacy_details"`
	HasAccessibilityLabels bit           `json:"has_accessibility_labels"`
	PrivacyTypes           []fileType    `json:"privacy_types"`          // nil: not a list, or missing
	AccessibilityFeatures  []fileFeature `json:"accessibility_features"` // the same
	SecurityPractices      []string      `json:"security_practices,omitempty"`

	// AppSource is the store, empty for the App Store; BundleID is then the name of the package.
	AppSource     storage.Text `json:"app_source,omitzero"`
	PairedWith    fileID       `json:"paired_with,omitzero"` // the same app in the other store
	Pair          *filePair    `json:"pair,omitzero"`        // what is known of that, with PairedWith
	PolicySummary *filePolicy  `json:"policy_summary"`

	PriceAmount    *float64     `json:"price_amount"`
	PriceCurrency  storage.Text `json:"price_currency"`
	PriceFormatted storage.Text `json:"price_formatted"`
	HasIAP         bit          `json:"has_iap"`

	// LastSynced is when the app was last observed. The later one of two states of
	// an app wins.
	LastSynced moment `json:"last_synced,omitempty"`
}

// filePair is when an app was paired, and what is declared differently in the two stores.
type filePair struct {
	CreatedAt   moment    `json:"created_at"`
	Compared    bool      `json:"compared"` // whether both labels were known
	Differences []fileGap `json:"differences,omitempty"`
}

// fileGap is a kind of data that is declared in one store and not in the other.
type fileGap struct {
	Name   string `json:"name"`
	ToldTo fileID `json:"told_to"`
	Since  moment `json:"since"`
}

// fileType is a privacy type. Purposes and data types are an extension of the
// format that other products ignore.
type fileType struct {
	Identifier string         `json:"identifier"`
	Title      string         `json:"title"`
	Detail     storage.Text   `json:"detail"`
	Categories []fileCategory `json:"categories"`
	Purposes   []filePurpose  `json:"purposes,omitempty"`
}

type filePurpose struct {
	Identifier string         `json:"identifier"`
	Title      string         `json:"title"`
	Categories []fileCategory `json:"categories"`
}

// fileCategory is a storage.LabelCategory with other names in JSON.
type fileCategory struct {
	Identifier string             `json:"identifier"`
	Title      string             `json:"title"`
	DataTypes  []storage.DataType `json:"data_types,omitempty"`
}

type fileFeature struct {
	Identifier  string       `json:"identifier"`
	Title       string       `json:"title"`
	Declared    truth        `json:"declared"`
	Description storage.Text `json:"description"`
}

// filePolicy is an app's privacy policy.
type filePolicy struct {
	SummaryJSON *string `json:"summary_json"`
	Excerpt     *string `json:"source_text_excerpt"` // the first characters of the text
	FetchedAt   moment  `json:"fetched_at"`
	GeneratedAt moment  `json:"generated_at"`

	// Excluded are the blocks of the page that a user marked as not part of the policy.
	Excluded []fileBlock `json:"excluded_blocks,omitempty"`
}

// fileBlock is a block of the page of a policy.
type fileBlock struct {
	ID       string `json:"id"`
	Selector string `json:"selector"`
	After    string `json:"after"`
	Before   string `json:"before"`
	Text     string `json:"text"`
	Words    int    `json:"words"`
	At       moment `json:"at"`
}

type fileAnnotation struct {
	ID         string         `json:"id"`
	App        fileID         `json:"app_id"`
	Content    string         `json:"content"`
	Source     storage.Origin `json:"source"`
	SourceName storage.Text   `json:"source_name"`
	Visibility string         `json:"visibility"`
	Tag        storage.Tag    `json:"tag"`
	CreatedAt  moment         `json:"created_at"`
	UpdatedAt  moment         `json:"updated_at"`
}

type fileVerdict struct {
	App       fileID           `json:"app_id"`
	Decision  storage.Decision `json:"verdict"`
	Rationale storage.Text     `json:"rationale"`
	SetAt     moment           `json:"set_at"`
	UpdatedAt moment           `json:"updated_at"`
}

// fileID is an app ID, written as a string of digits. A number is decoded as well.
// Anything else decodes as 0, which is never a valid ID.
type fileID storage.AppID

func (id fileID) MarshalJSON() ([]byte, error) {
	return []byte(`"` + storage.AppID(id).String() + `"`), nil
}

func (id *fileID) UnmarshalJSON(b []byte) error {
	*id = 0
	var read storage.AppID
	if !bytes.ContainsRune(b, '.') && read.UnmarshalJSON(b) == nil && read <= storage.MaxAppID {
		*id = fileID(read)
	}
	return nil
}

// bit is an optional bool, written as 1, 0 or null. True and false are decoded as
// well; anything else decodes as null.
type bit struct{ is *bool }

func (b bit) MarshalJSON() ([]byte, error) {
	switch {
	case b.is == nil:
		return []byte("null"), nil
	case *b.is:
		return []byte("1"), nil
	}
	return []byte("0"), nil
}

func (b *bit) UnmarshalJSON(text []byte) error {
	b.is = nil
	switch string(text) {
	case "1", "true":
		b.is = new(true)
	case "0", "false":
		b.is = new(false)
	}
	return nil
}

// truth is a bool that decodes every value except false, null, 0 and "" as true.
type truth bool

func (t *truth) UnmarshalJSON(text []byte) error {
	switch string(text) {
	case "false", "null", "0", `""`:
		*t = false
	default:
		*t = true
	}
	return nil
}

// moment is a time in whole milliseconds; zero is written as null, and so is a time that could
// not be decoded. What is no number decodes as zero.
type moment storage.Time

func (m moment) MarshalJSON() ([]byte, error) {
	if !storage.Time(m).IsExpressible() {
		m = 0
	}
	return storage.NullTime(m).MarshalJSON()
}

// UnmarshalJSON refuses numbers that are no expressible time. Package json adds the name of the
// field to the error.
func (m *moment) UnmarshalJSON(text []byte) error {
	*m = 0
	ms, err := strconv.ParseFloat(string(text), 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return nil
	}
	if ms < 0 || ms >= float64(storage.MaxTime+1) {
		return &json.UnmarshalTypeError{Value: "number", Type: reflect.TypeFor[moment]()}
	}
	*m = moment(ms)
	return nil
}

// orNow returns the moment, or now if it is zero or in the future.
func (m moment) orNow(now storage.Time) storage.Time {
	if t := storage.Time(m); t > 0 && t < now {
		return t
	}
	return now
}
