package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// databaseName is the database in the data folder.
const databaseName = "auditor.db"

// reserveBytes is the room that is kept for deletions on a full disk.
const reserveBytes = 16 << 20

// home is the data folder, opened, and what is read from outside: what the
// service and a run have in common.
type home struct {
	secret  []byte
	store   *sqlite.Store // whoever opened the home closes it
	outside sources
}

// openHome opens the data folder, which is made when it is missing.
func openHome(ctx context.Context, c config, log *slog.Logger) (h home, err error) {
	if h, err = openFolder(ctx, c); err != nil {
		return h, err
	}
	if h.outside, err = newSources(ctx, c, h.store, log); err != nil {
		return h, errors.Join(err, h.store.Close())
	}
	return h, nil
}

// openFolder is openHome without what is read from outside.
func openFolder(ctx context.Context, c config) (h home, err error) {
	if err := openDir(c.DataDir); err != nil {
		return h, err
	}
	if h.secret, err = openSecret(c.DataDir, rand.Reader); err != nil {
		return h, err
	}
	if h.store, err = sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName), sqlite.WithReserve(reserveBytes)); err != nil {
		return h, withAdvice(c, err)
	}
	return h, nil
}

// hasDatabase fails when there is no database in the data folder yet: not everybody
// who looks for one wants a new one.
func hasDatabase(c config) error {
	_, err := os.Stat(filepath.Join(c.DataDir, databaseName))
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("there is no database in %s", c.DataDir)
	}
	return err
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
