package policy_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/policy"
)

func TestParseAsked(t *testing.T) {
	t.Parallel()
	fetch, all := policy.RunOptions{Phase: policy.FetchPhase}, policy.RunOptions{Phase: policy.AllPhases}
	forced := policy.RunOptions{Phase: policy.AllPhases, Force: true}
	for object, want := range map[string]policy.RunOptions{
		"": fetch, "null": fetch, "[]": fetch, "{": fetch, "{}": fetch, `{"phase":"fetch","stream":true}`: fetch,
		`{"phase":"everything"}`: fetch, `{"phase":1}`: fetch, `{"phase":null}`: fetch, `{"phase":"ALL"}`: fetch, `{"PHASE":"all"}`: fetch,
		`{"force":"true"}`: fetch, `{"force":1}`: fetch, `{"force":false}`: fetch,
		`{"phase":"all"}`: all, `{"phase":"all","force":null}`: all, `{"phase":"all","force":true}`: forced,
		`{"phase":"fetch","force": true }`: {Phase: policy.FetchPhase, Force: true},
	} {
		if got := policy.ParseRunOptions([]byte(object)); got != want {
			t.Errorf("%s is read as %+v, want %+v", object, got, want)
		}
	}
	if got := policy.ParseRunOptions(forced.JSON()); got != forced {
		t.Errorf("%s is read as %+v, want %+v", forced.JSON(), got, forced)
	}
}
