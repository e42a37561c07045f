package main

import (
	"os"
	"strings"
	"testing"
)

func TestReadCommand(t *testing.T) {
	t.Parallel()
	tests := []struct {
		args       string
		wantRunner string
		wantErr    string
		want       []string // the command and its file
	}{
		{args: ""},
		{args: "-country fi"},
		{args: "run sync", wantRunner: "sync"},
		{args: "run wayback", wantRunner: "wayback"},
		{args: "run policy", wantRunner: "policy"},
		{args: "run sync -country fi", wantRunner: "sync"},
		{args: "-country fi run sync", wantRunner: "sync"},
		{args: "run -country=fi sync -demo", wantRunner: "sync"},
		{args: "run", wantErr: "run: what to run is missing: sync, wayback, policy"},
		{args: "run -country fi", wantErr: "run: what to run is missing"},
		{args: "run everything", wantErr: `run: "everything" is none of sync, wayback, policy`},
		{args: "run Sync", wantErr: `run: "Sync" is none of`},
		{args: "run sync wayback", wantErr: `run: unexpected argument "wayback"`},
		{args: "sync", wantErr: `unexpected argument "sync"`},
		{args: "serve", wantErr: `unexpected argument "serve"`},
		{args: "backup b.json", want: []string{"backup", "b.json"}},
		{args: "-country fi restore - -allow-untrusted", want: []string{"restore", "-"}},
		{args: "verify -country=fi b.json", want: []string{"verify", "b.json"}},
		{args: "healthcheck", want: []string{"healthcheck", ""}},
		{args: "version", want: []string{"version", ""}},
		{args: "backup", wantErr: "backup: the file is missing"},
		{args: "restore -allow-untrusted", wantErr: "restore: the file is missing"},
		{args: "verify a b", wantErr: `verify: unexpected argument "b"`},
		{args: "healthcheck now", wantErr: `healthcheck: unexpected argument "now"`},
		{args: "backup b.json -url localhost", wantErr: "-url: "},
		{args: "run sync -colour", wantErr: "-colour"},
		{args: "run sync -country usa", wantErr: "-country: "},
	}
	for _, tt := range tests {
		t.Run(tt.args, func(t *testing.T) {
			t.Parallel()
			c, err := readConfig(strings.Fields(tt.args), environment(nil), os.Stderr)
			if tt.wantErr != "" {
				if err == nil || !strings.Contains(err.Error(), tt.wantErr) {
					t.Fatalf("error %v, want %q", err, tt.wantErr)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if c.Runner != tt.wantRunner {
				t.Errorf("to run is %q, want %q", c.Runner, tt.wantRunner)
			}
			if tt.want != nil && (c.Command != tt.want[0] || c.File != tt.want[1]) {
				t.Errorf("the command is %q of %q, want %q", c.Command, c.File, tt.want)
			}
			if strings.Contains(tt.args, "fi") && c.Country != "fi" {
				t.Errorf("the country is %q: a flag was not read", c.Country)
			}
		})
	}
}

// TestCommandCodes is about what ends the program before any run begins.
func TestCommandCodes(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name       string
		args       []string
		want       int
		wantStdout string
		wantStderr string
	}{
		{"no name", []string{"run"}, 2, "", "what to run is missing"},
		{"a wrong name", []string{"run", "everything"}, 2, "", "is none of sync, wayback, policy"},
		{"help", []string{"run", "-help"}, 0, "standalone run sync|wayback|policy [flags]", ""},
		{"a file for a folder", []string{"run", "sync", "-data-dir", "command_test.go"}, 1, "", "data folder"},
		{"nothing to do", []string{"run", "sync", "-data-dir", t.TempDir()}, 0, "sync: begins, 0 apps\nsync: done, there was nothing to do\n", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var stdout, stderr strings.Builder
			if got := run(t.Context(), tt.args, environment(nil), nil, &stdout, &stderr); got != tt.want {
				t.Errorf("exit code %d, want %d", got, tt.want)
			}
			if !strings.Contains(stdout.String(), tt.wantStdout) || tt.wantStdout == "" && stdout.Len() > 0 {
				t.Errorf("standard output is %q, want %q in it", &stdout, tt.wantStdout)
			}
			if !strings.Contains(stderr.String(), tt.wantStderr) || tt.wantStderr == "" && stderr.Len() > 0 {
				t.Errorf("standard error is %q, want %q in it", &stderr, tt.wantStderr)
			}
		})
	}
}

// TestOperationsNameEveryRun keeps the section in OPERATIONS.md whole.
func TestOperationsNameEveryRun(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../docs/OPERATIONS.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"run " + strings.Join(runners(), "|"), "| 0 | ", "| 1 | ", "| 2 | ", "| 3 | ", "| 4 | ", "| 5 | ", "| 6 | "} {
		if !strings.Contains(string(text), want) {
			t.Errorf("OPERATIONS.md does not say %q", want)
		}
	}
	if !strings.Contains(usage, "run "+strings.Join(runners(), "|")) {
		t.Errorf("the usage does not name every run:\n%s", usage)
	}
}
