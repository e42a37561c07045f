package serving

import (
	"fmt"
	"io"
)

// DropProgram is dropProgram.
var DropProgram = dropProgram

// Unwritten returns the mappings of unwritten, as text.
func Unwritten(maps io.Reader, path string) (found []string) {
	for _, m := range unwritten(maps, path) {
		found = append(found, fmt.Sprintf("%x-%x", m.from, m.to))
	}
	return found
}
