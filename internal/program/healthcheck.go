package program

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"time"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// healthTimeout is shorter than the usual timeout of a container's health check.
const healthTimeout = 5 * time.Second

// healthcheck checks whether a service can work, and returns the exit code.
func healthcheck(ctx context.Context, c config, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	var err error
	if c.ServiceURL != "" {
		err = newRemote(c.ServiceURL, "").probe(ctx) // needs no token
	} else {
		err = checkFolder(ctx, c)
	}
	if err != nil {
		fmt.Fprintf(stderr, "not healthy: %v\n", err)
		return exitFault
	}
	if _, err := fmt.Fprintln(stdout, "healthy"); err != nil {
		return exitFault
	}
	return exitDone
}

// checkFolder checks the data folder without a service, and migrates nothing.
func checkFolder(ctx context.Context, c config) error {
	if err := hasDatabase(c); err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName), sqlite.WithoutMigration())
	if err != nil {
		return withAdvice(c, err)
	}
	_, err = readSecret(filepath.Join(c.DataDir, secretName))
	if errors.Is(err, fs.ErrNotExist) { // the service will create it
		err = nil
	}
	return errors.Join(err, health.Ready(ctx, store, c.DataDir), store.Close())
}
