// Package auditor is the root of a module that breaks the rules.
package auditor

import (
	_ "github.com/privacylabels/auditor/internal/httpapi"
	_ "github.com/privacylabels/auditor/storage/sqlite"
)
