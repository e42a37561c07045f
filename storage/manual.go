package storage

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"
)

// ManualSource is where a manual app comes from.
type ManualSource string

// The sources of manual apps.
const (
	ManualWebClip    ManualSource = "web_clip"   // a web page on the home screen
	ManualTestFlight ManualSource = "testflight" // a beta version
	ManualOwnBuild   ManualSource = "own_build"  // built by the user
	ManualSideloaded ManualSource = "sideloaded" // from elsewhere
)

// Known reports whether the source is a defined one.
func (s ManualSource) Known() bool {
	switch s {
	case ManualWebClip, ManualTestFlight, ManualOwnBuild, ManualSideloaded:
		return true
	}
	return false
}

// MaxManualAppID is the maximum length of a manual app's ID in bytes.
const MaxManualAppID = 128

// ManualApp is an app that is not in the App Store, as entered by the user.
type ManualApp struct {
	ID               string       `db:"id,key" json:"id"`
	Name             string       `db:"name" json:"name"`
	Source           ManualSource `db:"source" json:"source"`
	Developer        Text         `db:"developer" json:"developer"`
	PrivacyPolicyURL Text         `db:"privacy_policy_url" json:"privacyPolicyUrl"`
	SourceURL        Text         `db:"source_url" json:"sourceUrl"` // where it comes from
	Notes            Text         `db:"notes" json:"notes"`
	FirstSeen        Time         `db:"first_seen" json:"firstSeen"`
	UpdatedAt        Time         `db:"updated_at" json:"updatedAt"`
}

// ManualAppQuery lists manual apps, which are ordered by last change, newest
// first, name and id.
type ManualAppQuery struct {
	Limit int // zero: all
}

// matches implements [Query].
func (ManualAppQuery) matches(ManualApp) bool { return true }

// compare implements [Query].
func (ManualAppQuery) compare(a, b ManualApp) int {
	return cmp.Or(cmp.Compare(b.UpdatedAt, a.UpdatedAt), cmp.Compare(a.Name, b.Name), cmp.Compare(a.ID, b.ID))
}

// key returns the id.
func (a ManualApp) key() string { return a.ID }

// validate refuses an app without id, name or times, or of an unknown source.
func (a ManualApp) validate() error {
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

// ManualEventType is the type of a [ManualAppEvent].
type ManualEventType string

// The types of events.
const (
	ManualFieldChange ManualEventType = "field_change" // the user edited the app
	ManualScrape      ManualEventType = "scrape"       // its policy was fetched, or the fetch failed
)

// ManualAppEvent is an entry in the history of a manual app.
type ManualAppEvent struct {
	ID         string          `db:"id,key" json:"id"`
	App        string          `db:"manual_app_id" json:"manualAppId"`
	Type       ManualEventType `db:"type" json:"type"`
	OccurredAt Time            `db:"occurred_at" json:"occurredAt"`
	Detail     json.RawMessage `db:"detail" json:"detail"` // an object, or nil
}

// ManualAppEventQuery narrows a list of events, which is ordered by app, and of an
// app newest first and by id, last first.
type ManualAppEventQuery struct {
	App   string // empty: every app
	Limit int    // zero: all
}

// matches implements [Query].
func (q ManualAppEventQuery) matches(r ManualAppEvent) bool { return asked(q.App, r.App) }

// compare implements [Query].
func (ManualAppEventQuery) compare(a, b ManualAppEvent) int {
	return cmp.Or(cmp.Compare(a.App, b.App), cmp.Compare(b.OccurredAt, a.OccurredAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (e ManualAppEvent) key() string { return e.ID }

// parents implements [child].
func (e ManualAppEvent) parents() []Parent { return []Parent{{Table: "ManualApps", Key: e.App}} }

// validate refuses an event without id, app or time, or of an unknown type.
func (e ManualAppEvent) validate() error {
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
			return invalid("manual app event", "the detail is not a JSON object")
		}
	}
	return checkText("manual app event", e.ID, e.App, string(e.Detail))
}

// ManualPolicyVersionID names a text of a manual app's policy: the app and the
// digest of the text.
type ManualPolicyVersionID struct {
	App  string `db:"manual_app_id,key"`
	Hash Digest `db:"hash,key"`
}

// String returns the app, a hyphen and the digest.
func (p ManualPolicyVersionID) String() string { return fmt.Sprintf("%s-%v", p.App, p.Hash) }

// MarshalText writes the form of String.
func (p ManualPolicyVersionID) MarshalText() ([]byte, error) { return []byte(p.String()), nil }

// UnmarshalText reads the form of String.
func (p *ManualPolicyVersionID) UnmarshalText(b []byte) error {
	return unmarshal(p, b, ParseManualPolicyVersionID)
}

// ParseManualPolicyVersionID reads the form that [ManualPolicyVersionID.String]
// writes.
func ParseManualPolicyVersionID(s string) (ManualPolicyVersionID, error) {
	if at := strings.LastIndexByte(s, '-'); at > 0 {
		id := ManualPolicyVersionID{App: s[:at]}
		if id.Hash.UnmarshalText([]byte(s[at+1:])) == nil {
			return id, nil
		}
	}
	return ManualPolicyVersionID{}, fmt.Errorf("%.40q is not the id of a policy version", s)
}

// ManualPolicyVersion is a text of a manual app's policy. The one fetched last is
// the current one.
type ManualPolicyVersion struct {
	ID           ManualPolicyVersionID `json:"id"`
	FirstFetched Time                  `db:"first_fetched_at" json:"firstFetchedAt"`
	LastFetched  Time                  `db:"last_fetched_at" json:"lastFetchedAt"`
	PolicyURL    Text                  `db:"policy_url" json:"policyUrl"`     // that was requested
	FinalURL     Text                  `db:"final_url" json:"sourceFinalUrl"` // after redirects
	Title        Text                  `db:"title" json:"sourceTitle"`
	ContentType  Text                  `db:"content_type" json:"sourceContentType"`
	Origin       PolicyOrigin          `db:"origin" json:"sourceOrigin"`
	WordCount    int                   `db:"word_count" json:"sourceWordCount"`
	Text         string                `db:"text,apart" json:"sourceText"`
	Extractor    string                `db:"extractor" json:"extractor"`
}

// ManualPolicyVersionQuery narrows a list of these texts, which is ordered by app,
// and of an app by last fetch, newest first, and digest.
type ManualPolicyVersionQuery struct {
	App   string // empty: every app
	Limit int    // zero: all
}

// matches implements [Query].
func (q ManualPolicyVersionQuery) matches(r ManualPolicyVersion) bool { return asked(q.App, r.ID.App) }

// compare implements [Query].
func (ManualPolicyVersionQuery) compare(a, b ManualPolicyVersion) int {
	return cmp.Or(cmp.Compare(a.ID.App, b.ID.App), cmp.Compare(b.LastFetched, a.LastFetched),
		bytes.Compare(a.ID.Hash[:], b.ID.Hash[:]))
}

// key returns the id.
func (v ManualPolicyVersion) key() ManualPolicyVersionID { return v.ID }

// parents implements [child].
func (v ManualPolicyVersion) parents() []Parent {
	return []Parent{{Table: "ManualApps", Key: v.ID.App}}
}

// validate refuses a version without app, digest, times or text.
func (v ManualPolicyVersion) validate() error {
	if err := validManualID("manual policy version", v.ID.App); err != nil {
		return err
	}
	if v.ID.Hash.IsZero() || v.FirstFetched <= 0 || v.LastFetched <= 0 || v.Text == "" {
		return invalid("manual policy version", "no digest, time or text")
	}
	return checkText("manual policy version", v.ID.App, string(v.PolicyURL), string(v.FinalURL), string(v.Title),
		string(v.ContentType), string(v.Origin), v.Text, v.Extractor)
}
