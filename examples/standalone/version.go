package main

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/privacylabels/auditor/internal/health"
)

// printVersion prints the version of the module, where and when it was committed as far as
// the build knows, and the version of Go.
func printVersion(w io.Writer) int {
	info, _ := debug.ReadBuildInfo()
	if _, err := fmt.Fprintf(w, "auditor %s%s, %s %s/%s\n", cmp.Or(health.Version(), "(devel)"), commitOf(info), runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil {
		return exitFault
	}
	return exitDone
}

// commitOf returns the commit and its date, or an empty text if the build has neither.
func commitOf(info *debug.BuildInfo) string {
	if info == nil {
		return ""
	}
	settings := make(map[string]string)
	for _, s := range info.Settings {
		settings[s.Key] = s.Value
	}
	commit := settings["vcs.revision"]
	if commit == "" {
		return ""
	}
	about := []string{"commit " + commit[:min(len(commit), 12)]}
	if day, _, ok := strings.Cut(settings["vcs.time"], "T"); ok {
		about = append(about, day)
	}
	if settings["vcs.modified"] == "true" {
		about = append(about, "modified")
	}
	return " (" + strings.Join(about, ", ") + ")"
}
