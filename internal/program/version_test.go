package program

import (
	"encoding/json"
	"runtime"
	"runtime/debug"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestBuildOf(t *testing.T) {
	t.Parallel()
	commit := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123456789abcdef01234567"}
	date := debug.BuildSetting{Key: "vcs.time", Value: "2026-11-23T01:02:03Z"}
	for _, tt := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, ""},
		{&debug.BuildInfo{}, ""},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{date}}, ""},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{commit}}, " (commit 0123456789ab)"},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{commit, date, {Key: "vcs.modified", Value: "false"}}}, " (commit 0123456789ab, 2026-11-23)"},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{date, commit, {Key: "vcs.modified", Value: "true"}}}, " (commit 0123456789ab, 2026-11-23, modified)"},
	} {
		if got := buildOf(tt.info).commit(); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.info, got, tt.want)
		}
	}
}

func TestVersion(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{{"version"}, {"-version"}, {"--version", "run", "sync"}} {
		command(t, nil, args...).expect(t, exitDone, "auditor (devel), go1.", "")
	}
	got := command(t, nil, "version", "--json")
	var members map[string]any
	if err := json.Unmarshal([]byte(got.out), &members); err != nil || got.code != exitDone || got.log != "" {
		t.Fatalf("%+v: %v", got, err)
	}
	want := map[string]any{
		"version": "(devel)", "commit": nil, "date": nil, "modified": false,
		"go": runtime.Version(), "os": runtime.GOOS, "arch": runtime.GOARCH,
	}
	if diff := cmp.Diff(want, members); diff != "" {
		t.Errorf("version --json (-want +got):\n%s", diff)
	}
}
