package backup

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/storage"
)

// ErrAuditBundle says that a file is no audit bundle that can be taken in. The
// errors that wrap it are [*AuditBundleError].
var ErrAuditBundle = errors.New("not an audit bundle")

// AuditBundleError says, in a sentence for people, what is wrong with a file.
type AuditBundleError struct{ Reason string }

func (e *AuditBundleError) Error() string { return e.Reason }

// Unwrap returns [ErrAuditBundle].
func (e *AuditBundleError) Unwrap() error { return ErrAuditBundle }

func refuse(format string, args ...any) error { return &AuditBundleError{fmt.Sprintf(format, args...)} }

// maxStamp is the longest exported_at, in bytes.
const maxStamp = 100

// AuditBundleInfo is what a bundle says of itself.
type AuditBundleInfo struct {
	Version     json.Number  `json:"version,omitempty"` // empty: it says none
	AppVersion  storage.Text `json:"appVersion"`
	ExportedAt  string       `json:"exportedAt"` // as it stands in the file: what tells bundles apart
	Audience    storage.Text `json:"exportedByAudience"`
	Recommender storage.Text `json:"recommenderName"`
	Apps        int          `json:"appsCount"`
	Annotations int          `json:"annotationsCount"`
	HasProfile  bool         `json:"hasRecommenderProfile"`
	Preset      storage.Text `json:"recommenderProfilePreset"`
}

// AuditBundle is a file that was found to be an audit bundle, from its first to its
// last byte. The file is read again when the bundle is taken in, so it must stay
// as it was.
type AuditBundle struct {
	Info AuditBundleInfo

	file      io.ReaderAt
	size      int64
	lists     map[string]int64 // where the lists begin
	profile   profile.Privacy
	migration bool
}

// AuditBundleCheck says what of a bundle is not looked at. The zero value looks
// at everything.
type AuditBundleCheck struct {
	AnyVersion bool // take in what a later version of the form may mean otherwise
}

// OpenAuditBundle checks a file of size bytes. It holds one app or note at a time.
// The error is an [*AuditBundleError], or that of reading.
//
// Members that are not known are passed over. No app or note, and no other member
// that is no list, is larger than 1 MiB or lies more than 64 deep in itself, and
// no list has more than 100,000 elements.
func OpenAuditBundle(file io.ReaderAt, size int64, check AuditBundleCheck) (*AuditBundle, error) {
	b := &AuditBundle{file: file, size: size, lists: make(map[string]int64)}
	s := &survey{bundle: b, members: make(map[string]json.RawMessage)}
	if err := s.read(); err != nil {
		return nil, err
	}
	if err := s.judge(check); err != nil {
		return nil, err
	}
	return b, nil
}

// survey is the first reading of a bundle.
type survey struct {
	bundle  *AuditBundle
	members map[string]json.RawMessage // that are no lists; of a list, its bracket

	// The first thing wrong with an element of each list.
	wrongApp, wrongNote, wrongVerdict error
}

// known says whether a member of a bundle is read.
func known(name string) bool {
	switch name {
	case auditVersion, auditAppVersion, auditExportedAt, auditAudience, auditRecommender, auditApps, auditProfile,
		auditPreset, auditAnnotations, auditVerdicts, auditMigration:
		return true
	}
	return false
}

// read goes through the file once.
func (s *survey) read() error {
	_, first, err := valueAt(s.bundle.file, 0, s.bundle.size)
	if err != nil {
		return err
	}
	p := newPartReader(s.bundle.file, 0, s.bundle.size)
	if first != '{' {
		if _, err := p.token(); err != nil {
			return err
		}
		return refuse("The bundle must be a JSON object")
	}
	if _, err := p.token(); err != nil {
		return err
	}
	for p.more() {
		name, err := p.token()
		if err != nil {
			return err
		}
		if err := s.member(p, name.(string)); err != nil {
			return err
		}
	}
	if _, err := p.token(); err != nil {
		return err
	}
	return p.end()
}

// member reads a member of the bundle.
func (s *survey) member(p *partReader, name string) error {
	if _, twice := s.members[name]; twice && known(name) {
		return refuse("The bundle has %s twice", name)
	}
	at, first, err := valueAt(s.bundle.file, p.dec.InputOffset(), s.bundle.size)
	if err != nil {
		return err
	}
	if first == '[' {
		if known(name) {
			s.members[name], s.bundle.lists[name] = json.RawMessage("["), at
		}
		return p.elements(name, func(i int, text json.RawMessage) error {
			s.element(name, i, text)
			return nil
		})
	}
	text, err := p.part()
	if known(name) && err == nil {
		s.members[name] = text
	}
	return err
}

// element looks at an element of a list, as far as that can tell without a store.
func (s *survey) element(list string, i int, text json.RawMessage) {
	note := func(wrong *error, err error) {
		if *wrong == nil {
			*wrong = err
		}
	}
	const ever = storage.Time(1) // a time to go on with
	switch list {
	case auditApps:
		s.bundle.Info.Apps++
		_, err := readApp(i, text)
		note(&s.wrongApp, err)
	case auditAnnotations:
		s.bundle.Info.Annotations++
		_, _, err := readAnnotation(i, text, ever)
		note(&s.wrongNote, err)
	case auditVerdicts:
		_, _, err := readVerdict(i, text, ever)
		note(&s.wrongVerdict, err)
	}
}

// judge checks what was read, and keeps what the bundle says of itself.
func (s *survey) judge(check AuditBundleCheck) error {
	info := &s.bundle.Info
	if err := s.text(auditAppVersion, &info.AppVersion); err != nil {
		info.AppVersion = "" // said of it only
	}
	if err := s.version(check); err != nil {
		return err
	}
	for _, name := range []string{auditExportedAt, auditApps, auditAnnotations} {
		if _, there := s.members[name]; !there {
			return refuse("The bundle has no %s", name)
		}
	}
	var stamp storage.Text
	if err := s.text(auditExportedAt, &stamp); err != nil || stamp == "" || len(stamp) > maxStamp {
		return refuse("%s must be a text of 1 to %d bytes", auditExportedAt, maxStamp)
	}
	info.ExportedAt = string(stamp)
	for _, name := range []string{auditApps, auditAnnotations, auditVerdicts} {
		if err := s.list(name); err != nil {
			return err
		}
	}
	for _, wrong := range []error{s.wrongApp, s.wrongNote, s.wrongVerdict} {
		if wrong != nil {
			return wrong
		}
	}
	return s.rest()
}

// version checks the version of the bundle's form.
func (s *survey) version(check AuditBundleCheck) error {
	info := &s.bundle.Info
	var version float64
	text := s.members[auditVersion]
	if isNull(text) || json.Unmarshal(text, &version) != nil {
		if check.AnyVersion {
			return nil
		}
		return refuse("%s must be a number", auditVersion)
	}
	info.Version = json.Number(text)
	if version > bundleVersion && !check.AnyVersion {
		if info.AppVersion != "" {
			return refuse("The bundle is of a later version of the form, %s, written by version %.40s", info.Version, info.AppVersion)
		}
		return refuse("The bundle is of a later version of the form, %s", info.Version)
	}
	return nil
}

// list makes sure that a member is a list.
func (s *survey) list(name string) error {
	if _, ok := s.bundle.lists[name]; ok || name == auditVerdicts && isNull(s.members[name]) {
		return nil
	}
	return refuse("%s must be a list", name)
}

// rest reads what need not be there.
func (s *survey) rest() error {
	b := s.bundle
	if err := s.text(auditRecommender, &b.Info.Recommender); err != nil {
		return err
	}
	if utf8.RuneCountInString(string(b.Info.Recommender)) > MaxRecommender {
		return refuse("%s has more than %d characters", auditRecommender, MaxRecommender)
	}
	if s.text(auditAudience, &b.Info.Audience) != nil {
		b.Info.Audience = ""
	}
	b.migration = string(s.members[auditMigration]) == "true"
	text := s.members[auditProfile]
	if isNull(text) {
		return nil
	}
	read, err := profile.ParsePrivacy(text)
	if err != nil {
		return refuse("%s must be an object", auditProfile)
	}
	b.profile = profile.Privacy{Tiers: read.Tiers}
	b.Info.HasProfile, b.Info.Preset = b.profile.Active(), storage.Text(b.profile.Preset())
	return nil
}

// text reads a member that is a text, or nothing.
func (s *survey) text(name string, into *storage.Text) error {
	text := s.members[name]
	if isNull(text) {
		return nil
	}
	if json.Unmarshal(text, into) != nil {
		return refuse("%s must be a text", name)
	}
	if strings.ContainsRune(string(*into), 0) {
		return refuse("%s has a character that cannot be kept", name)
	}
	return nil
}

// isNull says whether a member is missing, or null.
func isNull(text json.RawMessage) bool { return text == nil || string(text) == "null" }
