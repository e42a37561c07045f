package runs

import (
	"slices"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations.
func New(s services.Set) op.Package {
	bulk := Bulk{s.Runs, s.Now}
	return op.Package{
		Operations: slices.Concat(
			tasks{s.Runs}.operations(),
			syncs{s.Fleet, bulk}.operations(),
			runList{s.Runs}.operations(),
			appHistory{s.History}.operations(),
			histories{s.Store, s.History, bulk}.operations(),
			policies{s.Store, bulk}.operations(),
			cooldowns{s.Fleet}.operations(),
			activities{s.Store}.operations(),
			queueSessions{s.Store, s.Now, s.Random}.operations(),
		),
		Types: types(),
	}
}
