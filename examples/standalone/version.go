package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"

	"github.com/privacylabels/auditor/internal/health"
)

// printVersion prints the version of the module and that of Go.
func printVersion(w io.Writer) int {
	if _, err := fmt.Fprintf(w, "auditor %s, %s %s/%s\n", cmp.Or(health.Version(), "(devel)"), runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil {
		return exitFault
	}
	return exitDone
}
