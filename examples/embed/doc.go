// Command embed puts an auditor into a web site that has other things to do: the
// API is below /privacy/, next to the site's own pages.
//
//	go run ./examples/embed
//	curl http://127.0.0.1:8080/
//	curl http://127.0.0.1:8080/privacy/api/apps
//
// It owns nothing but the site. See examples/standalone for a program with
// settings, and examples/custom for a scraper and a store of one's own.
package main
