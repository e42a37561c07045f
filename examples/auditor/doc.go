// Command auditor is the complete service as one program: it watches the privacy labels
// of apps and serves the HTTP API and the web page.
//
//	go install github.com/privacylabels/auditor/examples/auditor@latest
//	auditor
//
// Its other commands track, import, list and export apps, show their changes, do one bulk
// run, make, verify and restore backups, and check the health of a service. Run it with
// --help for the commands and settings.
package main
