//go:build unix

package runner_test

import (
	"syscall"
	"testing"

	"github.com/privacylabels/auditor/storage"
)

// A process that is stopped by a signal cannot be told from one that is gone: its
// lease runs out, and what it works on counts one crash. It writes nothing when it
// wakes up.
func TestProcessThatStalls(t *testing.T) {
	t.Parallel()
	w := newWorkers(t)
	one := w.start("c:hang")
	one.until("hangs")
	if err := one.cmd.Process.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	two := w.start("c:exit")
	if two.ended() != 3 { // the second one
		t.Fatal("the other process did not work on the item")
	}
	w.runUntilDone("c:exit")
	if err := one.cmd.Process.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
	one.ended()
	w.expect(outcome{3, 4, 1, storage.RunDone, "abde", "C"})
}
