// Command pictures takes the pictures of the web page that README.md shows, from the
// invented apps of the demo, and prints how long Chromium needs until each screen is drawn.
//
// It is run in the folder of the module, internal/browser:
//
//	go run ./pictures
package main
