// Package storagetest is a kit for tests and does as it likes.
package storagetest

import (
	"time"

	_ "github.com/google/go-cmp/cmp"

	_ "github.com/privacylabels/auditor/storage/sqlite"
)

var Start = time.Now()
