package appstore

import (
	"errors"
	"fmt"
	"slices"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/jsonread"
	"github.com/privacylabels/auditor/storage"
)

// maxPage is the longest page that is read, in bytes.
const maxPage = 4 << 20

// extractors returns the readers of the scripts of a page, the newest form, which has
// the most facts, first.
func extractors() []extractor {
	return []extractor{
		{"serialized-server-data", readIsland},
		{"shoebox-media-api-cache-apps", readMediaAPI},
		{"shoebox-ember-data-store", readEmber},
	}
}

type extractor struct {
	script string // the id of the script that it reads
	read   func(script source, id storage.AppID, language string) (reading, bool)
}

// Parse reads the page of an app, of any year. It makes no request, and depends only on
// its arguments.
//
// A page of the app without a privacy section, or with one that is not
// understood, gives a listing whose Label is nil. Extractor names what read the
// label, or, without one, what found the app. The error is a
// [*fleet.ScrapeError] with [fleet.ErrLayout] for a page that is not about this
// app or cannot be read, such as one with elements nested more than 512 deep, and with
// [fleet.ErrTooLarge] for one of more than 4 MiB.
func Parse(page []byte, id storage.AppID) (fleet.Listing, error) {
	if len(page) > maxPage {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrTooLarge}
	}
	m, err := scan(page)
	if err != nil {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	readings, err := readAll(m, id)
	if err != nil {
		return fleet.Listing{}, &fleet.ScrapeError{Cause: fleet.ErrLayout, Err: err}
	}
	return merge(readings), nil
}

// readAll returns what each extractor says about the app, best first.
func readAll(m markup, id storage.AppID) ([]reading, error) {
	budget := new(jsonread.Budget)
	var readings []reading
	for _, e := range extractors() {
		script, found := m.scripts[e.script]
		if !found {
			continue
		}
		if r, ok := e.read(source{script, budget}, id, m.language); ok {
			readings = append(readings, r)
		}
	}
	ids := m.ids()
	switch {
	case slices.Contains(ids, id) || len(ids) == 0 && len(readings) > 0:
		readings = append(readings, m.read(id, budget))
	case len(readings) > 0: // the markup is another app's
	case len(ids) > 0:
		return nil, fmt.Errorf("the page is about app %d", ids[0])
	default:
		return nil, errors.New("the page does not say which app it is about")
	}
	return readings, nil
}

// merge takes each fact from the first reading that has it.
func merge(readings []reading) fleet.Listing {
	l := readings[0].listing
	l.Extractor = readings[0].extractor
	for _, r := range readings[1:] {
		if l.Label == nil && r.listing.Label != nil {
			l.Extractor = r.extractor
		}
		fill(&l, r.listing)
	}
	if r := readings[0]; l.GenreID == nil && l.GenreName != nil && r.chart == *l.GenreName {
		l.GenreID = &r.chartGenre
	}
	return l
}
