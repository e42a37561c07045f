package program

import (
	"cmp"
	"fmt"
	"io"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/privacylabels/auditor/internal/health"
	"github.com/privacylabels/auditor/internal/program/commands"
	"github.com/privacylabels/auditor/internal/program/manual"
)

// versionArgs are the arguments of the command version.
type versionArgs struct {
	JSON bool `help:"Print JSON: version, commit, date, modified, go, os and arch."`
}

// Help returns examples.
func (versionArgs) Help() string {
	return `Examples:

  auditor version
  auditor version --json | jq -r .version`
}

// build describes the program.
type build struct {
	Version  string  `json:"version"`  // of the module, such as v0.1.0; (devel) if it was built from changed sources
	Commit   *string `json:"commit"`   // null: not known
	Date     *string `json:"date"`     // of the commit, RFC 3339; null: not known
	Modified bool    `json:"modified"` // whether the sources differ from the commit
	Go       string  `json:"go"`
	OS       string  `json:"os"`
	Arch     string  `json:"arch"`
}

// printVersion prints the version of the module, its commit and date if the build has them,
// and the version of Go.
func printVersion(asJSON bool, stdout, stderr io.Writer) int {
	info, _ := debug.ReadBuildInfo()
	b := buildOf(info)
	if asJSON {
		return exitOf(commands.PrintJSON(stdout, b), stderr)
	}
	_, err := fmt.Fprintf(stdout, "auditor %s%s, %s %s/%s\n", b.Version, b.commit(), b.Go, b.OS, b.Arch)
	return exitOf(err, stderr)
}

// version returns the version of the module.
func version() string { return cmp.Or(health.Version(), "(devel)") }

// buildOf returns what the build information, which may be nil, says about the program.
func buildOf(info *debug.BuildInfo) build {
	b := build{Version: version(), Go: runtime.Version(), OS: runtime.GOOS, Arch: runtime.GOARCH}
	if info == nil {
		return b
	}
	for _, s := range info.Settings {
		switch {
		case s.Value == "":
		case s.Key == "vcs.revision":
			b.Commit = &s.Value
		case s.Key == "vcs.time":
			b.Date = &s.Value
		case s.Key == "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
	return b
}

// day returns the day of the commit, or "" if it is not known.
func (b build) day() string {
	if b.Date == nil {
		return ""
	}
	day, _, _ := strings.Cut(*b.Date, "T")
	return day
}

// commit returns the commit and its day in parentheses, or "" if the commit is not known.
func (b build) commit() string {
	if b.Commit == nil {
		return ""
	}
	about := []string{"commit " + (*b.Commit)[:min(len(*b.Commit), 12)]}
	if day := b.day(); day != "" {
		about = append(about, day)
	}
	if b.Modified {
		about = append(about, "modified")
	}
	return " (" + strings.Join(about, ", ") + ")"
}

// completionArgs are the arguments of the command completion.
type completionArgs struct {
	Shell string `arg:"" enum:"bash,fish,zsh" help:"The shell: bash, fish or zsh."`
}

// Help returns examples.
func (completionArgs) Help() string {
	return `Examples:

  source <(auditor completion bash)
  auditor completion zsh > "${fpath[1]}/_auditor"
  auditor completion fish > ~/.config/fish/completions/auditor.fish`
}

// manCommand is the command man, which has no arguments.
type manCommand struct{}

// Help returns examples.
func (manCommand) Help() string {
	return `Examples:

  auditor man | man -l -
  auditor man > /usr/local/share/man/man1/auditor.1`
}

// printCompletion prints the completion script of a shell.
func printCompletion(shell string, stdout, stderr io.Writer) int {
	_, err := io.WriteString(stdout, manual.Completion(newProgram(new(config)), uses, shell))
	return exitOf(err, stderr)
}

// printManual prints the manual page.
func printManual(stdout, stderr io.Writer) int {
	info, _ := debug.ReadBuildInfo()
	page := manual.Page{Version: version(), Date: buildOf(info).day(), Exit: exitMeanings, Uses: uses}
	_, err := io.WriteString(stdout, manual.Man(newProgram(new(config)), page))
	return exitOf(err, stderr)
}
