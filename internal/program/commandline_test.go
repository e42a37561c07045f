package program

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/privacylabels/auditor/internal/history"
	"github.com/privacylabels/auditor/internal/policy"
	"github.com/privacylabels/auditor/internal/tracked"
)

func TestReadCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args    string
		want    []string // the command and its argument
		wantErr string
	}{
		{args: "", want: []string{"serve"}},
		{args: "serve", want: []string{"serve"}},
		{args: "-country fi", want: []string{"serve"}},
		{args: "run sync", want: []string{"run", "sync"}},
		{args: "run wayback", want: []string{"run", "wayback"}},
		{args: "run policy", want: []string{"run", "policy"}},
		{args: "run sync -country fi", want: []string{"run", "sync"}},
		{args: "-country fi run sync", want: []string{"run", "sync"}},
		{args: "run -country=fi sync -demo", want: []string{"run", "sync"}},
		{args: "run --country fi sync --demo=no", want: []string{"run", "sync"}},
		{args: "run sync -admin-token -country -demo", want: []string{"run", "sync"}},
		{args: "run", wantErr: `expected "<runner>"`},
		{args: "run -country fi", wantErr: `expected "<runner>"`},
		{args: "run everything", wantErr: `must be one of "sync","wayback","policy" but got "everything"`},
		{args: "run Sync", wantErr: `but got "Sync"`},
		{args: "run sync wayback", wantErr: "unexpected argument wayback"},
		{args: "sync", wantErr: "unexpected argument sync"},
		{args: "serve -metrics off", wantErr: "unexpected argument off; if it is for a switch, write it after =, such as --page=off"},
		{args: "backup b.json", want: []string{"backup", "b.json"}},
		{args: "-country fi restore - -allow-untrusted", want: []string{"restore", "-"}},
		{args: "verify -country=fi b.json", want: []string{"verify", "b.json"}},
		{args: "healthcheck", want: []string{"healthcheck"}},
		{args: "version", want: []string{"version"}},
		{args: "backup", wantErr: `expected "<file>"`},
		{args: "restore -allow-untrusted", wantErr: `expected "<file>"`},
		{args: "verify a b", wantErr: "unexpected argument b"},
		{args: "healthcheck now", wantErr: "unexpected argument now"},
		{args: "backup b.json -url localhost", wantErr: "-url: "},
		{args: "list -risk bad", wantErr: `--risk must be one of "any","high","moderate","low","minimal","unknown" but got "bad"`},
		{args: "list -sort bad", wantErr: `--sort must be one of "name","developer","risk","changed","checked","added" but got "bad"`},
		{args: "serve -url http://127.0.0.1:1", wantErr: "-url: serve starts a service and does not use a running one"},
		{args: "-url http://127.0.0.1:1", wantErr: "-url: serve starts a service and does not use a running one"},
		{args: "list -url http://127.0.0.1:1", want: []string{"list"}},
		{args: "run sync -colour", wantErr: "-colour"},
		{args: "run sync -country", wantErr: "-country: "},
		{args: "run sync -country usa", wantErr: "-country: "},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			c, err := readConfig(strings.Fields(tt.args), environment(nil), t.Output())
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
					t.Fatalf("error %v, want %q", err, tt.wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.TrimSpace(c.Command + " " + c.Run.Runner + c.Backup.File + c.Restore.File + c.Verify.File); got != strings.Join(tt.want, " ") {
				t.Errorf("the command is %q, want %q", got, tt.want)
			}
			if strings.Contains(tt.args, "fi") && c.Country != "fi" {
				t.Errorf("the country is %q: a flag was not read", c.Country)
			}
			if strings.Contains(tt.args, "-admin-token") && (c.AdminToken != "-country" || !c.Demo) {
				t.Errorf("the token is %q", c.AdminToken)
			}
		})
	}
}

// TestOperationsNamesRuns checks that OPERATIONS.md has every run and exit code.
func TestOperationsNamesRuns(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"run " + strings.Join([]string{tracked.SyncRunner, history.Runner, policy.Runner}, "|")}
	for code := exitDone; code <= exitBusy; code++ {
		want = append(want, fmt.Sprintf("| %d | ", code))
	}
	for _, want := range want {
		if !strings.Contains(string(text), want) {
			t.Errorf("OPERATIONS.md does not say %q", want)
		}
	}
}
