package packages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/storage"
)

const (
	// Host is the host of the apps' addresses, which are never requested.
	Host = "packages.example.org"
	// MaxSize is the maximum size of the index in bytes.
	MaxSize = 4 << 20

	base      = "https://" + Host + "/"
	extractor = "packages/1"
)

// valid matches the names of packages, of at most 255 bytes.
var valid = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*(\.[A-Za-z0-9_]+)+$`)

// Scraper reads apps from an index. It is safe for concurrent use.
type Scraper struct {
	files fs.FS
	index string
}

var (
	_ fleet.Scraper  = (*Scraper)(nil)
	_ fleet.Searcher = (*Scraper)(nil)
)

// New returns a scraper of the index with this name in a folder. It is read anew for every
// app.
func New(files fs.FS, index string) *Scraper { return &Scraper{files, index} }

// entry is an app in the index. Members that are left out are unknown.
type entry struct {
	Name             *string              `json:"name"`
	Developer        *string              `json:"developer"`
	Version          *string              `json:"version"`
	PrivacyPolicyURL *string              `json:"privacyPolicyUrl"`
	Collects         *map[string][]string `json:"collects"` // categories by type; empty: nothing is collected
}

// Names returns the names of all packages, sorted.
func (s *Scraper) Names() ([]string, error) {
	all, err := s.read()
	return slices.Sorted(maps.Keys(all)), err
}

// Address returns the address of an app.
func Address(name string) string { return base + name }

// Resolve accepts the addresses that Address returns.
func (s *Scraper) Resolve(address string) (fleet.Target, error) {
	name, ok := strings.CutPrefix(address, base)
	if !ok || len(name) > 255 || !valid.MatchString(name) {
		return fleet.Target{}, fmt.Errorf("%.200q: %w", address, fleet.ErrAddress)
	}
	return fleet.Target{Identifier: name, URL: address}, nil
}

// Scrape reads an app.
func (s *Scraper) Scrape(ctx context.Context, target fleet.Target) (fleet.Listing, error) {
	if err := ctx.Err(); err != nil {
		return fleet.Listing{}, err
	}
	all, err := s.read()
	if err != nil {
		return fleet.Listing{}, err
	}
	found, ok := all[target.Identifier]
	if !ok {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrNotListed}
	}
	listing := found.listing(target.Identifier)
	listing.ID = target.ID
	return listing, nil
}

// Search finds the apps whose names contain a text, whatever the country.
func (s *Scraper) Search(_ context.Context, _, term string, limit int) (found []fleet.Listing, err error) {
	all, err := s.read()
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		listing := all[name].listing(name)
		if len(found) < limit && strings.Contains(strings.ToLower(*listing.Name), strings.ToLower(term)) {
			found = append(found, listing)
		}
	}
	return found, nil
}

// read reads the index.
func (s *Scraper) read() (all map[string]entry, err error) {
	f, err := s.files.Open(s.index)
	if err != nil {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: err}
	}
	defer f.Close()
	raw, err := io.ReadAll(io.LimitReader(f, MaxSize+1))
	switch {
	case err != nil:
		return nil, &fleet.ScrapeError{Cause: fleet.ErrUnavailable, Err: err}
	case len(raw) > MaxSize:
		return nil, &fleet.ScrapeError{Cause: fleet.ErrTooLarge}
	}
	if err := json.Unmarshal(raw, &all); err != nil {
		return nil, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	for name, one := range all {
		if one.Name == nil || *one.Name == "" || !valid.MatchString(name) {
			return nil, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: errors.New("an app has no name, or that of its package is invalid")}
		}
	}
	return all, nil
}

// listing returns an entry as what was published about the app.
func (e entry) listing(name string) fleet.Listing {
	address := Address(name)
	return fleet.Listing{
		Identifier: name, URL: &address, BundleID: &name, Name: e.Name, Developer: e.Developer, Version: e.Version,
		PrivacyPolicyURL: e.PrivacyPolicyURL, Label: e.label(), Extractor: extractor,
	}
}

// label returns what the app collects, nil if the index does not say.
func (e entry) label() *storage.Label {
	if e.Collects == nil {
		return nil
	}
	label := &storage.Label{}
	for _, identifier := range slices.Sorted(maps.Keys(*e.Collects)) {
		t := storage.PrivacyType{Identifier: identifier, Title: identifier}
		for _, category := range slices.Compact(slices.Sorted(slices.Values((*e.Collects)[identifier]))) {
			t.Categories = append(t.Categories, storage.LabelCategory{Identifier: category, Title: cmp.Or(category, "Other")})
		}
		label.Types = append(label.Types, t)
	}
	if !label.Known() {
		label.Types = []storage.PrivacyType{{Identifier: storage.DataNotCollected, Title: "Data Not Collected"}}
	}
	return label
}
