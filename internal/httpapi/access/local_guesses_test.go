package access

import (
	"fmt"
	"runtime"
	"testing"
	"time"
)

// Not parallel: it measures the memory of the process.
func TestLocalGuessesAreBoundedAndLockOneAddressOnly(t *testing.T) {
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	g := newLocalGuesses(func() time.Time { return now })
	for range 10 {
		g.judge("locked", false)
	}
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	for i := range 150_000 {
		addr := fmt.Sprintf("2001:db8:%x:%x::/64", i>>16, i&0xffff)
		if locked := g.judge(addr, false).Locked; locked {
			t.Fatalf("the first token of %s is refused", addr)
		}
	}
	runtime.GC()
	runtime.ReadMemStats(&after)
	if n := len(g.byAddr); n > maxGuessers {
		t.Errorf("%d addresses are remembered", n)
	}
	t.Logf("%d bytes for %d addresses", after.HeapAlloc-before.HeapAlloc, len(g.byAddr))
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 32<<20 {
		t.Errorf("the memory grew by %d bytes", grown)
	}
	if !g.judge("locked", true).Locked {
		t.Error("others have unlocked an address")
	}
	for i := range maxGuessers + 1000 { // now with locked ones
		addr := fmt.Sprint(i)
		for n := range 11 {
			if locked := g.judge(addr, false).Locked; locked != (n == 10) {
				t.Fatalf("token %d of %s: locked=%v", n, addr, locked)
			}
		}
	}
	if n := len(g.byAddr); n > maxGuessers {
		t.Errorf("%d addresses are remembered", n)
	}
	if g.judge("new", true).Locked {
		t.Error("an address is locked for the tokens of others")
	}
}
