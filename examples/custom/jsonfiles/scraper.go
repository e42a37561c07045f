package jsonfiles

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/url"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

// MaxSize is the largest file that is read, in bytes.
const MaxSize = 256 << 10

// Scraper reads apps from a folder. It is safe for concurrent use. Make one with [New].
type Scraper struct {
	files fs.FS
	base  string // ends with a slash
}

var _ fleet.Scraper = (*Scraper)(nil)

// New returns a scraper of the files at the top of a folder, such as what
// os.DirFS returns. The address of an app is its id below base, an absolute
// http or https address: with "https://apps.example.org/catalog" it is, for
// the file 7.json, https://apps.example.org/catalog/7. Nothing is ever
// fetched from there. New fails when base is no such address.
func New(files fs.FS, base string) (*Scraper, error) {
	u, err := url.Parse(base)
	if err != nil {
		return nil, fmt.Errorf("read base address: %w", err)
	}
	if u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.RawQuery != "" || u.Fragment != "" {
		return nil, fmt.Errorf("base address %q is not an absolute http or https address without query", base)
	}
	return &Scraper{files: files, base: strings.TrimRight(base, "/") + "/"}, nil
}

// Address returns the address of an app.
func (s *Scraper) Address(id storage.AppID) string { return s.base + id.String() }

// Resolve accepts the addresses that Address returns, with or without a slash
// at the end.
func (s *Scraper) Resolve(address string) (fleet.Target, error) {
	rest, ok := strings.CutPrefix(address, s.base)
	id, err := storage.ParseAppID(strings.TrimSuffix(rest, "/"))
	if !ok || err != nil || id <= 0 || id > storage.MaxAppID {
		return fleet.Target{}, fmt.Errorf("%.200q: %w", address, fleet.ErrAddress)
	}
	return fleet.Target{ID: id, URL: s.Address(id)}, nil
}

// Scrape reads the file of an app.
func (s *Scraper) Scrape(ctx context.Context, target fleet.Target) (fleet.Listing, error) {
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	raw, err := s.read(target.ID.String() + ".json")
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed, Err: err}
	case err != nil:
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: err}
	case len(raw) > MaxSize:
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrTooLarge}
	}
	listing, err := parse(raw)
	if err != nil {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	listing.ID = target.ID
	address := s.Address(target.ID)
	listing.URL = &address
	return listing, nil
}

// read returns the content of a file, of which it reads at most one byte more than MaxSize.
func (s *Scraper) read(name string) (raw []byte, err error) {
	f, err := s.files.Open(name)
	if err != nil {
		return nil, fmt.Errorf("open app: %w", err)
	}
	defer f.Close()
	raw, err = io.ReadAll(io.LimitReader(f, MaxSize+1))
	if err != nil {
		return nil, fmt.Errorf("read app: %w", err)
	}
	return raw, nil
}
