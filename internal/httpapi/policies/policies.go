package policies

import (
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations.
func New(s services.Set) op.Package {
	return op.Package{
		Operations: slices.Concat(
			regeneration{s}.operations(),
			versions{s.Policies}.operations(),
			blocks{s.Policies}.operations(),
			models{s}.operations(),
		),
		Types: types(),
	}
}
