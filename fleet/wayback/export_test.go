package wayback

import "github.com/privacylabels/auditor/storage"

// Row is a row, for tests outside of the package.
type Row struct {
	At     storage.Time
	URL    string
	Status int
}

// ParseIndex is parseIndex, for tests outside of the package.
func ParseIndex(body []byte, id storage.AppID, from, to storage.Time) ([]Row, string, error) {
	rows, next, err := parseIndex(body, span{id: id, from: from, to: to})
	var all []Row
	for _, r := range rows {
		all = append(all, Row{At: r.at, URL: r.url, Status: r.status})
	}
	return all, next, err
}
