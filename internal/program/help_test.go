package program

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestHelpOfEachCommand checks that the help of every command has examples of it, and only
// flags that it uses.
func TestHelpOfEachCommand(t *testing.T) {
	t.Parallel()
	p := newProgram(new(config))
	common := map[string][]string{ // flags of the program
		"track":  {"data-dir", "admin-token", "admin-token-file", "country", "appstore-url", "itunes-url", "play-url", "outbound-per-minute", "log-format", "log-level", "url", "demo"},
		"list":   {"data-dir", "admin-token", "admin-token-file", "log-format", "log-level", "url"},
		"backup": {"data-dir", "admin-token", "admin-token-file", "url"}, "restore": {"data-dir", "admin-token", "admin-token-file", "url", "allow-untrusted"},
		"healthcheck": {"data-dir", "url"}, "completion": nil, "man": nil, "version": nil,
	}
	for same, as := range map[string]string{"import": "track", "show": "list", "changes": "list", "blocks": "list", "export": "list", "dataset": "list", "stats": "list", "developers": "list", "storefronts": "list", "evidence": "list", "audit": "list", "verify": "backup"} {
		common[same] = common[as]
	}
	common["run"] = []string{
		"data-dir", "admin-token", "admin-token-file", "country", "appstore-url", "itunes-url", "play-url", "wayback-url",
		"outbound-allow", "outbound-per-minute", "log-format", "log-level", "url", "demo",
	}
	common["history"] = []string{
		"data-dir", "admin-token", "admin-token-file", "wayback-url",
		"outbound-allow", "outbound-per-minute", "log-format", "log-level", "url", "demo",
	}
	for _, flag := range p.Flags {
		if !slices.Contains([]string{"help", "url", "allow-untrusted"}, flag.Name) {
			common["serve"] = append(common["serve"], flag.Name)
		}
	}
	for _, node := range p.Commands {
		t.Run(node.Name, func(t *testing.T) {
			t.Parallel()
			help := command(t, nil, node.Name, "--help")
			if help.code != exitDone || help.log != "" {
				t.Fatalf("%+v", help)
			}
			_, examples, ok := strings.Cut(help.out, "Examples:\n")
			if !ok || !strings.Contains(examples, "auditor "+node.Name) {
				t.Errorf("no examples:\n%s", help.out)
			}
			var got []string
			for line := range strings.Lines(help.out) {
				if name, ok := strings.CutPrefix(strings.Replace(line, "-h,", "   ", 1), "      --"); ok {
					name, _, _ = strings.Cut(strings.Fields(name)[0], "=")
					got = append(got, name)
				}
			}
			want := slices.Concat([]string{"help"}, common[node.Name])
			for _, flag := range node.Flags {
				want = append(want, flag.Name)
			}
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("flags (-want +got):\n%s", diff)
			}
		})
	}
}

// TestCommandsWithoutSettings checks that what depends on no setting works where those of the
// service are wrong, such as in the start of a shell.
func TestCommandsWithoutSettings(t *testing.T) {
	t.Parallel()
	wrong := environment(map[string]string{
		"AUDITOR_ADMIN_TOKEN_FILE": "no such file", "SERVICE_COUNTRY": "usa", "SERVICE_REQUIRE_TOKEN": "all", "HTTPS_PROXY": "::",
		"DATABASE_URL": "postgres://db.example/auditor",
	})
	for _, args := range []string{"completion bash", "man", "version", "-version", "version --json"} {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), strings.Fields(args), wrong, nil, nil, &stdout, &stderr); code != exitDone || stderr.Len() > 0 || stdout.Len() == 0 {
			t.Errorf("%s: exit code %d, %q, %q", args, code, &stdout, &stderr)
		}
	}
	for _, args := range []string{"list", "version --country usa", "version now"} {
		var stdout, stderr strings.Builder
		if code := run(t.Context(), strings.Fields(args), wrong, nil, nil, &stdout, &stderr); code != exitUsage {
			t.Errorf("%s: exit code %d, %q", args, code, &stderr)
		}
	}
}
