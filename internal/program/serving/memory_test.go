package serving_test

import (
	"math"
	"runtime/debug"
	"testing"
	"testing/fstest"

	"github.com/privacylabels/auditor/internal/program/serving"
)

func TestMemoryLimit(t *testing.T) { // not parallel: the limit is that of the process
	before := debug.SetMemoryLimit(-1)
	t.Cleanup(func() { debug.SetMemoryLimit(before) })
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for name, tt := range map[string]struct {
		files fstest.MapFS
		env   string
		want  int64
	}{
		"another system": {fstest.MapFS{}, "", 0},
		"no limit":       {fstest.MapFS{"proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("max\n")}, "", 0},
		"container":      {fstest.MapFS{"proc/self/cgroup": file("0::/../x\n"), "sys/fs/cgroup/memory.max": file("400000000\n")}, "", 300_000_000},
		"unit in a slice": {fstest.MapFS{
			"proc/self/cgroup": file("0::/system.slice/auditor.service\n"), "sys/fs/cgroup/system.slice/memory.max": file("100000000\n"),
			"sys/fs/cgroup/system.slice/auditor.service/memory.max": file("max\n"),
		}, "", 75_000_000},
		"version 1": {fstest.MapFS{
			"proc/self/cgroup": file("12:cpu:/a\n9:memory:/docker/a\n"), "sys/fs/cgroup/memory/docker/a/memory.limit_in_bytes": file("200000000\n"),
		}, "", 150_000_000},
		"version 1 without": {fstest.MapFS{
			"proc/self/cgroup": file("9:memory:/\n"), "sys/fs/cgroup/memory/memory.limit_in_bytes": file("9223372036854771712\n"),
		}, "", 0},
		"set by the person": {fstest.MapFS{"proc/self/cgroup": file("0::/\n"), "sys/fs/cgroup/memory.max": file("400000000\n")}, "64MiB", 0},
		"odd files":         {fstest.MapFS{"proc/self/cgroup": file("x\n0:\n::\n"), "sys/fs/cgroup/memory.max": file("-5\n")}, "", 0},
	} {
		t.Run(name, func(t *testing.T) {
			debug.SetMemoryLimit(math.MaxInt64)
			got := serving.LimitMemory(tt.files, func(string) string { return tt.env })
			if got != tt.want {
				t.Errorf("the limit is %d, want %d", got, tt.want)
			}
			want := tt.want
			if want == 0 {
				want = math.MaxInt64
			}
			if set := debug.SetMemoryLimit(-1); set != want {
				t.Errorf("the limit of the runtime is %d, want %d", set, want)
			}
		})
	}
}
