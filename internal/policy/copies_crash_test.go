package policy_test

import (
	"testing"

	"github.com/privacylabels/auditor/internal/policy/policytest"
)

// A process that ends while it asks for a copy does not ask again when it comes back,
// but after a week.
func TestCopyCrash(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	b.sites.show(address(7), policytest.Text("you"))
	b.fetch(t, 7)
	archive.Panics = true
	for round, want := range []int{1, 0, 1} {
		before := len(archive.Requests())
		func() {
			defer func() { _ = recover() }() // the next process
			_ = b.service.CopyAll(t.Context())
		}()
		if asked := len(archive.Requests()) - before; asked != want {
			t.Errorf("round %d asks %d questions, want %d", round, asked, want)
		}
		b.pass(4 * day)
	}
}
