package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	checkup "github.com/privacylabels/auditor/internal/health"
)

// sayVersion tells the version of the module that the program was built from, and
// that of Go.
func sayVersion(w io.Writer) int {
	if _, err := fmt.Fprintf(w, "auditor %s, %s %s/%s\n", cmp.Or(checkup.Version(), "(devel)"), runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil {
		return exitFault
	}
	return exitDone
}
