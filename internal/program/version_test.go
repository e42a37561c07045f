package program

import (
	"runtime/debug"
	"testing"
)

func TestCommitOf(t *testing.T) {
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
		if got := commitOf(tt.info); got != tt.want {
			t.Errorf("%v: %q, want %q", tt.info, got, tt.want)
		}
	}
}
