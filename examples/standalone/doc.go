// Command standalone is the complete service as one program: it watches the
// privacy labels of apps and serves the HTTP API and the web page.
//
//	go run ./examples/standalone
//	go run ./examples/standalone track https://apps.apple.com/us/app/id310633997
//
// It is the same program as examples/auditor, which has the name under which it is
// installed. Run it with --help for the commands and settings.
package main
