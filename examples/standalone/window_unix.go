//go:build linux || darwin

package main

import (
	"os"
	"syscall"
	"unsafe"
)

// columnsOf returns how many columns a terminal has, zero when it does not know,
// and false when the file is none.
func columnsOf(f *os.File) (columns int, ok bool) {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0, false
	}
	var size struct{ rows, columns, x, y uint16 } // struct winsize, see ioctl_tty(2)
	if err := conn.Control(func(fd uintptr) {
		_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, syscall.TIOCGWINSZ, uintptr(unsafe.Pointer(&size)))
		ok = errno == 0
	}); err != nil {
		return 0, false
	}
	return int(size.columns), ok
}
