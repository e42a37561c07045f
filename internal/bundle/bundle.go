package bundle

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/isotime"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/storage"
)

// Info is what a bundle says about itself.
type Info struct {
	Version json.Number `json:"version,omitempty"` // the version of the format; missing if it is not given
	// The version of the program that made the bundle; null: not given.
	AppVersion storage.Text `json:"appVersion"`
	// When the bundle was made, as written in the file. It identifies the bundle.
	ExportedAt string       `json:"exportedAt"`
	Audience   storage.Text `json:"exportedByAudience"` // for whom the author checks apps; null: not given
	// The name of the author of the bundle; null: not given.
	Recommender storage.Text `json:"recommenderName"`
	Apps        int          `json:"appsCount"`        // number of apps
	Annotations int          `json:"annotationsCount"` // number of notes
	// Whether the bundle has the privacy profile of its author.
	HasProfile bool `json:"hasRecommenderProfile"`
	// The preset of the author's privacy profile; null: none.
	Preset storage.Text `json:"recommenderProfilePreset"`
}

// Bundle is a file that has been checked to be an audit bundle. An import reads
// the file again, so it must not change or be closed before.
type Bundle struct {
	Info Info

	file      io.ReaderAt
	lists     map[string]jsonread.Span
	profile   profile.Privacy
	migration bool
}

// OpenOptions are options of [Open].
type OpenOptions struct {
	// AnyVersion accepts a version of the format that is missing or newer than
	// this package, whose members may have another meaning, and a time of the export in another
	// form.
	AnyVersion bool
}

// Open checks a file of size bytes from the first to the last. It holds one app or
// note at a time. The error is a [*FormatError], or that of reading.
//
// Unknown members are ignored. No app or note, and no other member that is not a
// list, may have more than 1 MiB or 64 levels, and no list more than 100,000
// elements.
func Open(file io.ReaderAt, size int64, o OpenOptions) (*Bundle, error) {
	if file == nil {
		return nil, errors.New("no audit bundle to read: the io.ReaderAt is nil")
	}
	h := &header{file: file, values: make(map[string]json.RawMessage), lists: make(map[string]jsonread.Span)}
	if err := readError(jsonread.Members(io.NewSectionReader(file, 0, size), limits, h.member)); err != nil {
		return nil, err
	}
	b := &Bundle{file: file, lists: h.lists}
	if err := h.require(&b.Info, o); err != nil {
		return nil, err
	}
	b.Info.Apps, b.Info.Annotations = h.lists[memberApps].Len, h.lists[memberAnnotations].Len
	const anyTime = storage.Time(1)
	for _, list := range []string{memberApps, memberAnnotations, memberVerdicts} {
		err := b.each(list, func(i int, value json.RawMessage) (err error) {
			switch list {
			case memberApps:
				_, err = parseApp(i, value)
			case memberAnnotations:
				_, _, err = parseAnnotation(i, value, anyTime)
			case memberVerdicts:
				_, _, err = parseVerdict(i, value, anyTime)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if err := h.optional(b); err != nil {
		return nil, err
	}
	return b, nil
}

// header collects the members of a bundle.
type header struct {
	file   io.ReaderAt
	values map[string]json.RawMessage // "[" in the place of a list
	lists  map[string]jsonread.Span
}

// isKnown reports whether a member of a bundle is read.
func isKnown(name string) bool {
	switch name {
	case memberVersion, memberAppVersion, memberExportedAt, memberAudience, memberRecommender, memberApps, memberProfile,
		memberPreset, memberAnnotations, memberVerdicts, memberMigration:
		return true
	}
	return false
}

func (h *header) member(name string, at jsonread.Span) error {
	if at.Len > maxElements {
		return refuse("%s has more than %d elements", name, maxElements)
	}
	if !isKnown(name) {
		return nil
	}
	if _, duplicate := h.values[name]; duplicate {
		return refuse("The bundle has %s twice", name)
	}
	if at.Array {
		h.values[name], h.lists[name] = json.RawMessage("["), at
		return nil
	}
	h.values[name] = make(json.RawMessage, at.To-at.From)
	_, err := io.ReadFull(io.NewSectionReader(h.file, at.From, at.To-at.From), h.values[name])
	return err
}

// require checks the members that a bundle must have.
func (h *header) require(info *Info, o OpenOptions) error {
	if err := h.text(memberAppVersion, &info.AppVersion); err != nil {
		info.AppVersion = "" // shown only
	}
	if err := h.version(info, o); err != nil {
		return err
	}
	for _, name := range []string{memberExportedAt, memberApps, memberAnnotations} {
		if _, ok := h.values[name]; !ok {
			return refuse("The bundle has no %s", name)
		}
	}
	var exportedAt storage.Text
	if err := h.text(memberExportedAt, &exportedAt); err != nil || exportedAt == "" || len(exportedAt) > maxExportedAt {
		return refuse("%s must be a text of 1 to %d bytes", memberExportedAt, maxExportedAt)
	}
	if _, _, ok := isotime.Parse(string(exportedAt)); !ok && !o.AnyVersion {
		return refuse("%s is %.40q, but must be a date or time of ISO 8601, such as %s", memberExportedAt, exportedAt, isoTime)
	}
	info.ExportedAt = string(exportedAt)
	for _, name := range []string{memberApps, memberAnnotations, memberVerdicts} {
		if _, ok := h.lists[name]; !ok && !(name == memberVerdicts && isNull(h.values[name])) {
			return refuse("%s must be a list", name)
		}
	}
	return nil
}

// version checks the version of the format.
func (h *header) version(info *Info, o OpenOptions) error {
	var version float64
	text := h.values[memberVersion]
	if isNull(text) || json.Unmarshal(text, &version) != nil {
		if o.AnyVersion {
			return nil
		}
		return refuse("%s must be a number", memberVersion)
	}
	info.Version = json.Number(text)
	if version > formatVersion && !o.AnyVersion {
		if info.AppVersion != "" {
			return refuse("The bundle has version %s of the format, written by version %.40s of the app; this version reads up to %d",
				info.Version, info.AppVersion, formatVersion)
		}
		return refuse("The bundle has version %s of the format; this version reads up to %d", info.Version, formatVersion)
	}
	return nil
}

// optional reads the members that a bundle may have.
func (h *header) optional(b *Bundle) error {
	if err := h.text(memberRecommender, &b.Info.Recommender); err != nil {
		return err
	}
	if utf8.RuneCountInString(string(b.Info.Recommender)) > maxRecommender {
		return refuse("%s has more than %d characters", memberRecommender, maxRecommender)
	}
	if h.text(memberAudience, &b.Info.Audience) != nil {
		b.Info.Audience = ""
	}
	b.migration = string(h.values[memberMigration]) == "true"
	text := h.values[memberProfile]
	if isNull(text) {
		return nil
	}
	read, err := profile.ParsePrivacy(text)
	if err != nil {
		return refuse("%s must be an object", memberProfile)
	}
	b.profile = profile.Privacy{Tiers: read.Tiers}
	b.Info.HasProfile, b.Info.Preset = b.profile.Active(), storage.Text(b.profile.Preset())
	return nil
}

// text reads a member that may be a text or null.
func (h *header) text(name string, into *storage.Text) error {
	text := h.values[name]
	if isNull(text) {
		return nil
	}
	if json.Unmarshal(text, into) != nil {
		return refuse("%s must be a text", name)
	}
	if strings.ContainsRune(string(*into), 0) {
		return refuse("%s contains a NUL character", name)
	}
	return nil
}

// isNull reports whether a member is missing or null.
func isNull(text json.RawMessage) bool { return text == nil || string(text) == "null" }
