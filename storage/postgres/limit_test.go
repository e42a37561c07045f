package postgres_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/sethvargo/go-limiter"

	"github.com/privacylabels/auditor/internal/pgtest"
)

// TestLimitersShareTheirWindows counts at two replicas, whose clock the test moves.
func TestLimitersShareTheirWindows(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	now := time.Date(2026, time.March, 4, 12, 0, 0, 0, time.UTC)
	clock := func() time.Time { return now }
	var replicas []limiter.Store
	for range 2 {
		l, err := openStore(t, address).Limiters(clock)("scrape", 3, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		replicas = append(replicas, l)
	}
	const awkward = "\xff\x00"
	take := func(at int, key string) string {
		t.Helper()
		calls, left, reset, ok, err := replicas[at].Take(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%d %d %v %t", calls, left, time.Unix(0, int64(reset)).Sub(now), ok)
	}
	expect := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %s, want %s", what, got, want)
		}
	}
	get := func(key string) string {
		t.Helper()
		calls, left, err := replicas[1].Get(t.Context(), key)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprint(calls, left)
	}
	expect("unknown", get("a"), "0 0")
	expect("first", take(0, "a"), "3 2 1m0s true")
	now = now.Add(time.Second)
	expect("second, at the other", take(1, "a"), "3 1 59s true")
	expect("another key", take(1, awkward), "3 2 1m0s true")
	expect("third", take(0, "a"), "3 0 59s true")
	expect("fourth", take(1, "a"), "3 0 59s false")
	expect("fifth", take(1, "a"), "3 0 59s false")
	if err := replicas[0].Burst(t.Context(), "a", 1); err != nil {
		t.Fatal(err)
	}
	expect("after a burst", take(1, "a"), "4 0 59s true")
	now = now.Add(59 * time.Second)
	expect("after the window", get("a"), "3 3")
	expect("in the next window", take(0, "a"), "3 2 1m0s true")
	now = now.Add(-time.Hour)
	expect("after the clock was set back", take(0, "a"), "3 2 1m0s true")
	if err := replicas[0].Set(t.Context(), "a", 1, time.Hour); err != nil {
		t.Fatal(err)
	}
	expect("with a limit of its own", take(1, "a"), "1 0 1h0m0s true")
	expect("and no more", get("a"), "1 0")
	if err := replicas[0].Set(t.Context(), "a", 1, 0); err == nil {
		t.Error("a window of no length is taken")
	}
	if err := replicas[0].Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, _, _, _, err := replicas[0].Take(t.Context(), "a"); !errors.Is(err, limiter.ErrStopped) {
		t.Errorf("Take after Close: %v, want %v", err, limiter.ErrStopped)
	}
}

// TestLimitersForgetEndedWindows takes once for each of many keys.
func TestLimitersForgetEndedWindows(t *testing.T) {
	t.Parallel()
	address := pgtest.NewSchema(t)
	now := time.Unix(1_000_000, 0)
	l, err := openStore(t, address).Limiters(func() time.Time { return now })("scrape", 3, time.Second)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 1000 {
		now = now.Add(time.Millisecond)
		if _, _, _, _, err := l.Take(t.Context(), fmt.Sprint(i)); err != nil {
			t.Fatal(err)
		}
	}
	now = now.Add(time.Minute)
	for range 1000 {
		if _, _, _, _, err := l.Take(t.Context(), "last"); err != nil {
			t.Fatal(err)
		}
	}
	var rows int
	if err := database(t, address).QueryRowContext(t.Context(), "SELECT count(*) FROM limits").Scan(&rows); err != nil || rows != 1 {
		t.Errorf("%d windows remain, %v; want 1", rows, err)
	}
}
