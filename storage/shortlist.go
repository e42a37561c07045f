package storage

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
)

// ShortlistID names an entry of the shortlist: the app to be replaced, and the
// candidate for its place.
type ShortlistID struct {
	Source    AppID
	Candidate AppID
}

// String returns both ids with a hyphen between them.
func (s ShortlistID) String() string { return fmt.Sprintf("%d-%d", s.Source, s.Candidate) }

// ParseShortlistID reads the form that [ShortlistID.String] writes.
func ParseShortlistID(text string) (ShortlistID, error) {
	source, candidate, _ := strings.Cut(text, "-")
	from, err := ParseAppID(source)
	to, err2 := ParseAppID(candidate)
	if err := errors.Join(err, err2); err != nil {
		return ShortlistID{}, fmt.Errorf("%.40q is not the id of a shortlist entry: %w", text, err)
	}
	return ShortlistID{from, to}, nil
}

// Modes is a set of reasons for which an app is on the shortlist. It is a list
// of their names in JSON.
type Modes uint8

// The modes.
const (
	ModePrivacy Modes = 1 << iota
	ModeAccessibility
)

// Names returns the names of the modes, privacy first.
func (m Modes) Names() []string {
	names := []string{}
	if m&ModePrivacy != 0 {
		names = append(names, "privacy")
	}
	if m&ModeAccessibility != 0 {
		names = append(names, "accessibility")
	}
	return names
}

// ParseMode returns the mode with this name, or zero if there is none.
func ParseMode(name string) Modes {
	switch name {
	case "privacy":
		return ModePrivacy
	case "accessibility":
		return ModeAccessibility
	}
	return 0
}

// MarshalJSON writes the names as a list.
func (m Modes) MarshalJSON() ([]byte, error) { return json.Marshal(m.Names()) }

// UnmarshalJSON reads a list of names. Unknown ones are ignored.
func (m *Modes) UnmarshalJSON(b []byte) error {
	var names []string
	if err := json.Unmarshal(b, &names); err != nil {
		return err
	}
	*m = 0
	for _, name := range names {
		*m |= ParseMode(name)
	}
	return nil
}

// ShortlistEntry is an App Store app, tracked or not, that may replace a tracked
// one.
type ShortlistEntry struct {
	Source    AppID  `db:"source_id,key" json:"sourceAppId"`
	Candidate AppID  `db:"candidate_id,key" json:"candidateAppleId"`
	Name      string `db:"name" json:"candidateName"`
	Developer string `db:"developer" json:"candidateDeveloper"`
	IconURL   string `db:"icon_url" json:"candidateIconUrl"`
	URL       string `db:"url" json:"candidateStoreUrl"` // the URL of the candidate's page, as given
	BundleID  string `db:"bundle_id" json:"candidateBundleId"`
	Note      string `db:"note" json:"note"`
	Modes     Modes  `db:"modes" json:"modes"`
	AddedAt   Time   `db:"added_at" json:"addedAt"`
}

// ShortlistQuery narrows a list of entries, which is ordered by source and candidate.
type ShortlistQuery struct {
	Source AppID // zero: every app
	Limit  int   // zero: all
}

// matches implements [Query].
func (q ShortlistQuery) matches(r ShortlistEntry) bool { return asked(q.Source, r.Source) }

// compare implements [Query].
func (ShortlistQuery) compare(a, b ShortlistEntry) int {
	return cmp.Or(cmp.Compare(a.Source, b.Source), cmp.Compare(a.Candidate, b.Candidate))
}

// key returns the two apps.
func (s ShortlistEntry) key() ShortlistID { return ShortlistID{s.Source, s.Candidate} }

// parents implements [child].
func (s ShortlistEntry) parents() []Parent { return onApp(s.Source) }

// validate refuses an entry without two different apps, name, URL, mode or time.
func (s ShortlistEntry) validate() error {
	if err := s.Source.validate("shortlist entry"); err != nil {
		return err
	}
	if err := s.Candidate.validate("shortlist entry"); err != nil {
		return err
	}
	if s.Source == s.Candidate {
		return invalid("shortlist entry", "app %d cannot replace itself", s.Source)
	}
	if s.Name == "" || s.URL == "" || s.AddedAt <= 0 {
		return invalid("shortlist entry", "%v has no name, url or time", s.key())
	}
	if s.Modes == 0 || s.Modes > ModePrivacy|ModeAccessibility {
		return invalid("shortlist entry", "unknown modes %d", s.Modes)
	}
	return checkText("shortlist entry", s.Name, s.Developer, s.IconURL, s.URL, s.BundleID, s.Note)
}
