package wayback

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/fleet"
)

const saveTimeout = 25 * time.Second

// Save asks Save Page Now to capture the page, as of [fleet.Archive.Save], and
// takes it at its word that it did: it returns where the capture is to be. It
// asks once only, since a capture may well be made although no answer came.
func (a *Archive) Save(ctx context.Context, target fleet.Target) (string, error) {
	return a.save(ctx, pageURL(target))
}

func (a *Archive) save(ctx context.Context, page string) (string, error) {
	got, err := a.once(ctx, request{a.base + "/save/" + page, a.other, saveTimeout, 0})
	if err != nil {
		return "", err
	}
	if got.status >= 400 {
		return "", &fleet.ArchiveError{Cause: fleet.ErrNoMemento, Status: got.status}
	}
	for _, name := range []string{"Location", "Content-Location"} {
		if at, ok := a.parsePlace(got.header.Get(name)); ok {
			return a.publicURL(at), nil
		}
	}
	return "", &fleet.ArchiveError{Cause: fleet.ErrNoMemento, Status: got.status, Err: errors.New("it does not say where the capture is")}
}
