package ui

import (
	"github.com/privacylabels/auditor/internal/language"
	"github.com/privacylabels/auditor/internal/snapshots"
)

// KeptIn says in which file on the server is what was deleted.
func KeptIn(say *language.Language, before snapshots.Before) language.Words {
	if before.Name == "" {
		return say.Text("No backup of what was here could be written first.")
	}
	return say.Text("What was here is in the backup %s.", string(before.Name))
}
