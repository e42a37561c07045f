package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/storage/sqlite"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	listener, err := net.Listen("tcp", "127.0.0.1:8080")
	if err != nil {
		log.Fatal(err)
	}
	log.Printf("serving http://%s", listener.Addr())
	if err := serve(ctx, listener, "auditor.db"); err != nil {
		log.Fatal(err)
	}
}

// serve is the site with its auditor, until the context ends.
func serve(ctx context.Context, listener net.Listener, database string) (err error) {
	store, err := sqlite.Open(ctx, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }() // who opens a store closes it

	a, err := auditor.New(auditor.WithStore(store))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }() // before the store, after the last request
	server := &http.Server{Handler: site(a), ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 30 * time.Second}

	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { return a.Run(ctx) }) // ends its work when ctx does
	group.Go(func() error {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return err
		}
		return nil
	})
	group.Go(func() error {
		<-ctx.Done()
		patience, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
		defer cancel()
		return server.Shutdown(patience)
	})
	return group.Wait()
}

// site is what the program serves: its own pages, and the auditor's API.
func site(a *auditor.Auditor) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "The privacy labels are at /privacy/api/apps.")
	})
	mux.Handle("/privacy/", http.StripPrefix("/privacy", a.Handler()))
	return mux
}
