package runs

import (
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations.
func New(s services.Set) op.Package {
	bulk := Bulk{s}
	return op.Package{
		Operations: slices.Concat(
			syncs{bulk}.operations(),
			runList{s.Runs}.operations(),
			histories{bulk}.operations(),
			policies{bulk}.operations(),
			cooldowns{s.Fleet}.operations(),
			activities{s}.operations(),
		),
		Types: types(),
	}
}
