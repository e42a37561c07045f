package people

import (
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
)

// New returns the operations.
func New(s services.Set) op.Package {
	return op.Package{
		Operations: slices.Concat(
			acknowledgements{s.Reviews}.operations(),
			annotations{s.Reviews}.operations(),
			concerns{s.Reviews}.operations(),
			readers{s.Reviews}.operations(),
			verdicts{s.Reviews}.operations(),
			shortlist{s}.operations(),
			profiles{s.Reviews}.operations(),
			devices{s.Devices}.operations(),
			notifications{s}.operations(),
			destinations{s.Outbox}.operations(),
			audits{s.Store}.operations(),
			readTokens{s.ReadTokens}.operations(),
		),
		Types: types(),
	}
}
