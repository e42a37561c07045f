package fetch

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/netguard"
	"github.com/privacylabels/auditor/storage"
)

// Archive has captures of pages as they were, and paces its own requests. It is safe
// for concurrent use. Any error means that it has nothing now; only
// [ErrArchiveBusy] is treated differently.
type Archive interface {
	// NewestPage finds the newest capture of a page that existed at the time.
	NewestPage(ctx context.Context, address string) (Capture, error)
	// ReadPage reads a capture, as it was captured.
	ReadPage(ctx context.Context, c Capture) (ArchivedPage, error)
	// SavePage asks for a new capture, and returns where people will view it.
	SavePage(ctx context.Context, address string) (view string, err error)
}

// ErrArchiveBusy reports that the archive must not be asked anything for a while.
var ErrArchiveBusy = errors.New("the archive is rate limiting")

// Capture is a page at a moment.
type Capture struct {
	URL  string // that was captured
	At   storage.Time
	View string // where people view it
}

// ArchivedPage is the content of a capture.
type ArchivedPage struct {
	ContentType string // as it was sent at the time
	Body        []byte // untrusted, of any length
	View        string // where people view it
}

// The limits of reading from the archive. The timeouts include the wait for its
// pace: an old text is not worth a long wait.
const (
	findTimeout = 15 * time.Second // of [Archive.NewestPage]
	readTimeout = 25 * time.Second
	maxArchived = 8 << 20 // bytes
)

// archived gets a page from the archive, after its site failed. The error is that
// of the site, with the archive as the origin.
func (c *Client) archived(ctx context.Context, address string, failed *Error, out exclusions) (Document, error) {
	trace(ctx, "fetch:archive", "")
	doc, err := c.fromArchive(ctx, address, out)
	if ctx.Err() != nil {
		return Document{}, ctx.Err()
	}
	if err != nil {
		last := *failed
		last.Origin, last.Err = storage.PolicyWayback, errors.Join(failed.Err, err)
		return Document{}, &last
	}
	doc.SiteError = failed
	return doc, nil
}

func (c *Client) fromArchive(ctx context.Context, address string, out exclusions) (Document, error) {
	finding, cancel := context.WithTimeout(ctx, findTimeout)
	defer cancel()
	capture, err := c.archive.NewestPage(finding, address)
	if err != nil {
		return Document{}, err
	}
	reading, cancel := context.WithTimeout(ctx, readTimeout)
	defer cancel()
	found, err := c.archive.ReadPage(reading, capture)
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
	doc, _, err := c.document(reading, p, out) // its links are not followed
	if err != nil {
		return Document{}, err
	}
	doc.Origin, doc.ArchiveURL, doc.CapturedAt = storage.PolicyWayback, found.View, capture.At
	return doc, nil
}
