package serving_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/internal/program/serving"
)

func TestUnwritten(t *testing.T) {
	t.Parallel()
	const path = "/opt/the auditor"
	entry := func(addresses, mode, path string, anonymous int) string {
		return fmt.Sprintf("%s %s 00000000 fe:00 1234                       %s\nSize:  64 kB\nAnonymous:   %10d kB\nAnonHugePages:         0 kB\nVmFlags: rd mr\n",
			addresses, mode, path, anonymous)
	}
	for _, test := range []struct {
		name, maps string
		want       []string
	}{
		{"nothing", "", nil},
		{"code and constants", entry("00400000-01582000", "r-xp", path, 0) + entry("01582000-02a04000", "r--p", path, 0), []string{"400000-1582000", "1582000-2a04000"}},
		{"data", entry("00400000-01582000", "rw-p", path, 0), nil},
		{"a page that was written", entry("00400000-01582000", "r-xp", path, 4), nil},
		{"shared", entry("00400000-01582000", "r--s", path, 0), nil},
		{"another file", entry("00400000-01582000", "r-xp", "/opt/other", 0) + entry("7fff00000000-7fff00001000", "r-xp", "[vdso]", 0), nil},
		{"a file after it", entry("00400000-01582000", "r-xp", path, 4) + entry("7f0000000000-7f0000001000", "r--p", "/opt/other", 0), nil},
		{"no figures", "00400000-01582000 r-xp 00000000 fe:00 1234 " + path + "\n", nil},
		{"no path", "00400000-01582000 r-xp 00000000 00:00 0 \nAnonymous: 0 kB\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, serving.Unwritten(strings.NewReader(test.maps), path)); diff != "" {
				t.Errorf("mappings (-want +got):\n%s", diff)
			}
		})
	}
}

// The program works as before with its pages dropped.
func TestDropProgram(t *testing.T) {
	t.Parallel()
	maps, err := os.ReadFile("/proc/self/smaps")
	if err != nil {
		t.Skip(err)
	}
	path, err := os.Readlink("/proc/self/exe")
	if err != nil {
		t.Skip(err)
	}
	if len(serving.Unwritten(strings.NewReader(string(maps)), path)) == 0 {
		t.Error("no mapping of the program can be dropped")
	}
	serving.DropProgram()
	if got := fmt.Sprintf("%x %v", 255, []string{"a"}); got != "ff [a]" {
		t.Errorf("the program writes %q", got)
	}
}
