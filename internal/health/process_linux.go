package health

import (
	"io"
	"os"
	"strconv"
	"strings"
)

// small returns the beginning of a file of the system, empty if it cannot be read.
func small(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, 64<<10))
	if err != nil {
		return ""
	}
	return string(text)
}

// release returns the version of the system.
func release() string { return strings.TrimSpace(small("/proc/sys/kernel/osrelease")) }

// residentBytes returns the resident memory of the process
// (proc(5), statm).
func residentBytes() (uint64, bool) {
	fields := strings.Fields(small("/proc/self/statm"))
	if len(fields) < 2 {
		return 0, false
	}
	pages, err := strconv.ParseUint(fields[1], 10, 64)
	return pages * uint64(os.Getpagesize()), err == nil
}

// machineMemory returns the memory of the machine in bytes (proc(5), meminfo),
// zeros if unknown.
func machineMemory() (total, free uint64) {
	for line := range strings.SplitSeq(small("/proc/meminfo"), "\n") {
		name, rest, _ := strings.Cut(line, ":")
		n, err := strconv.ParseUint(strings.TrimSpace(strings.TrimSuffix(rest, "kB")), 10, 64)
		switch {
		case err != nil:
		case name == "MemTotal":
			total = n << 10
		case name == "MemAvailable":
			free = n << 10
		}
	}
	return total, free
}

// inContainer reports whether the process is likely in a container.
func inContainer() bool {
	for _, mark := range []string{"/.dockerenv", "/run/.containerenv"} {
		if _, err := os.Stat(mark); err == nil {
			return true
		}
	}
	groups := small("/proc/1/cgroup")
	for _, word := range []string{"docker", "kubepods", "containerd", "lxc"} {
		if strings.Contains(groups, word) {
			return true
		}
	}
	return false
}
