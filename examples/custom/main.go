package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/privacylabels/auditor"
	"github.com/privacylabels/auditor/examples/custom/jsonfiles"
	"github.com/privacylabels/auditor/examples/custom/packages"
	"github.com/privacylabels/auditor/httpapi/client"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// base is the prefix of the apps' addresses, which are never requested.
const base = "https://apps.example.org/"

//go:embed apps/*.json packages.json
var samples embed.FS

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout); err != nil && !errors.Is(err, flag.ErrHelp) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// run serves until the context ends.
func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("custom", flag.ContinueOnError)
	address := flags.String("listen", "127.0.0.1:3000", "serve on this `address`")
	folder := flags.String("apps", "", "read the apps from this `folder` (default: two samples)")
	if err := flags.Parse(args); err != nil {
		return err
	}
	files, err := fs.Sub(samples, "apps")
	if err != nil {
		return err
	}
	if *folder != "" {
		files = os.DirFS(*folder)
	}

	scraper, err := jsonfiles.New(files, base)
	if err != nil {
		return err
	}
	index := packages.New(samples, "packages.json")
	a, err := auditor.New(
		auditor.WithStore(memory.New()),
		auditor.WithScraper(scraper),
		auditor.WithSource("packages", index, packages.Host), // apps without numbers
	)
	if err != nil {
		return err
	}
	defer a.Close()
	if err := trackAll(ctx, a, scraper, files); err != nil {
		return err
	}
	if err := trackPackages(ctx, a, index); err != nil {
		return err
	}
	return serve(ctx, a, *address, stdout)
}

// trackAll tracks every app in the folder.
func trackAll(ctx context.Context, a *auditor.Auditor, scraper *jsonfiles.Scraper, files fs.FS) error {
	names, err := fs.Glob(files, "*.json")
	if err != nil {
		return err
	}
	for _, name := range names {
		id, err := storage.ParseAppID(strings.TrimSuffix(name, ".json"))
		if err != nil {
			return fmt.Errorf("name of %s: %w", name, err)
		}
		if err := track(ctx, a, scraper.Address(id)); err != nil {
			return fmt.Errorf("track %s: %w", name, err)
		}
	}
	return nil
}

// trackPackages tracks every app of the index of packages.
func trackPackages(ctx context.Context, a *auditor.Auditor, index *packages.Scraper) error {
	names, err := index.Names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := track(ctx, a, packages.Address(name)); err != nil {
			return fmt.Errorf("track %s: %w", name, err)
		}
	}
	return nil
}

// track tracks the app at an address, by the source of its host.
func track(ctx context.Context, a *auditor.Auditor, address string) error {
	answer, err := a.Client().Scrape(ctx, client.ScrapeBody{URLs: []string{address}})
	if err != nil {
		return err
	}
	if fault := answer.Results[0].Error; fault != nil {
		return errors.New(*fault)
	}
	return nil
}

// serve serves requests and runs scheduled work until the context ends.
func serve(ctx context.Context, a *auditor.Auditor, address string, stdout io.Writer) error {
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: a.Handler(), ReadTimeout: 30 * time.Second, WriteTimeout: 30 * time.Second, IdleTimeout: 30 * time.Second}
	fmt.Fprintf(stdout, "listening on http://%s\n", listener.Addr())

	served := make(chan error, 1)
	go func() { served <- server.Serve(listener) }()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	ran := make(chan error, 1)
	go func() { ran <- a.Run(ctx) }()

	select {
	case err = <-served: // the server failed
	case <-ctx.Done():
		grace, stop := context.WithTimeout(context.WithoutCancel(ctx), auditor.DefaultShutdownTimeout)
		defer stop()
		err = server.Shutdown(grace)
	}
	cancel()
	return errors.Join(err, <-ran)
}
