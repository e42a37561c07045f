package program

import (
	"context"
	"errors"
	"log/slog"
	"net/http"

	"github.com/privacylabels/auditor/internal/inprocess"
	"github.com/privacylabels/auditor/internal/program/serving"
)

// hereURL is the URL of the service of [serveHere]. The transport ignores it.
const hereURL = "http://localhost"

// serveHere opens the data folder and serves the API to this process only. It does no
// scheduled work.
func serveHere(ctx context.Context, c config, log *slog.Logger) (at remote, stop func() error, err error) {
	c.Settings = c.Unguarded()
	i, err := openInstallation(ctx, c)
	if err != nil {
		return at, nil, err
	}
	a, err := i.auditor(ctx, log)
	if err != nil {
		return at, nil, errors.Join(err, i.store.Close())
	}
	at, end := serveInProcess(a.Handler(), log)
	return at, func() error { return errors.Join(end(), a.Close(), i.store.Close()) }, nil
}

// serveInProcess serves a handler to this process only.
func serveInProcess(h http.Handler, log *slog.Logger) (at remote, stop func() error) {
	server := inprocess.New(serving.NewServer(h, log))
	at = newRemote(hereURL, "")
	at.most = 0
	at.client.Transport = server
	return at, server.Close
}
