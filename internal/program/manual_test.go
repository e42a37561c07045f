package program

import (
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestCompletionInBash asks the function that the script defines, as bash does.
func TestCompletionInBash(t *testing.T) {
	t.Parallel()
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("there is no bash")
	}
	got := command(t, nil, "completion", "bash")
	if got.code != exitDone {
		t.Fatalf("%+v", got)
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "apps.csv"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"auditor li":                      "list",
		"auditor c":                       "changes completion",
		"auditor run ":                    "sync wayback policy",
		"auditor run w":                   "wayback",
		"auditor completion f":            "fish",
		"auditor list --ri":               "--risk",
		"auditor list --risk m":           "moderate minimal",
		"auditor --log-format ":           "text json",
		"auditor --log-format = j":        "json",
		"auditor import a":                "apps.csv",
		"auditor --data-dir x list --jso": "--json",
		"auditor show 5 --time":           "--timeline",
		"auditor --country ":              "",
	} {
		words := strings.Split(line, " ")
		script := got.out + "\ncd \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _auditor; echo \"${COMPREPLY[*]}\""
		out, err := exec.CommandContext(t.Context(), bash, append([]string{"-euo", "pipefail", "-c", script, "bash", dir}, words...)...).CombinedOutput()
		if said := strings.TrimSpace(string(out)); err != nil || said != want {
			t.Errorf("%q is completed with %q, %v; want %q", line, said, err, want)
		}
	}
}

// The scripts of the other shells run in these shells and offer what is wanted. How a shell
// shows it, and that zsh leaves out what the word does not begin, is theirs.
func TestCompletionInOtherShells(t *testing.T) {
	t.Parallel()
	for shell, tt := range map[string]struct{ flags, ask string }{
		"zsh": {"-f", `autoload -Uz compinit && compinit -D && source "$1" && shift
			COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compgen -F _auditor -- "${@[-1]}"`},
		"fish": {"--no-config", `source $argv[1]; complete -C "$argv[2..]"`},
	} {
		t.Run(shell, func(t *testing.T) {
			t.Parallel()
			program, err := exec.LookPath(shell)
			if err != nil {
				t.Skipf("there is no %s", shell)
			}
			home := t.TempDir()
			script := filepath.Join(home, "completion")
			if err := os.WriteFile(script, []byte(command(t, nil, "completion", shell).out), 0o600); err != nil {
				t.Fatal(err)
			}
			for line, want := range map[string]string{
				"auditor li":             "list",
				"auditor run w":          "wayback",
				"auditor completion f":   "fish",
				"auditor list --ri":      "--risk",
				"auditor list --risk m":  "moderate",
				"auditor --log-format j": "json",
				"auditor show 5 --time":  "--timeline",
			} {
				args := []string{tt.flags, "-c", tt.ask}
				if shell == "zsh" {
					args = append(args, "zsh")
				}
				run := exec.CommandContext(t.Context(), program, append(append(args, script), strings.Split(line, " ")...)...)
				run.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home)
				var faults strings.Builder
				run.Stderr = &faults
				out, err := run.Output()
				if err != nil || faults.Len() > 0 || !slices.Contains(strings.Fields(string(out)), want) {
					t.Errorf("%q is completed with %q, %v, %s; want %q", line, out, err, faults.String(), want)
				}
			}
		})
	}
}

// TestManual checks that the page names each command and flag, and that groff has nothing to
// say about it.
func TestManual(t *testing.T) {
	t.Parallel()
	page := command(t, nil, "man")
	if page.code != exitDone {
		t.Fatalf("%+v", page)
	}
	parser, err := newParser(new(config), new(settingsReader), io.Discard, func() {})
	if err != nil {
		t.Fatal(err)
	}
	for _, flag := range allFlags(parser.Model) {
		if want := `.B \-\-` + strings.ReplaceAll(flag.Name, "-", `\-`); !strings.Contains(page.out, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, node := range parser.Model.Children {
		if want := `.SS "` + node.Name; !strings.Contains(page.out, want) {
			t.Errorf("the page has no %q", want)
		}
		for _, shell := range []string{"zsh", "fish"} {
			if script := command(t, nil, "completion", shell); !strings.Contains(script.out, node.Name) {
				t.Errorf("the completion of %s has no %q", shell, node.Name)
			}
		}
	}
	groff, err := exec.LookPath("groff")
	if err != nil {
		t.Skip("there is no groff")
	}
	check := exec.CommandContext(t.Context(), groff, "-man", "-Tascii", "-ww", "-z")
	check.Stdin = strings.NewReader(page.out)
	if said, err := check.CombinedOutput(); err != nil || len(said) > 0 {
		t.Errorf("groff: %v\n%s", err, said)
	}
}
