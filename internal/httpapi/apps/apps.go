package apps

import (
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/overview"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations. LargeFrom is the number of apps from which an answer about all
// apps is written to a file, app by app, and not built in memory.
func New(s services.Set, largeFrom int) op.Package {
	return op.Package{
		Operations: slices.Concat(
			list{s, largeFrom}.operations(),
			list{s, largeFrom}.oneOperations(),
			pairs{s.Fleet}.operations(),
			storefronts{s.Fleet}.operations(),
			summary{overview.Config{Fleet: s.Fleet, Inbox: s.Inbox, Runs: s.Runs}}.operations(),
			marks{s}.operations(),
			exports{s, largeFrom}.operations(),
			scrape{s}.operations(),
			appStore{s.Fleet}.operations(),
			changes{s}.operations(),
			matrix{s.Fleet, largeFrom}.operations(),
			ratings{s.Policies}.operations(),
		),
		Types: types(),
	}
}

// ofAppStore returns the given statuses and those of errors that the App Store causes.
func ofAppStore(more ...int) []int {
	return append(more, http.StatusBadGateway, http.StatusGatewayTimeout, http.StatusNotImplemented)
}
