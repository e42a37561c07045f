package storage

import (
	"encoding/json"
	"fmt"
	"strings"
)

// ManualSource says where an app comes from that is of no store.
type ManualSource string

// The sources of apps of no store.
const (
	ManualWebClip    ManualSource = "web_clip"   // a web page on the home screen
	ManualTestFlight ManualSource = "testflight" // a version that testers get
	ManualOwnBuild   ManualSource = "own_build"  // built by the user
	ManualSideloaded ManualSource = "sideloaded" // from elsewhere
)

// Known says whether the source is one of the sources.
func (s ManualSource) Known() bool {
	switch s {
	case ManualWebClip, ManualTestFlight, ManualOwnBuild, ManualSideloaded:
		return true
	}
	return false
}

// MaxManualAppID is how long the id of an app of no store may be, in bytes.
const MaxManualAppID = 128

// ManualApp is an app of no store, as somebody wrote it down.
type ManualApp struct {
	ID               string       `json:"id"`
	Name             string       `json:"name"`
	Source           ManualSource `json:"source"`
	Developer        Text         `json:"developer"`
	PrivacyPolicyURL Text         `json:"privacyPolicyUrl"`
	SourceURL        Text         `json:"sourceUrl"` // where it comes from
	Notes            Text         `json:"notes"`
	FirstSeen        Time         `json:"firstSeen"`
	UpdatedAt        Time         `json:"updatedAt"`
}

// ManualAppQuery lists all apps of no store: the one changed last first, then by
// name and id.
type ManualAppQuery struct {
	Limit int // zero: all
}

// Key returns the id.
func (a ManualApp) Key() string { return a.ID }

// Validate refuses an app without id, name or times, or of an unknown source.
func (a ManualApp) Validate() error {
	if err := validManualID("manual app", a.ID); err != nil {
		return err
	}
	if a.Name == "" || a.FirstSeen <= 0 || a.UpdatedAt <= 0 {
		return invalid("manual app", "%s has no name or no times", a.ID)
	}
	if !a.Source.Known() {
		return invalid("manual app", "unknown source %q", a.Source)
	}
	return checkText("manual app", a.ID, a.Name, string(a.Developer), string(a.PrivacyPolicyURL), string(a.SourceURL), string(a.Notes))
}

func validManualID(kind, id string) error {
	if id == "" || len(id) > MaxManualAppID {
		return invalid(kind, "the id of a manual app has %d bytes, not 1 to %d", len(id), MaxManualAppID)
	}
	return nil
}

// ManualEventType is what happened to an app of no store.
type ManualEventType string

// The types of events.
const (
	ManualFieldChange ManualEventType = "field_change" // somebody changed what is written down
	ManualScrape      ManualEventType = "scrape"       // its policy was read, or could not be
)

// ManualAppEvent is something that happened to an app of no store.
type ManualAppEvent struct {
	ID         string          `json:"id"`
	App        string          `json:"manualAppId"`
	Type       ManualEventType `json:"type"`
	OccurredAt Time            `json:"occurredAt"`
	Detail     json.RawMessage `json:"detail"` // an object, or nil
}

// ManualAppEventQuery narrows a list of events, which is ordered by app, and of an
// app newest first and by id, last first.
type ManualAppEventQuery struct {
	App   string // empty: every app
	Limit int    // zero: all
}

// Key returns the id.
func (e ManualAppEvent) Key() string { return e.ID }

// Validate refuses an event without id, app or time, or of an unknown type.
func (e ManualAppEvent) Validate() error {
	if err := validManualID("manual app event", e.App); err != nil {
		return err
	}
	if e.ID == "" || e.OccurredAt <= 0 {
		return invalid("manual app event", "no id or no time")
	}
	if e.Type != ManualFieldChange && e.Type != ManualScrape {
		return invalid("manual app event", "unknown type %q", e.Type)
	}
	if e.Detail != nil {
		var members map[string]json.RawMessage
		if err := json.Unmarshal(e.Detail, &members); err != nil || members == nil {
			return invalid("manual app event", "the detail is no JSON object")
		}
	}
	return checkText("manual app event", e.ID, e.App, string(e.Detail))
}

// ManualPolicyVersionID names a text of the policy of an app of no store: the app
// and the digest of the text.
type ManualPolicyVersionID struct {
	App  string
	Hash Digest
}

// String returns the app, a hyphen and the digest.
func (p ManualPolicyVersionID) String() string { return fmt.Sprintf("%s-%v", p.App, p.Hash) }

// MarshalText writes the form of String.
func (p ManualPolicyVersionID) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the form of String.
func (p *ManualPolicyVersionID) UnmarshalText(b []byte) error {
	id, err := ParseManualPolicyVersionID(string(b))
	if err != nil {
		return err
	}
	*p = id
	return nil
}

// ParseManualPolicyVersionID reads the form that [ManualPolicyVersionID.String]
// writes.
func ParseManualPolicyVersionID(s string) (ManualPolicyVersionID, error) {
	at := strings.LastIndexByte(s, '-')
	if at < 0 {
		return ManualPolicyVersionID{}, fmt.Errorf("%.40q is not the id of a policy version", s)
	}
	id := ManualPolicyVersionID{App: s[:at]}
	if err := id.Hash.UnmarshalText([]byte(s[at+1:])); err != nil || id.App == "" {
		return ManualPolicyVersionID{}, fmt.Errorf("%.40q is not the id of a policy version", s)
	}
	return id, nil
}

// ManualPolicyVersion is a text of the policy of an app of no store. The one that
// was fetched last is the current one.
type ManualPolicyVersion struct {
	ID           ManualPolicyVersionID `json:"id"`
	FirstFetched Time                  `json:"firstFetchedAt"`
	LastFetched  Time                  `json:"lastFetchedAt"`
	PolicyURL    Text                  `json:"policyUrl"`      // that was asked for
	FinalURL     Text                  `json:"sourceFinalUrl"` // that answered, after redirects
	Title        Text                  `json:"sourceTitle"`
	ContentType  Text                  `json:"sourceContentType"`
	Origin       PolicyOrigin          `json:"sourceOrigin"`
	WordCount    int                   `json:"sourceWordCount"`
	Text         string                `json:"sourceText"`
	Extractor    string                `json:"extractor"` // names what made the text from the page
}

// ManualPolicyVersionQuery narrows a list of these texts, which is ordered by app,
// and of an app by last fetch, newest first, and digest.
type ManualPolicyVersionQuery struct {
	App   string // empty: every app
	Limit int    // zero: all
}

// Key returns the id.
func (v ManualPolicyVersion) Key() ManualPolicyVersionID { return v.ID }

// Validate refuses a version without app, digest, times or text.
func (v ManualPolicyVersion) Validate() error {
	if err := validManualID("manual policy version", v.ID.App); err != nil {
		return err
	}
	if v.ID.Hash.IsZero() || v.FirstFetched <= 0 || v.LastFetched <= 0 || v.Text == "" {
		return invalid("manual policy version", "no digest, time or text")
	}
	return checkText("manual policy version", v.ID.App, string(v.PolicyURL), string(v.FinalURL), string(v.Title),
		string(v.ContentType), string(v.Origin), v.Text, v.Extractor)
}
