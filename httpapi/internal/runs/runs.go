package runs

import (
	"slices"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations.
func New(s services.Set) op.Package {
	bulk := Bulk{s}
	return op.Package{
		Operations: slices.Concat(
			tasks{s.Runs}.operations(),
			syncs{bulk}.operations(),
			runList{s.Runs}.operations(),
			appHistory{s.History}.operations(),
			histories{bulk}.operations(),
			policies{bulk}.operations(),
			cooldowns{s.Fleet}.operations(),
			activities{s.Store}.operations(),
			queueSessions{s}.operations(),
		),
		Types: types(),
	}
}
