package backup

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

	"github.com/privacylabels/auditor/fleet/profile"
	"github.com/privacylabels/auditor/internal/feature"
	"github.com/privacylabels/auditor/internal/preferences"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// MaxRecommender is how many characters the name of who recommends has at most.
const MaxRecommender = 200

// maxExcerpt is how much of a policy's text is in a bundle, in characters.
const maxExcerpt = 4096

// AuditBundleOptions say what is in an audit bundle beside apps, notes and verdicts.
// The zero value is the default.
type AuditBundleOptions struct {
	Recommender    *string // who recommends, as it is; nil: nobody is named
	WithoutProfile bool    // leave the privacy profile out
	MigrationFlow  bool    // ask who imports it to go through the recommendations
}

// WriteAuditBundle writes an audit bundle: every app with its labels and what is known
// of its policy, the notes that may leave, the user's verdicts, and the privacy
// profile. Private notes are in none, nor are deleted ones. Then it is kept, in a
// setting, that one was written; on a full disk that is left out.
//
// Apps are in the order of name and id, notes newest first, verdicts by app. The
// error is that of the options, see [AuditBundleOptions.Validate], before anything
// was written; or the store's, or that of w.
func (e *Exchange) WriteAuditBundle(ctx context.Context, w io.Writer, o AuditBundleOptions) error {
	if err := o.Validate(); err != nil {
		return err
	}
	now := storage.TimeOf(e.now())
	err := e.tell(ctx, w, func(tx storage.Tx, out *bufio.Writer) error {
		b := &bundleWriter{buf: out}
		b.all(tx, o, e.version, now)
		return b.err
	})
	if err != nil {
		return err
	}
	err = e.store.Update(ctx, func(tx storage.Tx) error {
		return settings.PutTime(tx, preferences.AuditBundleSetting, now)
	})
	if errors.Is(err, storage.ErrFull) { // the bundle is whole all the same
		return nil
	}
	return err
}

// Validate returns an error that wraps [storage.ErrInvalid] when the name of who
// recommends is longer than [MaxRecommender] characters, or not UTF-8 without NUL.
func (o AuditBundleOptions) Validate() error {
	switch {
	case o.Recommender == nil:
		return nil
	case utf8.RuneCountInString(*o.Recommender) > MaxRecommender:
		return fmt.Errorf("%w: a name of more than %d characters", storage.ErrInvalid, MaxRecommender)
	case !utf8.ValidString(*o.Recommender) || strings.ContainsRune(*o.Recommender, 0):
		return fmt.Errorf("%w: a name that is not UTF-8 without NUL", storage.ErrInvalid)
	}
	return nil
}

// FileName returns what a bundle is called as a file: by who recommends and the
// minute of its making, in the zone of that time.
func (o AuditBundleOptions) FileName(at time.Time) string {
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
func (b *bundleWriter) all(tx storage.Tx, o AuditBundleOptions, version string, now storage.Time) {
	focus, err := feature.FocusOf(tx)
	b.keep(err)
	b.text("{")
	b.member(auditVersion, bundleVersion)
	b.member(auditAppVersion, version)
	b.member(auditExportedAt, now.Std().Format(isoTime))
	b.member(auditAudience, focus.Audience)
	b.member(auditRecommender, o.Recommender)
	list(b, auditApps, func(yield func(any) bool) error {
		for app, err := range tx.Apps().List(storage.AppQuery{}) {
			if err != nil {
				return err
			}
			shown, err := fileAppOf(tx, app)
			if err != nil || !yield(shown) {
				return err
			}
		}
		return nil
	})
	b.profile(tx, o.WithoutProfile)
	list(b, auditAnnotations, func(yield func(any) bool) error {
		for a, err := range tx.Annotations().List(storage.AnnotationQuery{Visibility: storage.VisibilityExport, Present: true}) {
			if err != nil || !yield(fileAnnotationOf(a)) {
				return err
			}
		}
		return nil
	})
	list(b, auditVerdicts, func(yield func(any) bool) error {
		for v, err := range tx.Verdicts().List(storage.VerdictQuery{Origin: storage.OriginUser}) {
			if err != nil || !yield(fileVerdict{fileID(v.App), v.Decision, v.Rationale, moment(v.SetAt), moment(v.UpdatedAt)}) {
				return err
			}
		}
		return nil
	})
	if o.MigrationFlow {
		b.member(auditMigration, true)
	}
	b.text("\n}\n")
}

// profile writes the privacy profile, and which preset it is.
func (b *bundleWriter) profile(tx storage.Tx, without bool) {
	var mine profile.Privacy
	if !without {
		var err error
		mine, err = profile.StoredPrivacy(tx)
		b.keep(err)
	}
	if !mine.Active() { // one that bounds nothing recommends nothing
		mine.Tiers = nil
	}
	b.member(auditProfile, mine.Tiers)
	b.member(auditPreset, storage.Text(mine.Preset()))
}
