package program

import (
	"fmt"
	"io"
	"runtime/debug"

	"github.com/privacylabels/auditor/internal/program/manual"
)

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
	parser, err := newParser(new(config), new(settingsReader), io.Discard, func() {})
	if err != nil {
		return fail(stderr, exitFault, "completion: %v", err)
	}
	script, err := manual.Completion(parser.Model, uses, shell)
	if err == nil {
		_, err = io.WriteString(stdout, script)
	}
	return exitOf(err, stderr)
}

// printManual prints the manual page.
func printManual(stdout, stderr io.Writer) int {
	parser, err := newParser(new(config), new(settingsReader), io.Discard, func() {})
	if err != nil {
		return fail(stderr, exitFault, "man: %v", err)
	}
	info, _ := debug.ReadBuildInfo()
	page := manual.Page{Version: version(), Date: buildOf(info).day(), Exit: exitMeanings, Help: helpOf, Uses: uses}
	_, err = fmt.Fprint(stdout, manual.Man(parser.Model, page))
	return exitOf(err, stderr)
}
