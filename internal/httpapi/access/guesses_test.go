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
	now := time.Date(2026, 5, 4, 12, 0, 0, 0, time.UTC)
	g, err := NewGuesses(func() time.Time { return now }, func(string, uint64, time.Duration) (limiter.Store, error) {
		store, err := noopstore.New()
		return broken{store}, err
	})
	if err != nil {
		t.Fatal(err)
	}
	judge := func(right, locked, asked bool) {
		t.Helper()
		got, err := g.Judge(t.Context(), "a", right)
		if got.Locked != locked || asked != errors.Is(err, errBroken) {
			t.Errorf("%+v, %v; want locked to be %v, and the database to be asked: %v", got, err, locked, asked)
		}
	}
	for i := range maxGuesses {
		judge(true, false, i%2 == 0)
		judge(false, false, false)
		now = now.Add(sharedPause / 2)
	}
	now = now.Add(sharedPause)
	judge(false, true, false)
	judge(true, true, false)
	if err := g.Close(t.Context()); err != nil {
		t.Error(err)
	}
}
