// Package browser uses the web page as people do: in Chromium, against the standalone
// program.
//
// Its tests are the proofs that the page works; the command pictures below it takes the
// pictures in README.md. It is a module of its own, so that the service does not depend on
// what drives a browser. Without Chromium the tests are skipped.
package browser
