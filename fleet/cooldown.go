package fleet

import (
	"context"
	"errors"
	"time"

	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The categories of requests to a source. Each has its own cooldown, in each source.
const (
	CooldownScrape = "scrape"
	CooldownSearch = "search"
)

// errCoolingDown means that no request was sent because of the cooldown.
var errCoolingDown = errors.New("no request was sent during the cooldown")

// defaultCooldown is the cooldown when the App Store names none.
const defaultCooldown = 70 * time.Second

func cooldownUntil(kind string) string  { return settings.Cooldowns + kind + "_until" }
func cooldownReason(kind string) string { return settings.Cooldowns + kind + "_reason" }

// Cooldown is the pause in requests of a category after the App Store throttled one.
type Cooldown struct {
	Category string       `json:"category"`
	Source   storage.Text `json:"appSource"` // empty: the main source
	Active   bool         `json:"active"`
	ResumeAt storage.Time `json:"resumeAt"` // zero when not active
	Reason   string       `json:"reason"`   // empty when it is not active
}

// Cooldowns are the cooldowns of all categories at a moment.
type Cooldowns struct {
	Search Cooldown     `json:"search"`
	Scrape Cooldown     `json:"scrape"`
	Others []Cooldown   `json:"others"` // the active ones of further sources
	Now    storage.Time `json:"serverNow"`
}

// Cooldowns returns the cooldowns.
func (s *Service) Cooldowns(ctx context.Context) (c Cooldowns, err error) {
	err = s.store.View(ctx, func(tx *storage.Tx) (err error) {
		c, err = s.cooldowns(tx)
		return err
	})
	return c, err
}

// ClearCooldowns ends the cooldowns of these categories in every source, so that the next request is
// sent at once, and returns the cooldowns left.
func (s *Service) ClearCooldowns(ctx context.Context, categories ...string) (c Cooldowns, err error) {
	err = s.store.Update(ctx, func(tx *storage.Tx) (err error) {
		for source := range s.sources.all {
			for _, category := range categories {
				kind := categoryOf(category, source)
				if _, err := tx.Settings.Delete(cooldownUntil(kind), cooldownReason(kind)); err != nil {
					return err
				}
			}
		}
		c, err = s.cooldowns(tx)
		return err
	})
	return c, err
}

func (s *Service) cooldowns(tx *storage.Tx) (c Cooldowns, err error) {
	c.Now = s.stamp()
	if c.Search, err = cooldown(tx, CooldownSearch, c.Now); err != nil {
		return c, err
	}
	if c.Scrape, err = cooldown(tx, CooldownScrape, c.Now); err != nil {
		return c, err
	}
	c.Others = []Cooldown{}
	for _, source := range s.sources.others {
		for _, category := range []string{CooldownSearch, CooldownScrape} {
			other, err := cooldown(tx, categoryOf(category, source.Name), c.Now)
			if err != nil {
				return c, err
			}
			if other.Active {
				other.Category, other.Source = category, storage.Text(source.Name)
				c.Others = append(c.Others, other)
			}
		}
	}
	return c, nil
}

// cooldown returns the cooldown of a category.
func cooldown(tx *storage.Tx, kind string, now storage.Time) (Cooldown, error) {
	c := Cooldown{Category: kind}
	until, err := settings.Time(tx, cooldownUntil(kind))
	if err != nil || until <= now {
		return c, err
	}
	c.Active, c.ResumeAt = true, until
	c.Reason, err = settings.Text(tx, cooldownReason(kind))
	return c, err
}

// cooled is cooling in its own transaction.
func (s *Service) cooled(ctx context.Context, kind string) error {
	now := s.stamp()
	return s.store.View(ctx, func(tx *storage.Tx) error { return cooling(tx, kind, now) })
}

// cooling returns nil when requests of a category may be sent, and otherwise an error
// that wraps ErrThrottled and holds the remaining time.
func cooling(tx *storage.Tx, kind string, now storage.Time) error {
	c, err := cooldown(tx, kind, now)
	if err == nil && c.Active {
		return &ScrapeError{Cause: ErrThrottled, RetryAfter: c.ResumeAt.Sub(now), Err: errCoolingDown}
	}
	return err
}

// cool starts a cooldown if err wraps ErrThrottled, and returns err. It never shortens a
// cooldown.
func (s *Service) cool(ctx context.Context, kind string, err error) error {
	wait, ok := RetryAfter(err)
	if !ok {
		return err
	}
	until := s.stamp().Add(wait)
	failed := s.store.Update(context.WithoutCancel(ctx), func(tx *storage.Tx) error {
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

// RetryAfter returns how long to wait before the next request, and reports whether err
// wraps [ErrThrottled].
func RetryAfter(err error) (time.Duration, bool) {
	var scrape *ScrapeError
	if !errors.Is(err, ErrThrottled) || !errors.As(err, &scrape) {
		return 0, false
	}
	if scrape.RetryAfter <= 0 {
		return defaultCooldown, true
	}
	return scrape.RetryAfter, true
}
