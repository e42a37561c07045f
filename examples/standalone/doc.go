// Command standalone is the complete service as one program: it watches the
// privacy labels of apps and serves the HTTP API.
//
//	go run ./examples/standalone
//	curl -d '{"urls":["https://apps.apple.com/us/app/id310633997"]}' -H 'Origin: http://127.0.0.1:3000' \
//	    http://127.0.0.1:3000/api/scrape
//
// Its commands do one bulk run, make, verify and restore backups, and check the
// health of a service. Run it with --help for the commands and settings.
//
// The program owns what a library must not: flags and environment variables, the
// listening socket, signals, files, and the choice of a database.
package main
