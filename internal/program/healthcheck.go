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
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// healthTimeout is shorter than the usual timeout of a container's health check.
const healthTimeout = 5 * time.Second

// healthcheckArgs are the arguments of the command healthcheck.
type healthcheckArgs struct {
	JSON bool `help:"Print JSON: healthy, and error, which is null if the service can work."`
}

// Help returns examples.
func (healthcheckArgs) Help() string {
	return `Without --url the data folder is checked, whether or not a service uses it. With it a running service is asked whether it
is ready, which needs no token. The exit code is 0 or 1. Examples:

  auditor healthcheck --url http://127.0.0.1:3000
  auditor healthcheck --data-dir /var/lib/auditor --json`
}

// state is the result of a health check.
type state struct {
	Healthy bool    `json:"healthy"`
	Error   *string `json:"error"` // null: healthy
}

// healthcheck checks whether a service can work, and returns the exit code.
func healthcheck(ctx context.Context, c config, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, healthTimeout)
	defer cancel()
	var err error
	if c.ServiceURL != "" {
		if err = newRemote(c.ServiceURL, "").probe(ctx); err != nil { // needs no token
			err = describe(err, c)
		}
	} else {
		err = checkFolder(ctx, c)
	}
	found := state{Healthy: err == nil}
	if err != nil {
		fmt.Fprintf(stderr, "not healthy: %s\n", oneLine(err.Error()))
		found.Error = new(err.Error())
	}
	switch {
	case c.Healthcheck.JSON:
		err = errors.Join(err, commands.PrintJSON(stdout, found))
	case found.Healthy:
		_, err = fmt.Fprintln(stdout, "healthy")
	}
	if err != nil {
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
