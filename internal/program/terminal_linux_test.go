package program

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unsafe"

	"github.com/privacylabels/auditor/internal/fakestore"
)

// openTerminal returns both ends of a terminal with a width, see pts(4).
func openTerminal(t *testing.T, columns uint16) (ours, theirs *os.File) {
	t.Helper()
	ours, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
	}
	t.Cleanup(func() { ours.Close() })
	var locked, number int32
	size := [4]uint16{24, columns}
	control(t, ours, syscall.TIOCSPTLCK, unsafe.Pointer(&locked))
	control(t, ours, syscall.TIOCGPTN, unsafe.Pointer(&number))
	control(t, ours, syscall.TIOCSWINSZ, unsafe.Pointer(&size))
	theirs, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", number), os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skipf("no terminals here: %v", err)
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

func TestNewDisplay(t *testing.T) {
	t.Parallel()
	_, terminal := openTerminal(t, 72)
	_, unknown := openTerminal(t, 0)
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.Open(os.DevNull) // a device, but not a terminal
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	closed, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	closed.Close()
	for _, tt := range []struct {
		name    string
		file    *os.File
		columns int // 0: no bar
	}{
		{"a terminal", terminal, 72},
		{"one that does not know its width", unknown, usualColumns},
		{"a file", file, 0},
		{"a device", null, 0},
		{"a closed file", closed, 0},
	} {
		d := newDisplay("xterm", tt.file)
		if bar := d.columns != nil; bar != (tt.columns > 0) || bar && d.columns() != tt.columns {
			t.Errorf("%s: has a bar: %t; want %d columns", tt.name, bar, tt.columns)
		}
	}
}

// TestRunOnTerminal runs a sync on a narrow terminal, with names that try to
// control it, and on one that cannot erase a line.
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
				code <- run(t.Context(), append([]string{"run", "sync"}, s.args()...), lookup, nil, nil, theirs, theirs)
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
				for draft := range strings.SplitSeq(line, "\r\x1b[K") {
					room := 200
					if strings.Contains(draft, "[#") || strings.Contains(draft, "[--") {
						bars, room = bars+1, columns-1
					}
					checkLine(t, draft, room)
				}
			}
			if (bars > 0) != tt.bar {
				t.Errorf("%d bars were drawn, %t was expected:\n%q", bars, tt.bar, shown)
			}
			for _, want := range []string{"sync: started, 3 apps\r\n", "sync: Zither: failed: ", "sync: done, 3 of 3 apps, 1 failed in 0:0"} {
				if !strings.Contains(string(shown), want) {
					t.Errorf("%q is not in %q", want, shown)
				}
			}
		})
	}
}

// TestDataOnTerminal checks that data is as it is in a file and for another program, and safe on
// a terminal.
func TestDataOnTerminal(t *testing.T) {
	t.Parallel()
	const answer = "App Name,\x1b[2J\u202e\u009b31m,\tx\n" // begins as an export does
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, answer) }))
	t.Cleanup(server.Close)
	for _, name := range []string{"export", "dataset"} {
		args := []string{name, "-", "-url", server.URL}
		if got := command(t, nil, args...); got.out != answer {
			t.Errorf("%s: %q reaches another program as %q", name, answer, got.out)
		}
		ours, theirs := openTerminal(t, 80)
		code := run(t.Context(), args, environment(nil), nil, nil, theirs, theirs)
		theirs.Close()
		shown, _ := io.ReadAll(ours) // at the end there is EIO, not EOF
		if got := strings.Fields(string(shown)); code != exitDone || len(got) != 3 || got[1] != "Name,[2J31m," {
			t.Errorf("%s: exit code %d; %q is shown as %q", name, code, answer, shown)
		}
	}
}
