package fetch

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/privacylabels/auditor/internal/pagetext"
)

const (
	extractTimeout = 20 * time.Second
	extractAtOnce  = 2 // pages
)

// extracting waits for a slot and then calls read, which makes text of a page, with a
// context that ends at the time limit: a page is untrusted. The error is an [*Error], or
// the context's.
func (c *Client) extracting(ctx context.Context, read func(context.Context) error) error {
	select {
	case c.slots <- struct{}{}:
		defer func() { <-c.slots }()
	case <-ctx.Done():
		return ctx.Err()
	}
	slow := &Error{Cause: ErrUnreadable, Err: fmt.Errorf("making text of the page took longer than %v", c.timeout)}
	within, cancel := context.WithTimeoutCause(ctx, c.timeout, slow)
	defer cancel()
	err := read(within)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}

// extract returns the title and the text of a page of HTML, which are not clean, as
// seen with or without scripts. The error is an [*Error], or the cause of the end of
// the context.
func extract(ctx context.Context, source, host string, scriptless bool, out exclusions) (pagetext.Page, error) {
	page, err := pagetext.Read(ctx, source, pagetext.Options{Scriptless: scriptless, MaxText: maxText, Exclude: out.elements, Host: host})
	switch {
	case ctx.Err() != nil:
		return pagetext.Page{}, context.Cause(ctx)
	case errors.Is(err, pagetext.ErrTooLong):
		return pagetext.Page{}, &Error{Cause: ErrTooLarge, Err: err}
	case err != nil:
		return pagetext.Page{}, &Error{Cause: ErrUnreadable, Err: err}
	}
	return page, nil
}
