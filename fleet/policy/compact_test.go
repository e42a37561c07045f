package policy_test

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/privacylabels/auditor/fleet/policy"
	"github.com/privacylabels/auditor/storage"
	"github.com/privacylabels/auditor/storage/memory"
)

// compactor is a store that rewrites records when it is asked to.
type compactor struct {
	storage.Store
	began   time.Time
	answers []error // nil: there is more
	calls   []time.Duration
}

func (c *compactor) Compact(context.Context) (more bool, err error) {
	c.calls = append(c.calls, time.Since(c.began))
	if len(c.answers) == 0 {
		return false, nil
	}
	err, c.answers = c.answers[0], c.answers[1:]
	return err == nil, err
}

// CompactTexts goes through a store with pauses, waits after a failure, and returns at
// the end.
func TestCompactTexts(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		store := &compactor{Store: memory.New(), began: time.Now(), answers: []error{nil, errors.New("disk full"), nil}}
		policy.New(policy.Config{Env: storage.Env{Store: store, Now: time.Now}}).CompactTexts(t.Context())
		want := []time.Duration{2 * time.Second, 3 * time.Second, time.Hour + 3*time.Second, time.Hour + 4*time.Second}
		if diff := cmp.Diff(want, store.calls); diff != "" {
			t.Errorf("calls (-want +got):\n%s", diff)
		}
		began := time.Now()
		policy.New(policy.Config{Env: storage.Env{Store: memory.New(), Now: time.Now}}).CompactTexts(t.Context())
		if took := time.Since(began); took != 0 {
			t.Errorf("without a Compactor it took %v", took)
		}
	})
}
