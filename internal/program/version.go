package program

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/program/manual"
)

// printVersion prints the version of the module, its commit and date if the build has them,
// and the version of Go.
func printVersion(w io.Writer) int {
	info, _ := debug.ReadBuildInfo()
	if _, err := fmt.Fprintf(w, "auditor %s%s, %s %s/%s\n", version(), commitOf(info), runtime.Version(), runtime.GOOS, runtime.GOARCH); err != nil {
		return exitFault
	}
	return exitDone
}

// version returns the version of the module.
func version() string { return cmp.Or(health.Version(), "(devel)") }

// commitOf returns the commit and its date in parentheses, or "" if the build has neither.
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

// printCompletion prints the completion script of a shell.
func printCompletion(shell string, stdout, stderr io.Writer) int {
	parser, err := newParser(new(config), new(settingsReader), io.Discard, func() {})
	if err != nil {
		return fail(stderr, exitFault, "completion: %v", err)
	}
	script, err := manual.Completion(parser.Model, shell)
	return printText(script, err, stdout, stderr)
}

// printManual prints the manual page.
func printManual(stdout, stderr io.Writer) int {
	parser, err := newParser(new(config), new(settingsReader), io.Discard, func() {})
	if err != nil {
		return fail(stderr, exitFault, "man: %v", err)
	}
	page := manual.Page{Version: version(), Exit: exitMeanings}
	if info, ok := debug.ReadBuildInfo(); ok {
		for _, s := range info.Settings {
			if s.Key == "vcs.time" {
				page.Date, _, _ = strings.Cut(s.Value, "T")
			}
		}
	}
	return printText(manual.Man(parser.Model, page, helpOf), nil, stdout, stderr)
}

func printText(text string, err error, stdout, stderr io.Writer) int {
	if err == nil {
		_, err = fmt.Fprint(stdout, text)
	}
	if err != nil {
		return fail(stderr, exitFault, "%v", err)
	}
	return exitDone
}
