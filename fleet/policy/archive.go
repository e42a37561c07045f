package policy

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Archive has pages as they once were. It is safe for concurrent use, and keeps to
// its own pace. An error means that nothing is to be had now; which one makes no
// difference but for [ErrArchiveBusy].
type Archive interface {
	// NewestPage finds the newest capture of a page that was there.
	NewestPage(ctx context.Context, address string) (Capture, error)
	// ReadPage reads a capture, as it was captured.
	ReadPage(ctx context.Context, c Capture) (ArchivedPage, error)
	// SavePage asks for a capture to be made now, and returns where people will
	// look at it.
	SavePage(ctx context.Context, address string) (view string, err error)
}

// ErrArchiveBusy says that the archive is not to be asked for a while, whatever
// for.
var ErrArchiveBusy = errors.New("the archive is not to be asked now")

// Capture is a page at a moment.
type Capture struct {
	URL  string // that was captured
	At   storage.Time
	View string // where people look at it
}

// ArchivedPage is what was captured.
type ArchivedPage struct {
	ContentType string // as it was sent then
	Body        []byte // not trusted to be short, or anything else
	View        string // where people look at it
}

// What the archive is allowed. It has a deadline of its own, which waits for its
// turn count against: nobody waits long for a text that is old.
const (
	findTimeout = 15 * time.Second
	readTimeout = 25 * time.Second
	maxArchived = 8 << 20
)

// archived gets a page from the archive, after its site gave none. The error is
// that of the site, told as one of the last that was asked.
func (w *Web) archived(ctx context.Context, address string, failed *FetchError) (Document, error) {
	last := *failed
	last.Origin = storage.PolicyWayback
	trace(ctx, "fetch:archive", "")
	doc, err := w.fromArchive(ctx, address)
	if ctx.Err() != nil {
		return Document{}, ctx.Err()
	}
	if err != nil {
		last.Err = errors.Join(failed.Err, err)
		return Document{}, &last
	}
	return doc, nil
}

func (w *Web) fromArchive(ctx context.Context, address string) (Document, error) {
	finding, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	capture, err := w.archive.NewestPage(finding, address)
	if err != nil {
		return Document{}, err
	}
	reading, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	found, err := w.archive.ReadPage(reading, capture)
	if err != nil {
		return Document{}, err
	}
	p := page{url: found.View, header: found.ContentType, contentType: contentType(found.ContentType), body: found.Body}
	switch {
	case len(p.body) > maxArchived:
		return Document{}, netguard.ErrTooLarge
	case !readable(p.contentType):
		return Document{}, ErrUnsupported
	}
	doc, _, err := w.document(reading, p) // where the page leads is not asked for
	if err != nil {
		return Document{}, err
	}
	doc.Origin, doc.ArchiveURL = storage.PolicyWayback, found.View
	return doc, nil
}
