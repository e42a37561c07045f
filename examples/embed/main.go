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
	listener, err := net.Listen("tcp", ":8080") // under whatever name this machine has
	if err != nil {
		log.Fatal(err)
	}
	people := newLogin()
	owner, reader := people.add("owner", auditor.AdminAccess), people.add("reader", auditor.ReadAccess)
	log.Printf("serving http://%s; passwords: owner %s, reader %s", listener.Addr(), owner, reader)
	if err := serve(ctx, listener, "auditor.db", people); err != nil {
		log.Fatal(err)
	}
}

// serve runs the site with its auditor until the context ends.
func serve(ctx context.Context, listener net.Listener, database string, people *login) (err error) {
	store, err := sqlite.Open(ctx, database)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }() // New does not take over the store

	a, err := auditor.New(auditor.WithStore(store), auditor.WithAuthorizer(people.access))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }() // before the store, after the last request
	server := &http.Server{Handler: site(a, people), ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 30 * time.Second}

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
		timeout, cancel := context.WithTimeout(context.WithoutCancel(ctx), 15*time.Second)
		defer cancel()
		return server.Shutdown(timeout)
	})
	return group.Wait()
}

// site returns the handler of the site: its own pages, its login, and the API of the
// auditor.
func site(a *auditor.Auditor, people *login) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprintln(w, "The privacy labels are at /privacy/api/apps.")
	})
	mux.Handle("POST /login", http.NewCrossOriginProtection().Handler(people))
	mux.Handle("/privacy/", http.StripPrefix("/privacy", a.Handler()))
	return mux
}
