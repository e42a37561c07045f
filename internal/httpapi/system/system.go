package system

import (
	"net/http"
	"slices"

	"github.com/privacylabels/auditor/internal/httpapi/op"
	"github.com/privacylabels/auditor/internal/services"
)

// Config is what the operations work on. Fields are required unless noted otherwise.
type Config struct {
	services.Set
	Process *Process

	Health     Checker // nil: the records cannot be checked
	DataDir    string  // empty: none
	AdminToken string  // empty: none
	Security   Security

	// Secure reports whether a request came over TLS.
	Secure func(*http.Request) bool
	// IsLocal reports whether a Host header names this machine. ok is false
	// if the header names no host.
	IsLocal func(host string) (local, ok bool)
}

// New returns the operations.
func New(cfg Config) op.Package {
	var (
		flags      = flags{cfg}
		probe      = &probe{Config: cfg}
		database   = &database{Config: cfg, checking: make(chan struct{}, 1)}
		faults     = faults{cfg}
		deployment = deployment{cfg, probe, database, faults, flags}
	)
	return op.Package{
		Operations: slices.Concat(
			flags.operations(),
			focus{cfg.Store}.operations(),
			prefs{cfg}.operations(), savedFilters{cfg}.operations(),
			locales{cfg.Secure}.operations(),
			dashboard{cfg}.operations(),
			tasks{cfg}.operations(),
			serviceSettings{cfg}.operations(),
			desktopSettings{cfg}.operations(),
			probe.operations(),
			deployment.operations(),
			database.operations(),
			faults.operations(),
			checks{cfg.Health}.operations(),
			runtime{cfg.Process}.operations(),
		),
		Types: types(),
		Close: probe.close,
	}
}
