package backup

import (
	"math"
	"strconv"

	"github.com/privacylabels/auditor/storage"
)

// bundleVersion is the version of the form of bundles that is written, and the
// highest one that is read.
const bundleVersion = 2

// The names of a bundle's members that are read.
const (
	auditVersion     = "version"
	auditAppVersion  = "app_version"
	auditExportedAt  = "exported_at"
	auditAudience    = "exported_by_audience"
	auditRecommender = "recommender_name"
	auditApps        = "apps"
	auditProfile     = "recommender_profile"
	auditPreset      = "recommender_profile_preset"
	auditAnnotations = "annotations"
	auditVerdicts    = "verdicts"
	auditMigration   = "migration_flow"
)

// isoTime is how a bundle writes the moment of its making (ISO 8601), in UTC.
const isoTime = "2006-01-02T15:04:05.000Z"

// fileApp is an app of a bundle. The names of members are the file's: people
// exchange it between products, so they stay as they are.
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
	PrivacyTypes           []fileType    `json:"privacy_types"`          // nil when read: there was no list
	AccessibilityFeatures  []fileFeature `json:"accessibility_features"` // the same
	PolicySummary          *filePolicy   `json:"policy_summary"`

	PriceAmount    *float64     `json:"price_amount"`
	PriceCurrency  storage.Text `json:"price_currency"`
	PriceFormatted storage.Text `json:"price_formatted"`
	HasIAP         bit          `json:"has_iap"`

	// LastSynced is when the app was last seen, missing where nobody says. Of
	// two states of an app the later one counts.
	LastSynced moment `json:"last_synced,omitempty"`
}

// fileType is a privacy type. Purposes and data types are there where they are
// known; readers that do not know them pass them over.
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

type fileCategory struct {
	Identifier string         `json:"identifier"`
	Title      string         `json:"title"`
	DataTypes  []fileDataType `json:"data_types,omitempty"`
}

type fileDataType struct {
	Identifier string `json:"identifier"`
	Title      string `json:"title"`
}

type fileFeature struct {
	Identifier  string       `json:"identifier"`
	Title       string       `json:"title"`
	Declared    truth        `json:"declared"`
	Description storage.Text `json:"description"`
}

// filePolicy is what is known of an app's privacy policy.
type filePolicy struct {
	SummaryJSON *string `json:"summary_json"`
	Excerpt     *string `json:"source_text_excerpt"` // the first characters of the text
	FetchedAt   moment  `json:"fetched_at"`
	GeneratedAt moment  `json:"generated_at"`
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

// fileID is an app's id, in a bundle a text of digits. A number is read as well.
// What is neither is no app's id, zero.
type fileID storage.AppID

func (id fileID) MarshalJSON() ([]byte, error) {
	return []byte(`"` + storage.AppID(id).String() + `"`), nil
}

func (id *fileID) UnmarshalJSON(b []byte) error {
	*id = 0
	var read storage.AppID
	if read.UnmarshalJSON(b) == nil && read <= storage.MaxAppID {
		*id = fileID(read)
	}
	return nil
}

// bit is something that is so, is not, or is not known: 1, 0 and null. What else
// there is counts as not known, but for true and false.
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

// truth is a switch that is on whatever is written, unless that is one of the
// few things that mean no.
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

// moment is a time in whole milliseconds, null when it is never. What is no
// number, or none that a time can be, is never.
type moment storage.Time

func (m moment) MarshalJSON() ([]byte, error) { return storage.NullTime(m).MarshalJSON() }

func (m *moment) UnmarshalJSON(text []byte) error {
	*m = 0
	if ms, err := strconv.ParseFloat(string(text), 64); err == nil && ms >= 1 && ms < math.MaxInt64 {
		*m = moment(ms)
	}
	return nil
}

// orNow returns the moment, or now when it is never or has not come yet.
func (m moment) orNow(now storage.Time) storage.Time {
	if t := storage.Time(m); t > 0 && t < now {
		return t
	}
	return now
}
