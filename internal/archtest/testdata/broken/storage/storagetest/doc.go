// Package storagetest is for tests and may import everything.
package storagetest

import _ "github.com/privacylabels/auditor/storage/sqlite"
