// Command embed adds an auditor to an existing web site: the API is below /privacy/,
// next to the pages of the site, and behind the login of the site, which decides who may
// read and who may change something. It works under every host name that leads to it.
//
//	go run ./examples/embed
//	curl http://myhost:8080/
//	curl -c cookies -d name=owner -d password=… http://myhost:8080/login
//	curl -b cookies http://myhost:8080/privacy/api/apps
//	curl -b cookies -H 'Origin: http://myhost:8080' http://myhost:8080/privacy/api/sync/trigger -X POST
//
// The program prints the passwords when it starts. A real site serves HTTPS and has its own
// list of people.
//
// See examples/standalone for a program with settings, and examples/custom for custom
// scrapers.
package main
