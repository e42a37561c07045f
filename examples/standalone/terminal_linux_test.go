package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/privacylabels/auditor/internal/fakestore"
)

// openTerminal returns both ends of a terminal of that many columns, see pts(4).
func openTerminal(t *testing.T, columns uint16) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals to be had: %v", err)
	}
	t.Cleanup(func() { ours.Close() })
	var locked, number int32
	size := [4]uint16{24, columns}
	control(t, ours, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(t, ours, syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(t, ours, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("there are no terminals to be had: %v", err)
	}
	t.Cleanup(func() { theirs.Close() })
	return ours, theirs
}

func control(t *testing.T, f *os.File, request uintptr, argument unsafe.Pointer) {
	t.Helper()
	conn, err := f.SyscallConn()
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Control(func(fd uintptr) {
		if _, _, errno := syscall.Syscall(syscall.SYS_IOCTL, fd, request, uintptr(argument)); errno != 0 {
			t.Errorf("ioctl %#x: %v", request, errno)
		}
	}); err != nil {
		t.Fatal(err)
	}
}

func TestColumnsOf(t *testing.T) {
	t.Parallel()
	_, terminal := openTerminal(t, 72)
	_, shy := openTerminal(t, 0)
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.Open(os.DevNull) // a device, and yet no terminal
	if err != nil {
		t.Fatal(err)
	}
	null.Close()
	closed := null
	if null, err = os.Open(os.DevNull); err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, tt := range []struct {
		name    string
		file    *os.File
		columns int
		ok      bool
	}{
		{"a terminal", terminal, 72, true},
		{"one that does not know", shy, 0, true},
		{"a file", file, 0, false},
		{"nothing", null, 0, false},
		{"a closed file", closed, 0, false},
	} {
		if columns, ok := columnsOf(tt.file); columns != tt.columns || ok != tt.ok {
			t.Errorf("%s has %d columns, %t; want %d, %t", tt.name, columns, ok, tt.columns, tt.ok)
		}
	}
}

// TestRunOnTerminal runs a sync on a terminal that is not wide, with names that
// would do as they like with it, and on one that can do less.
func TestRunOnTerminal(t *testing.T) {
	t.Parallel()
	const columns = 48
	for _, tt := range []struct {
		kind string
		bar  bool
	}{{"xterm", true}, {"dumb", false}, {"", false}} {
		t.Run(tt.kind, func(t *testing.T) {
			t.Parallel()
			s := newShop(t, "Maps \x1b[2J\x1b]0;mine\a", "Notes \u202e微信聊天工具和支付", "Zither")
			s.fail(3, fakestore.Fault{Kind: fakestore.Blocked})
			ours, theirs := openTerminal(t, columns)
			lookup := environment(map[string]string{"TERM": tt.kind})
			code := make(chan int, 1)
			go func() {
				defer theirs.Close()
				code <- run(t.Context(), append([]string{"run", "sync"}, s.args()...), lookup, nil, theirs, theirs)
			}()
			shown, err := io.ReadAll(ours)
			if len(shown) == 0 { // at the end there is EIO, not EOF
				t.Fatal(err)
			}
			if got := <-code; got != exitPartial {
				t.Errorf("exit code %d, want %d", got, exitPartial)
			}
			bars := 0
			for line := range strings.SplitSeq(strings.TrimSuffix(string(shown), "\r\n"), "\r\n") {
				for draft := range strings.SplitSeq(line, "\r") {
					draft, drawn := strings.CutSuffix(draft, toEnd)
					draft = strings.TrimPrefix(draft, toEnd) // what was said took the place of a bar
					room := 200
					if drawn && draft != "" {
						bars, room = bars+1, columns-1
					}
					checkLine(t, draft, room)
				}
			}
			if (bars > 0) != tt.bar {
				t.Errorf("%d bars were drawn, %t was expected:\n%q", bars, tt.bar, shown)
			}
			for _, want := range []string{"sync: begins, 3 apps\r\n", "sync: Zither: failed\r\n", "sync: done, 3 of 3 apps, 1 failed in 0:0"} {
				if !strings.Contains(string(shown), want) {
					t.Errorf("%q is not in %q", want, shown)
				}
			}
		})
	}
}
