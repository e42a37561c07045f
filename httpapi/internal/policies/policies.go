package policies

import (
	"slices"

	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/httpapi/services"
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
