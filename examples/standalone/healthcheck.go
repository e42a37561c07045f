package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"time"

	checkup "github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/storage/sqlite"
)

// healthPatience is how long a service may take to show that it is well: less than
// those who ask are used to wait.
const healthPatience = 5 * time.Second

// healthcheck says whether a service can work, and returns the exit code: for a
// container's check.
func healthcheck(ctx context.Context, c config, stdout, stderr io.Writer) int {
	ctx, cancel := context.WithTimeout(ctx, healthPatience)
	defer cancel()
	look := lookAtFolder
	if c.ServiceURL != "" {
		look = func(ctx context.Context, c config) error {
			r := newRemote(c.ServiceURL, "") // nobody needs a token for it
			return errors.Join(r.probe(ctx), r.close())
		}
	}
	if err := look(ctx, c); err != nil {
		fmt.Fprintf(stderr, "not healthy: %v\n", err)
		return exitFault
	}
	if _, err := fmt.Fprintln(stdout, "healthy"); err != nil {
		return exitFault
	}
	return exitDone
}

// lookAtFolder looks at the data folder without a service, and migrates nothing.
func lookAtFolder(ctx context.Context, c config) error {
	if err := hasDatabase(c); err != nil {
		return err
	}
	store, err := sqlite.Open(ctx, filepath.Join(c.DataDir, databaseName), sqlite.WithoutMigration())
	if err != nil {
		return withAdvice(c, err)
	}
	return errors.Join(checkup.Glance(ctx, store, c.DataDir), store.Close())
}
