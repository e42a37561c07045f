package program

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
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
	write(t, filepath.Join(dir, "apps.csv"), "")
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
		"auditor --log-level ":            "debug info warn error",
		"auditor list --log-level = w":    "warn",
		"auditor list --log-level=w":      "--log-level=warn", // where = does not break words
		"auditor --require-token ":        "all",
		"auditor --require-token =":       "all",
		"auditor --page =":                "on off",
		"auditor --demo = o":              "on off",
		"auditor --demo l":                "list", // a switch has no value of its own
		"auditor show ":                   "",
		"auditor track a":                 "",
		"auditor version --":              "--json --help",
		"auditor man --":                  "--help",
		"auditor healthcheck --":          "--json --help --data-dir --url",
		"auditor serve --u":               "",
		"auditor restore --allow":         "--allow-untrusted",
		"auditor backup a":                "apps.csv",
		"auditor --admin-token-file a":    "apps.csv",
		"auditor audit --since ":          "",
	} {
		words := strings.Split(line, " ")
		script := got.out + "\ncd \"$1\"; shift; COMP_WORDS=(\"$@\"); COMP_CWORD=$(($# - 1)); _auditor; echo \"${COMPREPLY[*]}\""
		out, err := exec.CommandContext(t.Context(), bash, append([]string{"-euo", "pipefail", "-c", script, "bash", dir}, words...)...).CombinedOutput()
		if said := strings.TrimSpace(string(out)); err != nil || said != want {
			t.Errorf("%q is completed with %q, %v; want %q", line, said, err, want)
		}
	}
}

// TestCompletionInOtherShells asks zsh and fish themselves: fish has a command for that, and
// zsh completes a line in a terminal.
func TestCompletionInOtherShells(t *testing.T) {
	t.Parallel()
	lines := map[string]string{
		"auditor li":                 "list",
		"auditor run w":              "wayback",
		"auditor completion f":       "fish",
		"auditor list --ri":          "--risk",
		"auditor list --risk mo":     "moderate",
		"auditor --log-format j":     "json",
		"auditor --log-level d":      "debug",
		"auditor list --log-level=d": "--log-level=debug",
		"auditor --require-token a":  "all",
		"auditor show 5 --time":      "--timeline",
		"auditor show a":             "",
		"auditor import a":           "apps.csv",
		"auditor version --u":        "",
		"auditor list --u":           "--url",
	}
	for shell, ask := range map[string]string{"zsh": askZsh, "fish": `source $argv[1]; cd $argv[2]; complete -C "$argv[3]"`} {
		for _, at := range []string{"sourced", "in fpath"} {
			wanted := lines
			if at != "sourced" { // it need not be tried again that the lines are right
				wanted = map[string]string{"auditor run w": "wayback"}
			}
			if shell == "fish" && at != "sourced" {
				continue
			}
			t.Run(shell+" "+at, func(t *testing.T) {
				t.Parallel()
				program, err := exec.LookPath(shell)
				if err != nil {
					t.Skipf("there is no %s", shell)
				}
				home, dir := t.TempDir(), t.TempDir()
				script := filepath.Join(home, "_auditor")
				if err := errors.Join(os.WriteFile(script, []byte(command(t, nil, "completion", shell).out), 0o600),
					os.WriteFile(filepath.Join(dir, "apps.csv"), nil, 0o600)); err != nil {
					t.Fatal(err)
				}
				for line, want := range wanted {
					args := []string{"-f", "-c", ask, "zsh", script, dir, line, at}
					if shell == "fish" {
						args = []string{"--no-config", "-c", ask, script, dir, line}
					}
					ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // a shell that asks something would wait for ever
					defer cancel()
					run := exec.CommandContext(ctx, program, args...)
					run.WaitDelay = time.Second
					run.Env = append(os.Environ(), "HOME="+home, "ZDOTDIR="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "TERM=dumb")
					var faults strings.Builder
					run.Stderr = &faults
					out, err := run.Output()
					got, _, _ := strings.Cut(string(out), "\t") // fish adds a description
					if err != nil || faults.Len() > 0 || strings.TrimSpace(got) != want {
						t.Errorf("%q is completed with %q, %v, %s; want %q", line, out, err, faults.String(), want)
					}
				}
			})
		}
	}
}

// askZsh prints the last word of a line after completion, or nothing if that changed nothing.
// Its arguments are the script, the folder to work in, the line, and where the script is.
const askZsh = `
zmodload zsh/zpty
zpty asked zsh -f -i
say() { zpty -w asked "$1"; }
say "cd ${(q)2}; fpath=(${(q)1:h} \$fpath); autoload -Uz compinit; compinit -u -D"
[[ $4 = sourced ]] && say "unset '_comps[auditor]'; source ${(q)1}"
say "answer() { print -r -- \$BUFFER > ${(q)1:h}/answer; exit }; zle -N answer; bindkey '^X' answer"
zpty -w -n asked "$3"$'\t\x18'
while zpty -r asked part; do :; done
answer=${$(<${1:h}/answer)%% }
[[ $answer = $3 ]] || print -r -- ${answer##* }
true`

// TestManual checks that the page names each command and flag, and that groff has nothing to
// say about it.
func TestManual(t *testing.T) {
	t.Parallel()
	page := command(t, nil, "man")
	if page.code != exitDone {
		t.Fatalf("%+v", page)
	}
	p := newProgram(new(config))
	for _, flag := range p.AllFlags() {
		if want := `.B \-\-` + strings.ReplaceAll(flag.Name, "-", `\-`); !strings.Contains(page.out, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, node := range p.Commands {
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
