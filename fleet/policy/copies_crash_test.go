package policy_test

import (
	"testing"
)

// A process that ends while it asks for a copy does not ask again when it comes back,
// but after a week.
func TestCopyThatEndsTheProcess(t *testing.T) {
	t.Parallel()
	b, archive := newCopyBench(t)
	b.sites.show(address(7), policyText("you"))
	b.fetch(t, 7)
	archive.ends = true
	for round, want := range []int{1, 0, 1} {
		before := len(archive.questions())
		func() {
			defer func() { _ = recover() }() // the next process
			_ = b.reader.CopyAll(t.Context())
		}()
		if asked := len(archive.questions()) - before; asked != want {
			t.Errorf("round %d asks %d questions, want %d", round, asked, want)
		}
		b.pass(4 * day)
	}
}
