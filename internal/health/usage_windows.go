package health

import (
	"syscall"
	"time"
	"unsafe"
)

// usage returns the CPU time of the process, nil if unknown; Windows does not count the
// rest in the same way.
func usage() *Usage {
	self, err := syscall.GetCurrentProcess()
	if err != nil {
		return nil
	}
	var created, exited, kernel, user syscall.Filetime
	if err := syscall.GetProcessTimes(self, &created, &exited, &kernel, &user); err != nil {
		return nil
	}
	return &Usage{UserCPU: span(user).Seconds(), SystemCPU: span(kernel).Seconds()}
}

// span returns a duration, which Windows counts in units of 100 nanoseconds.
func span(f syscall.Filetime) time.Duration {
	return time.Duration(int64(f.HighDateTime)<<32|int64(f.LowDateTime)) * 100
}

// freeSpace returns the space of the disk of a folder, in bytes.
func freeSpace(dir string) (free, total uint64, err error) {
	name, err := syscall.UTF16PtrFromString(dir)
	if err != nil {
		return 0, 0, err
	}
	ask := syscall.NewLazyDLL("kernel32.dll").NewProc("GetDiskFreeSpaceExW")
	ok, _, err := ask.Call(uintptr(unsafe.Pointer(name)), uintptr(unsafe.Pointer(&free)), uintptr(unsafe.Pointer(&total)), 0)
	if ok == 0 {
		return 0, 0, err
	}
	return free, total, nil
}
