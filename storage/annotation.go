package storage

import (
	"cmp"
	"strconv"
)

// AnnotationID names a note: a whole number from 1 that JSON carries exactly. A
// later note has a higher one.
type AnnotationID int64

// MaxAnnotationID is the largest AnnotationID: JSON numbers are exact up to here
// (RFC 8259, section 6).
const MaxAnnotationID AnnotationID = MaxExact

func (a AnnotationID) String() string { return strconv.FormatInt(int64(a), 10) }

// Origin is who wrote a record.
type Origin string

// The origins.
const (
	OriginUser     Origin = "user"
	OriginImported Origin = "imported" // another person's, from a bundle
)

func (o Origin) known() bool { return o == OriginUser || o == OriginImported }

// Visibility is whether an audit bundle may include a note.
type Visibility string

// The visibilities.
const (
	VisibilityExport  Visibility = "export"
	VisibilityPrivate Visibility = "private"
)

// Tag is what a note is about. Empty means none, and is null in JSON.
type Tag string

// The tags.
const (
	TagConcern  Tag = "concern"
	TagPositive Tag = "positive"
	TagFollowUp Tag = "follow_up"
	TagOther    Tag = "other"
)

// MarshalJSON writes the tag, or null when there is none.
func (t Tag) MarshalJSON() ([]byte, error) { return Text(t).MarshalJSON() }

// Known reports whether the tag is empty or a defined tag.
func (t Tag) Known() bool {
	switch t {
	case "", TagConcern, TagPositive, TagFollowUp, TagOther:
		return true
	}
	return false
}

// Annotation is a person's note about an app.
type Annotation struct {
	ID         AnnotationID `db:"id,key" json:"id"`
	App        AppID        `db:"app_id" json:"appId"`
	Change     Text         `db:"change_id" json:"changeId"` // of the change that the note is about, see [ChangeID]; empty: it is about the app
	Body       string       `db:"body" json:"body"`
	Tag        Tag          `db:"tag" json:"tag"`
	Visibility Visibility   `db:"visibility" json:"visibility"`
	CreatedAt  Time         `db:"created_at" json:"createdAt"`
	UpdatedAt  Time         `db:"updated_at" json:"updatedAt"`

	// DeletedAt is when the note was deleted. A deleted note is hidden, and
	// retained for a while so that the deletion can be undone.
	DeletedAt NullTime `db:"deleted_at" json:"deletedAt"`

	Origin     Origin `db:"source" json:"source"`
	OriginName Text   `db:"source_name" json:"sourceName"` // the author, if not the user
}

// AnnotationQuery narrows a list of notes, which is ordered newest first and, at
// one moment, by id, highest first.
type AnnotationQuery struct {
	App        AppID      // zero: every app
	Visibility Visibility // empty: either
	Present    bool       // only those that are not deleted
	DeletedBy  Time       // only those deleted at or before this time; zero: all
	ByID       bool       // ordered by id alone, highest first
	Limit      int        // zero: all
}

// matches implements [Query].
func (q AnnotationQuery) matches(r Annotation) bool {
	return asked(q.App, r.App) && asked(q.Visibility, r.Visibility) && asked(q.Present, r.DeletedAt == 0) &&
		(q.DeletedBy == 0 || r.DeletedAt != 0 && Time(r.DeletedAt) <= q.DeletedBy)
}

// compare implements [Query].
func (q AnnotationQuery) compare(a, b Annotation) int {
	if q.ByID {
		return cmp.Compare(b.ID, a.ID)
	}
	return cmp.Or(cmp.Compare(b.CreatedAt, a.CreatedAt), cmp.Compare(b.ID, a.ID))
}

// key returns the id.
func (a Annotation) key() AnnotationID { return a.ID }

// parents implements [child].
func (a Annotation) parents() []Parent { return onApp(a.App) }

// validate refuses a note without id, app, body or time, or with an unknown tag,
// visibility or origin.
func (a Annotation) validate() error {
	if a.ID <= 0 || a.ID > MaxAnnotationID {
		return invalid("annotation", "id %d is out of range", a.ID)
	}
	if err := a.App.validate("annotation"); err != nil {
		return err
	}
	if a.Body == "" || a.CreatedAt <= 0 {
		return invalid("annotation", "%d has no body or no time", a.ID)
	}
	if !a.Tag.Known() {
		return invalid("annotation", "unknown tag %q", a.Tag)
	}
	if a.Visibility != VisibilityExport && a.Visibility != VisibilityPrivate {
		return invalid("annotation", "unknown visibility %q", a.Visibility)
	}
	if !a.Origin.known() {
		return invalid("annotation", "unknown source %q", a.Origin)
	}
	return checkText("annotation", a.Body, string(a.OriginName), string(a.Change))
}
