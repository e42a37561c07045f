package wayback

import (
	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

// HurryIndex lifts the limit of the index.
func HurryIndex(a *Archive) {
	a.rate.most[ofIndex] = 1e6
	a.rate.pace.Index.PerMinute = 1e6
	a.rate.turns[ofIndex] = pace.New(interval(1e6), 1)
}

// Row is a row, for tests outside of the package.
type Row struct {
	At     storage.Time
	URL    string
	Status int
}

// ParseIndex is parseIndex, for tests outside of the package.
func ParseIndex(body []byte, id storage.AppID, from, to storage.Time) ([]Row, string, error) {
	rows, next, err := parseIndex(body, spanOf(id, from, to))
	var all []Row
	for _, r := range rows {
		all = append(all, Row{At: r.at, URL: r.url, Status: r.status})
	}
	return all, next, err
}

// spanOf selects captures of the page of an app in the App Store.
func spanOf(id storage.AppID, from, to storage.Time) span {
	return span{is: func(address string) bool { return storePages{}.Is(fleet.Target{ID: id}, address) }, from: from, to: to}
}
