package serving

import (
	"bufio"
	"bytes"
	"io/fs"
	"math"
	"os"
	"path"
	"runtime/debug"
	"strconv"
	"strings"
)

// heapShare is the part of the memory allowed to the process that its heap may take before it is
// collected more often. The rest is for the pages of the program and of its files.
const heapShare = 0.75

// limitMemory sets the memory limit of the Go runtime by that of the control group of the
// process, so that garbage is collected before the system kills the process. GOMEMLIMIT
// takes precedence. It returns the limit in bytes, or zero if it did not set one.
func limitMemory(system fs.FS, getenv func(string) string) int64 {
	allowed := allowedMemory(system)
	if getenv("GOMEMLIMIT") != "" || allowed == math.MaxInt64 {
		return 0
	}
	limit := int64(heapShare * float64(allowed))
	debug.SetMemoryLimit(limit)
	return limit
}

// allowedMemory returns how many bytes the control groups that a process is in allow it, or
// [math.MaxInt64]. A file system that is not that of Linux allows everything.
func allowedMemory(system fs.FS) int64 {
	least := int64(math.MaxInt64)
	groups, err := fs.ReadFile(system, "proc/self/cgroup")
	if err != nil {
		return least
	}
	for lines := bufio.NewScanner(bytes.NewReader(groups)); lines.Scan(); { // such as "0::/system.slice/auditor.service"
		_, rest, _ := strings.Cut(lines.Text(), ":")
		controllers, group, ok := strings.Cut(rest, ":")
		root, file := "sys/fs/cgroup", "memory.max"
		switch {
		case !ok:
			continue
		case controllers == "memory":
			root, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		case controllers != "":
			continue
		}
		// Of a container only the root is there, and a group is bounded by those it is in.
		for group = path.Clean("/" + group); ; group = path.Dir(group) {
			if n, err := readNumber(system, path.Join(root, group, file)); err == nil && n > 0 {
				least = min(least, n)
			}
			if group == "/" {
				break
			}
		}
	}
	if least >= 1<<62 { // version 1 of control groups has no word for "no limit"
		return math.MaxInt64
	}
	return least
}

func readNumber(system fs.FS, name string) (int64, error) {
	text, err := fs.ReadFile(system, name)
	if err != nil {
		return 0, err
	}
	return strconv.ParseInt(string(bytes.TrimSpace(text)), 10, 64)
}

// root is the file system of the machine.
func root() fs.FS { return os.DirFS("/") }
