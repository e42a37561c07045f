package people

import (
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/device"
	"github.com/privacylabels/auditor/fleet/review"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/httpapi/readtoken"
	"github.com/privacylabels/auditor/notify"
	"github.com/privacylabels/auditor/storage"
)

// Config is what the operations work on. Every field is required.
type Config struct {
	Reviews *review.Service
	Devices *device.Service
	Inbox   *notify.Inbox
	Outbox  *notify.Outbox
	Store   storage.Store
	Tokens  *readtoken.Service
	Now     func() time.Time
}

// New returns the operations.
func New(cfg Config) op.Package {
	return op.Package{
		Operations: slices.Concat(
			acknowledgements{cfg.Reviews}.operations(),
			annotations{cfg.Reviews}.operations(),
			concerns{cfg.Reviews}.operations(),
			readers{cfg.Reviews}.operations(),
			verdicts{cfg.Reviews}.operations(),
			shortlist{cfg.Reviews, cfg.Now}.operations(),
			profiles{cfg.Reviews}.operations(),
			devices{cfg.Devices}.operations(),
			deviceScope{cfg.Devices}.operations(),
			deviceSync{cfg.Devices}.operations(),
			deviceActions{cfg.Devices}.operations(),
			notifications{cfg.Inbox, cfg.Now}.operations(),
			webhook{cfg.Outbox}.operations(),
			destinations{cfg.Outbox}.operations(),
			audits{cfg.Store}.operations(),
			readTokens{cfg.Tokens}.operations(),
		),
		Types: types(),
	}
}
