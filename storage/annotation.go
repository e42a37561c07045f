package storage

import "strconv"

// AnnotationID names a note: a whole number from 1 that JSON carries exactly. A
// later note has a higher one.
type AnnotationID int64

// MaxAnnotationID is the largest AnnotationID: JSON numbers are exact up to here
// (RFC 8259, section 6).
const MaxAnnotationID AnnotationID = 1<<53 - 1

func (a AnnotationID) String() string { return strconv.FormatInt(int64(a), 10) }

// Origin says whose words a record holds.
type Origin string

// The origins.
const (
	OriginUser     Origin = "user"
	OriginImported Origin = "imported" // another person's, from a bundle
)

func (o Origin) known() bool { return o == OriginUser || o == OriginImported }

// Visibility says whether a note may leave the installation in an audit bundle.
type Visibility string

// The visibilities.
const (
	VisibilityExport  Visibility = "export"
	VisibilityPrivate Visibility = "private"
)

// Tag is what a note is about. Empty is about nothing in particular, and null in
// JSON.
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

// Known says whether the tag is one of the tags, or none.
func (t Tag) Known() bool {
	switch t {
	case "", TagConcern, TagPositive, TagFollowUp, TagOther:
		return true
	}
	return false
}

// Annotation is a note that somebody wrote about an app.
type Annotation struct {
	ID         AnnotationID `json:"id"`
	App        AppID        `json:"appId"`
	Body       string       `json:"body"`
	Tag        Tag          `json:"tag"`
	Visibility Visibility   `json:"visibility"`
	CreatedAt  Time         `json:"createdAt"`
	UpdatedAt  Time         `json:"updatedAt"`

	// DeletedAt is when the note was deleted. Such a note is kept for a while, so
	// that the deletion can be taken back, and listed nowhere.
	DeletedAt NullTime `json:"deletedAt"`

	Origin     Origin `json:"source"`
	OriginName Text   `json:"sourceName"` // who wrote it, where it is not the user
}

// AnnotationQuery narrows a list of notes, which is ordered newest first and, at
// one moment, by id, highest first.
type AnnotationQuery struct {
	App        AppID      // zero: every app
	Visibility Visibility // empty: either
	Present    bool       // only those that are not deleted
	DeletedBy  Time       // only those deleted by then; zero: all
	ByID       bool       // by id alone, highest first
	Limit      int        // zero: all
}

// Key returns the id.
func (a Annotation) Key() AnnotationID { return a.ID }

// Validate refuses a note without id, app, words or time, or with a tag,
// visibility or origin that is not known.
func (a Annotation) Validate() error {
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
	return checkText("annotation", a.Body, string(a.OriginName))
}
