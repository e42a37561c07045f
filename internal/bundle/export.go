package bundle

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/profile"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/internal/viewstream"
	"github.com/privacylabels/auditor/storage"
)

// maxRecommender is the maximum length of a recommender's name, in characters.
const maxRecommender = 200

// maxExcerpt is the length of the excerpt of a policy's text, in characters.
const maxExcerpt = 4096

// Options are options of an export. The zero value is the default.
type Options struct {
	Recommender    *string // the name of the user, as given; nil: anonymous
	WithoutProfile bool    // leave the privacy profile out
	MigrationFlow  bool    // ask the importing user to review the recommendations
}

// Export writes an audit bundle: every app with its labels and its policy's
// summary, the notes that may be shared, the user's verdicts and the privacy
// profile. Private and deleted notes are never in it. Then it saves the time of
// the export in a setting, unless the database is full.
//
// Apps are ordered by name and ID, notes newest first, verdicts by app. The error
// is that of [Options.Validate], before anything is written, or that of the database
// or of w.
func (s *Service) Export(ctx context.Context, w io.Writer, o Options) error {
	if err := o.Validate(); err != nil {
		return err
	}
	now := storage.TimeOf(s.config.Now())
	err := viewstream.Write(ctx, s.config.Store, w, func(tx *storage.Tx, out *bufio.Writer) error {
		b := &writer{buf: out}
		b.all(tx, o, s.config.Version, now)
		return b.err
	})
	if err != nil {
		return err
	}
	err = s.config.Store.Update(ctx, func(tx *storage.Tx) error {
		return settings.PutTime(tx, preferences.AuditBundleSetting, now)
	})
	if errors.Is(err, storage.ErrFull) { // the bundle is complete
		return nil
	}
	return err
}

// Validate returns an error that wraps [storage.ErrInvalid] when the recommender's
// name has more than 200 characters, is not UTF-8 or contains NUL.
func (o Options) Validate() error {
	switch {
	case o.Recommender == nil:
		return nil
	case utf8.RuneCountInString(*o.Recommender) > maxRecommender:
		return fmt.Errorf("%w: the recommender's name has more than %d characters", storage.ErrInvalid, maxRecommender)
	case !utf8.ValidString(*o.Recommender) || strings.ContainsRune(*o.Recommender, 0):
		return fmt.Errorf("%w: the recommender's name is not UTF-8 or contains NUL", storage.ErrInvalid)
	}
	return nil
}

// FileName returns the name of a bundle's file: the recommender and the minute of
// at, in the time zone of at.
func (o Options) FileName(at time.Time) string {
	name := ""
	if o.Recommender != nil {
		name = strings.Join(strings.FieldsFunc(strings.ToLower(*o.Recommender), unicode.IsSpace), "-")
	}
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
			return r
		}
		return -1
	}, name)
	return cmp.Or(name, "audit") + at.Format("-2006-01-02-1504") + ".audit.json"
}

// all writes the whole bundle.
func (b *writer) all(tx *storage.Tx, o Options, version string, now storage.Time) {
	focus, err := feature.FocusOf(tx)
	b.fail(err)
	b.text("{")
	b.member(memberVersion, formatVersion)
	b.member(memberAppVersion, version)
	b.member(memberExportedAt, now.Std().Format(isoTime))
	b.member(memberAudience, focus.Audience)
	b.member(memberRecommender, o.Recommender)
	b.list(memberApps, func(yield func(any) bool) error {
		for app, err := range tx.Apps.List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			shown, err := appRecord(tx, app)
			if err != nil || !yield(shown) {
				return err
			}
		}
		return nil
	})
	b.profile(tx, o.WithoutProfile)
	b.list(memberAnnotations, func(yield func(any) bool) error {
		for a, err := range tx.Annotations.List(storage.AnnotationQuery{Visibility: storage.VisibilityExport, Present: true}) {
			if err != nil || !yield(annotationRecord(a)) {
				return err
			}
		}
		return nil
	})
	b.list(memberVerdicts, func(yield func(any) bool) error {
		for v, err := range tx.Verdicts.List(storage.VerdictQuery{Origin: storage.OriginUser}) {
			if err != nil || !yield(fileVerdict{fileID(v.App), v.Decision, v.Rationale, moment(v.SetAt), moment(v.UpdatedAt)}) {
				return err
			}
		}
		return nil
	})
	if o.MigrationFlow {
		b.member(memberMigration, true)
	}
	b.text("\n}\n")
}

// profile writes the privacy profile, and which preset it is.
func (b *writer) profile(tx *storage.Tx, without bool) {
	var mine profile.Privacy
	if !without {
		var err error
		mine, err = profile.StoredPrivacy(tx)
		b.fail(err)
	}
	if !mine.Active() { // it recommends nothing
		mine.Tiers = nil
	}
	b.member(memberProfile, mine.Tiers)
	b.member(memberPreset, storage.Text(mine.Preset()))
}
