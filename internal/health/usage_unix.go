//go:build linux || darwin

package health

import (
	"runtime"
	"syscall"
	"time"
)

// usage returns the usage of the process (getrusage(2)), nil if unknown.
func usage() *Usage {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return nil
	}
	most := uint64(max(u.Maxrss, 0))
	if runtime.GOOS == "linux" { // counts in KiB
		most <<= 10
	}
	return &Usage{
		UserCPU: time.Duration(u.Utime.Nano()).Seconds(), SystemCPU: time.Duration(u.Stime.Nano()).Seconds(), MaxRSS: megabytes(most),
		MinorFaults: int64(u.Minflt), MajorFaults: int64(u.Majflt),
		VoluntarySwitch: int64(u.Nvcsw), InvoluntarySwitch: int64(u.Nivcsw),
	}
}

// freeSpace returns the space of the disk of a folder, in bytes.
func freeSpace(dir string) (free, total uint64, err error) {
	var s syscall.Statfs_t
	if err := syscall.Statfs(dir, &s); err != nil {
		return 0, 0, err
	}
	return s.Bavail * uint64(s.Bsize), s.Blocks * uint64(s.Bsize), nil
}
