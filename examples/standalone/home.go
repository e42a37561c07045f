package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// databaseName is the database in the data folder.
const databaseName = "auditor.db"

// home is the data folder, opened, and what is read from outside: what the
// service and a run have in common.
type home struct {
	secret  []byte
	store   *sqlite.Store // whoever opened the home closes it
	outside sources
}

// openHome opens the data folder, which is made when it is missing.
func openHome(ctx context.Context, c config, log *slog.Logger) (h home, err error) {
	if err := openDir(c.DataDir); err != nil {
		return h, err
	}
	if h.secret, err = openSecret(c.DataDir, rand.Reader); err != nil {
		return h, err
	}
	if h.store, err = sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName)); err != nil {
		return h, fmt.Errorf("open the database: %w", err)
	}
	if h.outside, err = newSources(ctx, c, h.store, log); err != nil {
		return h, errors.Join(err, h.store.Close())
	}
	return h, nil
}

// auditor returns an auditor of these settings, and of more options.
func (h home) auditor(c config, log *slog.Logger, more ...auditor.Option) (*auditor.Auditor, error) {
	if c.MaxRestoreBytes > 0 {
		more = append(more, auditor.WithMaxRestore(c.MaxRestoreBytes))
	}
	return auditor.New(append([]auditor.Option{
		auditor.WithStore(h.store),
		auditor.WithScraper(h.outside.apps),
		auditor.WithArchive(h.outside.past),
		auditor.WithPolicyFetcher(h.outside.policies),
		auditor.WithLogger(log),
		auditor.WithSecret(h.secret),
		auditor.WithDirectory(c.DataDir),
		auditor.WithCountry(c.Country),
		auditor.WithAdminToken(c.AdminToken),
		auditor.WithAllowedHosts(c.AllowedHosts...),
		auditor.WithNetworkExposed(c.NetworkExposed),
		auditor.WithTrustProxy(c.TrustProxy),
		auditor.WithSchedulerTick(c.SchedulerTick),
		auditor.WithOutboundAllow(c.OutboundAllow...),
	}, more...)...)
}
