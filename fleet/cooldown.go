package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The categories of requests to the store: each has a cooldown of its own.
const (
	CooldownScrape = "scrape"
	CooldownSearch = "search"
)

// errCooling says that the store was not asked, since it wants to be left alone.
var errCooling = errors.New("not asked before that is over")

// shortestCooldown is how long the store is left alone when it did not say.
const shortestCooldown = 70 * time.Second

func cooldownUntil(kind string) string  { return settings.Cooldowns + kind + "_until" }
func cooldownReason(kind string) string { return settings.Cooldowns + kind + "_reason" }

// Cooldown says whether the store is left alone with requests of a category,
// since it throttled one.
type Cooldown struct {
	Category string       `json:"category"`
	Active   bool         `json:"active"`
	ResumeAt storage.Time `json:"resumeAt"` // when it is asked again; never when it is not active
	Reason   string       `json:"reason"`   // empty when it is not active
}

// Cooldowns are the cooldowns of all categories at a moment.
type Cooldowns struct {
	Search Cooldown     `json:"search"`
	Scrape Cooldown     `json:"scrape"`
	Now    storage.Time `json:"serverNow"`
}

// Cooldowns returns which requests the store is left alone with.
func (l *Library) Cooldowns(ctx context.Context) (c Cooldowns, err error) {
	err = l.store.View(ctx, func(tx storage.Tx) (err error) {
		c, err = l.cooldowns(tx)
		return err
	})
	return c, err
}

// ClearCooldowns ends the cooldowns of these categories, so that the store is
// asked again at once, and returns what is left.
func (l *Library) ClearCooldowns(ctx context.Context, categories ...string) (c Cooldowns, err error) {
	err = l.store.Update(ctx, func(tx storage.Tx) (err error) {
		for _, kind := range categories {
			if _, err := tx.Settings().Delete(cooldownUntil(kind), cooldownReason(kind)); err != nil {
				return err
			}
		}
		c, err = l.cooldowns(tx)
		return err
	})
	return c, err
}

func (l *Library) cooldowns(tx storage.Tx) (c Cooldowns, err error) {
	c.Now = l.stamp()
	if c.Search, err = cooldown(tx, CooldownSearch, c.Now); err != nil {
		return c, err
	}
	c.Scrape, err = cooldown(tx, CooldownScrape, c.Now)
	return c, err
}

// cooldown returns the cooldown of a category.
func cooldown(tx storage.Tx, kind string, now storage.Time) (Cooldown, error) {
	c := Cooldown{Category: kind}
	until, err := settings.Time(tx, cooldownUntil(kind))
	if err != nil || until <= now {
		return c, err
	}
	c.Active, c.ResumeAt = true, until
	c.Reason, err = settings.Text(tx, cooldownReason(kind))
	return c, err
}

// cooled is cooling in a transaction of its own.
func (l *Library) cooled(ctx context.Context, kind string) error {
	now := l.stamp()
	return l.store.View(ctx, func(tx storage.Tx) error { return cooling(tx, kind, now) })
}

// cooling returns nil when the store may be asked, and an error that wraps
// ErrThrottled with what is left to wait when not.
func cooling(tx storage.Tx, kind string, now storage.Time) error {
	c, err := cooldown(tx, kind, now)
	if err == nil && c.Active {
		return &ScrapeError{Cause: ErrThrottled, RetryAfter: c.ResumeAt.Sub(now), Err: errCooling}
	}
	return err
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
