// Command custom serves an auditor of which both ends are somebody's own: apps come
// from a folder of JSON files (package jsonfiles), and what is recorded about
// them is kept in memory (package memory). Neither knows the other, nor does
// either know HTTP: they keep the two contracts, [fleet.Scraper] and
// [storage.Store], and everything else is as in any auditor.
//
//	go run ./examples/custom
//	curl http://127.0.0.1:3000/api/apps
//
// Change a file below the folder given with -apps, then track it again:
//
//	curl -H 'Origin: http://127.0.0.1:3000' --json '{"urls":["https://apps.example.org/1001"]}' http://127.0.0.1:3000/api/scrape
//	curl http://127.0.0.1:3000/api/changelog
//
// It is an example to begin from, not a service: everything recorded is gone
// when it ends.
package main
