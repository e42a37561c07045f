// Command standalone is the whole service as one program: it watches the
// privacy labels of the apps it is told of and serves the HTTP API.
//
//	go run ./examples/standalone
//	curl -d '{"urls":["https://apps.apple.com/us/app/id310633997"]}' -H 'Origin: http://127.0.0.1:3000' \
//	    http://127.0.0.1:3000/api/scrape
//
// With "run sync" it does one bulk run instead, and shows how far it is. With
// "backup", "restore" and "verify" it takes care of what is known, and with
// "healthcheck" it says whether a service can work.
//
// It owns what a library must not: flags and environment variables, the
// listening socket, signals, files, and the choice of a store. All else is in
// the packages that it puts together. Run it with -help for its settings.
package main
