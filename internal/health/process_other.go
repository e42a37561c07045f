//go:build !linux

package health

// release returns the version of the system; unknown on this system.
func release() string { return "" }

// residentBytes returns the resident memory of the process; it is
// not known here.
func residentBytes() (uint64, bool) { return 0, false }

// machineMemory returns the memory of the machine; unknown on this system.
func machineMemory() (total, free uint64) { return 0, 0 }

// inContainer reports whether the process is likely in a container.
func inContainer() bool { return false }
