package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The kinds of request to the store: each has a cooldown of its own.
const (
	cooldownScrape = "scrape"
	cooldownSearch = "search"
)

// shortestCooldown is how long the store is left alone when it did not say.
const shortestCooldown = 70 * time.Second

func cooldownUntil(kind string) string  { return "rate_limit_" + kind + "_until" }
func cooldownReason(kind string) string { return "rate_limit_" + kind + "_reason" }

// cooled returns nil when the store may be asked, and an error that wraps
// ErrThrottled with what is left to wait when not.
func (l *Library) cooled(ctx context.Context, kind string) error {
	var until storage.Time
	err := l.store.View(ctx, func(tx storage.Tx) (err error) {
		until, err = settings.Time(tx, cooldownUntil(kind))
		return err
	})
	if err != nil {
		return err
	}
	if left := until.Sub(l.stamp()); left > 0 {
		return &ScrapeError{Cause: ErrThrottled, RetryAfter: left}
	}
	return nil
}

// cool remembers that the store throttled, if err says so, and returns err. A
// cooldown never shortens one that lasts longer.
func (l *Library) cool(ctx context.Context, kind string, err error) error {
	wait, ok := RetryAfter(err)
	if !ok {
		return err
	}
	until := l.stamp().Add(wait)
	failed := l.store.Update(context.WithoutCancel(ctx), func(tx storage.Tx) error {
		known, err := settings.Time(tx, cooldownUntil(kind))
		if err != nil || known >= until {
			return err
		}
		if err := settings.PutTime(tx, cooldownUntil(kind), until); err != nil {
			return err
		}
		return settings.PutText(tx, cooldownReason(kind), ErrThrottled.Error())
	})
	return errors.Join(err, failed)
}

// RetryAfter returns how long to leave the store alone, if err says that it
// throttled.
func RetryAfter(err error) (time.Duration, bool) {
	var scrape *ScrapeError
	if !errors.Is(err, ErrThrottled) || !errors.As(err, &scrape) {
		return 0, false
	}
	if scrape.RetryAfter <= 0 {
		return shortestCooldown, true
	}
	return scrape.RetryAfter, true
}
