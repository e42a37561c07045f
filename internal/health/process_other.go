//go:build !linux

package health

// release returns the version of the system; it is not known here.
func release() string { return "" }

// residentBytes returns the memory that the system counts as the process's; it is
// not known here.
func residentBytes() (uint64, bool) { return 0, false }

// machineMemory returns the memory of the machine; it is not known here.
func machineMemory() (total, free uint64) { return 0, 0 }

// inContainer says whether the process is likely in a container.
func inContainer() bool { return false }
