// Package fleet has a second comment here.
package fleet

import (
	_ "github.com/privacylabels/auditor/fleet/runner"
	_ "github.com/privacylabels/auditor/internal/policy"
	_ "github.com/privacylabels/auditor/storage"
	_ "github.com/privacylabels/auditor/storage/sqlite"
	_ "github.com/privacylabels/auditor/storage/storagetest"
)
