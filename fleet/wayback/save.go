package wayback

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
)

const saveTimeout = 25 * time.Second

// Save requests a capture of the page from Save Page Now, as in [archive.Archive], and
// returns the address at which it should appear, without checking it. It sends one
// request only, since a capture may be made even when the response is lost. After the
// archive has refused to save a page because of its limit, which is far lower for saves,
// Save fails for a while without a request, and nothing else waits.
func (a *Archive) Save(ctx context.Context, target fleet.Target) (string, error) {
	page, err := a.savedURL(target)
	if err != nil {
		return "", err
	}
	return a.save(ctx, page)
}

func (a *Archive) save(ctx context.Context, page string) (string, error) {
	if wait := a.rate.mayNotSave(); wait > 0 {
		return "", &archive.Error{Cause: archive.ErrThrottled, RetryAfter: wait, Err: errNotSent}
	}
	got, err := a.once(ctx, request{url: a.base + "/save/" + page, timeout: saveTimeout, save: true})
	if err != nil {
		return "", err
	}
	if got.status >= 400 {
		return "", &archive.Error{Cause: archive.ErrNoMemento, Status: got.status}
	}
	for _, name := range []string{"Location", "Content-Location"} {
		if at, ok := a.parsePlace(got.header.Get(name)); ok {
			return a.publicURL(at), nil
		}
	}
	return "", &archive.Error{Cause: archive.ErrNoMemento, Status: got.status, Err: errors.New("the response does not contain the address of the capture")}
}
