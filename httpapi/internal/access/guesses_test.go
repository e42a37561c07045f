package access

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"
	"github.com/sethvargo/go-limiter/noopstore"
)

// broken is a limiter whose database does not answer.
type broken struct{ limiter.Store }

var errBroken = errors.New("no database")

func (broken) Take(context.Context, string) (calls, left, reset uint64, ok bool, err error) {
	return 0, 0, 0, false, errBroken
}

func (broken) Get(context.Context, string) (calls, left uint64, err error) { return 0, 0, errBroken }

// TestGuessesWithoutTheDatabase counts in the process alone while the shared limiters fail, so
// that the right token works and guesses do not.
func TestGuessesWithoutTheDatabase(t *testing.T) {
	t.Parallel()
	g, err := NewGuesses(time.Now, func(string, uint64, time.Duration) (limiter.Store, error) {
		store, err := noopstore.New()
		return broken{store}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	judge := func(right, locked bool) {
		t.Helper()
		got, err := g.Judge(t.Context(), "a", right)
		if got.Locked != locked || locked == errors.Is(err, errBroken) {
			t.Errorf("%+v, %v; want locked to be %v", got, err, locked)
		}
	}
	for range maxGuesses {
		judge(true, false)
		judge(false, false)
	}
	judge(false, true)
	judge(true, true)
	if err := g.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
