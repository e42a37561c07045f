package wayback

import (
	"errors"
	"fmt"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/fleet/archive"
	"github.com/privacylabels/auditor/internal/history"
)

// Pages are the pages of the apps of a further source, as they were captured. They must be safe for
// concurrent use.
type Pages interface {
	// Addresses returns the addresses, without a scheme, under which the page of an app with its label
	// was captured, the most common first. A capture of what an address is the beginning of counts
	// if Is accepts it.
	Addresses(target fleet.Target) []string

	// Is reports whether a captured address is that of the page of an app.
	Is(target fleet.Target, address string) bool

	// Read parses a captured page. Its ID may be zero.
	Read(page []byte, target fleet.Target) (fleet.Listing, error)
}

// storePages are the pages of the App Store.
type storePages struct{ *Archive }

// Addresses implements [Pages]. Those of the old host are not among them, see [Archive.Captures].
func (storePages) Addresses(target fleet.Target) []string {
	all, _ := forms(target)
	return all
}

// Is implements [Pages].
func (storePages) Is(target fleet.Target, address string) bool {
	_, ok := history.ParseAddress(address, target.ID)
	return ok
}

// Read implements [Pages].
func (s storePages) Read(page []byte, target fleet.Target) (fleet.Listing, error) {
	return s.parse(page, target.ID)
}

// Has implements [archive.Sourced].
func (a *Archive) Has(source string) bool { return source == "" || a.further[source] != nil }

// pagesOf returns the pages of the source of an app.
func (a *Archive) pagesOf(target fleet.Target) (Pages, error) {
	if target.Source == "" {
		return storePages{a}, nil
	}
	if pages := a.further[target.Source]; pages != nil {
		return pages, nil
	}
	return nil, noMemento(fmt.Sprintf("no pages of the source %q are read", target.Source))
}

// read calls the parser. Archived pages vary widely, so a panic of the parser is an
// error.
func (a *Archive) read(pages Pages, page []byte, target fleet.Target) (l fleet.Listing, err error) {
	defer func() {
		if cause := recover(); cause != nil {
			l, err = fleet.Listing{}, fmt.Errorf("the parser panicked: %v", cause)
		}
	}()
	return pages.Read(page, target)
}

// savedURL returns the address of an app's page that the archive is asked to capture.
func (a *Archive) savedURL(target fleet.Target) (string, error) {
	if target.Source == "" {
		return pageURL(target), nil
	}
	pages, err := a.pagesOf(target)
	if err != nil {
		return "", err
	}
	all := pages.Addresses(target)
	if len(all) == 0 {
		return "", &archive.Error{Cause: archive.ErrNoMemento, Err: errors.New("the app has no address")}
	}
	return "https://" + all[0], nil
}
