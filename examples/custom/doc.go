// Command custom serves an auditor with a custom scraper: apps come from a directory of
// JSON files (package jsonfiles, which implements [fleet.Scraper]), and records are
// stored in memory ([memory.New]). A second source has the apps of an index of packages
// (package packages), which have names in place of numbers: each app is read by the source
// of its address's host. Everything else is as in any auditor.
//
//	go run ./examples/custom
//	curl http://127.0.0.1:3000/api/apps
//
// Change a file below the folder given with -apps, then track it again:
//
//	curl -H 'Origin: http://127.0.0.1:3000' --json '{"urls":["https://apps.example.org/1001"]}' http://127.0.0.1:3000/api/scrape
//	curl http://127.0.0.1:3000/api/changelog
//
// It is a starting point and not a service: all records are lost when it ends.
package main
