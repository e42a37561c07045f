// Package auditor is the root: it may have defaults, and still no environment.
package auditor

import (
	"crypto/rand"
	"os"
	"time"

	_ "github.com/privacylabels/auditor/httpapi"
	_ "github.com/privacylabels/auditor/storage/sqlite"
)

var (
	clock  = time.Now
	random = rand.Reader
	home   = os.Getenv("HOME")
)
