package policies

import (
	"log/slog"
	"slices"
	"time"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/fleet/policy/llm"
	"github.com/privacylabels/auditor/httpapi/internal/op"
	"github.com/privacylabels/auditor/storage"
)

// Config is what the operations work on. Every field is required.
type Config struct {
	Store    storage.Store
	Policies *policy.Service
	Models   *llm.Models
	Now      func() time.Time
	Logger   *slog.Logger
}

// New returns the operations.
func New(cfg Config) op.Package {
	return op.Package{
		Operations: slices.Concat(
			regeneration{cfg.Store, cfg.Policies, cfg.Logger}.operations(),
			progress{cfg.Policies}.operations(),
			versions{cfg.Policies}.operations(),
			models{cfg.Store, cfg.Models, cfg.Now}.operations(),
			modelLog{cfg.Store}.operations(),
		),
		Types: types(),
	}
}
