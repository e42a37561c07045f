package e2e_test

import (
	"net/http"
	"path/filepath"
	"syscall"
	"testing"
	"unsafe"
)

// limitFiles prevents a process from writing files longer than this, as a full disk
// would.
func limitFiles(t *testing.T, pid int, bytes uint64) {
	t.Helper()
	const fileSize = 1 // RLIMIT_FSIZE, see getrlimit(2)
	limit := syscall.Rlimit{Cur: bytes}
	var old syscall.Rlimit
	if _, _, err := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), fileSize, 0, uintptr(unsafe.Pointer(&old)), 0, 0); err != 0 {
		t.Skip("no limits can be set here:", err)
	}
	limit.Max = old.Max
	if _, _, err := syscall.RawSyscall6(syscall.SYS_PRLIMIT64, uintptr(pid), fileSize, uintptr(unsafe.Pointer(&limit)), 0, 0, 0); err != 0 {
		t.Skip("no limits can be set here:", err)
	}
}

// Where there is no room for a backup, nothing of it is left, and all else goes on.
func TestBackupWithoutRoom(t *testing.T) {
	t.Parallel()
	from := newStage(t)
	dir := stocked(t, from)
	s := start(t, dir, from)
	limitFiles(t, s.Cmd.Process.Pid, 8<<20)
	status, text, err := s.call(t.Context(), "POST", backupFiles, "")
	if err != nil || status != http.StatusInternalServerError {
		t.Errorf("status %d: %s, error %v", status, text, err)
	}
	if backups, others := whole(t, dir, map[string]bool{}); backups > 0 || len(others) > 0 {
		t.Errorf("there are %d backups, and %v", backups, others)
	}
	limitFiles(t, s.Cmd.Process.Pid, 1<<40)
	must[map[string]any](s, "POST", backupFiles, "")
	if backups, others := whole(t, dir, map[string]bool{}); backups != 1 || len(others) > 0 {
		t.Errorf("there are %d backups, and %v", backups, others)
	}
	log := must[struct {
		Rows []struct{ Type, Status string }
	}](s, "GET", "/api/activity?type=backup_export", "")
	if len(log.Rows) != 3 || log.Rows[0].Status != "ok" || log.Rows[1].Status != "error" {
		t.Errorf("the log is %+v", log.Rows)
	}
	s.Stop()
	if faults := nameOfAll(t, dir); faults != "old" {
		t.Errorf("all apps are %q in %s", faults, filepath.Base(dir))
	}
}
