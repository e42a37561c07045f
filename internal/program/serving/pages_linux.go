package serving

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
)

// dropProgram unmaps the pages of the program, except those that the process has written. A start
// touches nearly all of them, and a service at rest few. They stay in the cache of the system,
// which maps a page again when it is next needed, and reads it from the disk only if it has used
// the memory for something else meanwhile.
func dropProgram() {
	path, err := os.Readlink("/proc/self/exe")
	if err != nil {
		return
	}
	maps, err := os.Open("/proc/self/smaps")
	if err != nil {
		return
	}
	defer maps.Close()
	for _, m := range unwritten(maps, path) {
		// If it fails, the pages stay.
		_, _, _ = syscall.Syscall(syscall.SYS_MADVISE, m.from, m.to-m.from, syscall.MADV_DONTNEED)
	}
}

// mapping is a range of addresses.
type mapping struct{ from, to uintptr }

// unwritten returns the mappings of a file that can be dropped: the process cannot write to them,
// and has no page in them that differs from the file, as one that a debugger has changed does. The
// input has the format of /proc/self/smaps, see proc_pid_smaps(5).
func unwritten(maps io.Reader, path string) (found []mapping) {
	var of *mapping // of the figures that follow, if it is one of the file
	for lines := bufio.NewScanner(maps); lines.Scan(); {
		line := lines.Text()
		var m mapping
		var mode, offset, device, inode string
		// Such as "00400000-01582000 r-xp 00000000 fe:00 1234    /usr/bin/auditor".
		if n, _ := fmt.Sscanf(line, "%x-%x %s %s %s %s", &m.from, &m.to, &mode, &offset, &device, &inode); n == 6 {
			of = nil
			if strings.HasSuffix(line, " "+path) && strings.HasSuffix(mode, "p") && !strings.Contains(mode, "w") {
				of = &m
			}
			continue
		}
		name, value, _ := strings.Cut(line, ":")
		if of != nil && name == "Anonymous" && strings.TrimSpace(value) == "0 kB" {
			found = append(found, *of)
		}
	}
	return found
}
