package bundle

import (
	"cmp"

	"github.com/privacylabels/auditor/storage"
)

// Config is what a [Service] needs.
type Config struct {
	storage.Env

	Version string // of the product, as a bundle names it; empty: "dev"
}

// Service exports and imports audit bundles, and exports the table of all apps. It
// is safe for concurrent use.
type Service struct{ config Config }

// New returns the service of a store. It starts nothing.
func New(c Config) *Service {
	c.Version = cmp.Or(c.Version, "dev")
	return &Service{c}
}
