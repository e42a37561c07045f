package tracked

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/privacylabels/auditor/fleet"
	"github.com/privacylabels/auditor/internal/settings"
	"github.com/privacylabels/auditor/storage"
)

// The categories of requests to a source. Each source has a cooldown for each category.
const (
	CooldownScrape = "scrape"
	CooldownSearch = "search"
)

// errCoolingDown means that no request was sent because of the cooldown.
var errCoolingDown = errors.New("no request was sent during the cooldown")

// DefaultCooldown is how long to wait for a source that rate limits without a Retry-After.
const DefaultCooldown = 70 * time.Second

// limitedRun is the setting with the ID of the sync in which the App Store last refused a
// request of any replica. It is deleted when a sync ends or is interrupted.
const limitedRun = settings.Cooldowns + CooldownScrape + "_run"

// The names of the settings of a cooldown include the name of the replica, if it has one,
// because the App Store limits the requests of each network address.
func cooldownUntil(kind, replica string) string  { return cooldownName(kind+"_until", replica) }
func cooldownReason(kind, replica string) string { return cooldownName(kind+"_reason", replica) }

func cooldownName(name, replica string) string {
	if replica != "" {
		name += "@" + replica
	}
	return settings.Cooldowns + name
}

// Cooldown is the pause in requests of a category after the App Store throttled one.
type Cooldown struct {
	Category string       `json:"category"`  // the category of requests that have to wait
	Source   storage.Text `json:"appSource"` // the source that the requests go to; null: the App Store
	Active   bool         `json:"active"`    // whether the cooldown is in force
	ResumeAt storage.Time `json:"resumeAt"`  // when the cooldown ends; 0: it is not active
	Reason   string       `json:"reason"`    // why the cooldown began; empty: it is not active
}

// Cooldowns are the cooldowns of all categories at a moment, for this replica.
type Cooldowns struct {
	Search Cooldown     `json:"search"`    // the cooldown of the App Store's search
	Scrape Cooldown     `json:"scrape"`    // the cooldown of the App Store's pages
	Others []Cooldown   `json:"others"`    // the active cooldowns of further sources
	Now    storage.Time `json:"serverNow"` // the current time of the service
}

// Cooldowns returns the cooldowns.
func (s *Service) Cooldowns(ctx context.Context) (Cooldowns, error) {
	return storage.View(ctx, s.store, s.cooldowns)
}

// ClearCooldowns ends the cooldowns of these categories in every source, for all replicas,
// so that the next request is sent at once, and returns the cooldowns left.
func (s *Service) ClearCooldowns(ctx context.Context, categories ...string) (Cooldowns, error) {
	return storage.Update(ctx, s.store, func(tx *storage.Tx) (Cooldowns, error) {
		for _, source := range s.sources.all {
			for _, category := range categories {
				if err := clearCooldown(tx, categoryOf(category, source.name), 0); err != nil {
					return Cooldowns{}, err
				}
			}
		}
		return s.cooldowns(tx)
	})
}

// clearCooldown deletes the cooldowns of a category, of all replicas, that end at or before
// a time, or all of them if it is zero.
func clearCooldown(tx *storage.Tx, kind string, by storage.Time) error {
	unnamed := cooldownUntil(kind, "")
	found, err := storage.Collect(tx.Settings.List(storage.SettingQuery{Prefix: unnamed}))
	if err != nil {
		return err
	}
	for _, setting := range found {
		replica := strings.TrimPrefix(strings.TrimPrefix(setting.Name, unnamed), "@")
		end, err := settings.Time(tx, setting.Name)
		if err != nil {
			return err
		}
		if by != 0 && end > by {
			continue
		}
		if _, err := tx.Settings.Delete(setting.Name, cooldownReason(kind, replica)); err != nil {
			return err
		}
	}
	return nil
}

func (s *Service) cooldowns(tx *storage.Tx) (c Cooldowns, err error) {
	c.Now = s.stamp()
	if c.Search, err = s.cooldown(tx, CooldownSearch, c.Now); err != nil {
		return c, err
	}
	if c.Scrape, err = s.cooldown(tx, CooldownScrape, c.Now); err != nil {
		return c, err
	}
	c.Others = []Cooldown{}
	for _, source := range s.sources.others() {
		for _, category := range []string{CooldownSearch, CooldownScrape} {
			other, err := s.cooldown(tx, categoryOf(category, source.name), c.Now)
			if err != nil {
				return c, err
			}
			if other.Active {
				other.Category, other.Source = category, storage.Text(source.name)
				c.Others = append(c.Others, other)
			}
		}
	}
	return c, nil
}

// cooldown returns the cooldown of a category.
func (s *Service) cooldown(tx *storage.Tx, kind string, now storage.Time) (Cooldown, error) {
	c := Cooldown{Category: kind}
	until, err := settings.Time(tx, cooldownUntil(kind, s.replica))
	if err != nil || until <= now {
		return c, err
	}
	c.Active, c.ResumeAt = true, until
	c.Reason, err = settings.Text(tx, cooldownReason(kind, s.replica))
	return c, err
}

// cooled is [Service.cooling] in a transaction of its own.
func (s *Service) cooled(ctx context.Context, kind string) error {
	now := s.stamp()
	return s.store.View(ctx, func(tx *storage.Tx) error { return s.cooling(tx, kind, now) })
}

// cooling returns an error that wraps ErrThrottled, with the remaining time, during the
// cooldown of a category of requests.
func (s *Service) cooling(tx *storage.Tx, kind string, now storage.Time) error {
	c, err := s.cooldown(tx, kind, now)
	if err == nil && c.Active {
		return &fleet.ScrapeError{Cause: fleet.ErrThrottled, RetryAfter: c.ResumeAt.Sub(now), Err: errCoolingDown, Source: sourceOf(kind)}
	}
	return err
}

// cool starts a cooldown if err wraps ErrThrottled, and returns err. It never shortens a
// cooldown. If the request was part of a sync, it records that sync in limitedRun.
func (s *Service) cool(ctx context.Context, kind string, err error) error {
	wait, ok := RetryAfter(err)
	if !ok {
		return err
	}
	now := s.stamp()
	until := now.Add(wait)
	failed := s.store.Update(context.WithoutCancel(ctx), func(tx *storage.Tx) error {
		if run, ok := ctx.Value(runKey{}).(string); ok && kind == CooldownScrape {
			if err := settings.PutText(tx, limitedRun, run); err != nil {
				return err
			}
		}
		known, err := settings.Time(tx, cooldownUntil(kind, s.replica))
		if err != nil || known >= until {
			return err
		}
		if s.replica != "" { // remove expired cooldowns of replicas whose names may never be used again
			if err := clearCooldown(tx, kind, now); err != nil {
				return err
			}
		}
		if err := settings.PutTime(tx, cooldownUntil(kind, s.replica), until); err != nil {
			return err
		}
		return settings.PutText(tx, cooldownReason(kind, s.replica), (&fleet.ScrapeError{Cause: fleet.ErrThrottled, Source: sourceOf(kind)}).Error())
	})
	return errors.Join(err, failed)
}

// RetryAfter returns how long to wait before the next request, and reports whether err
// wraps [fleet.ErrThrottled].
func RetryAfter(err error) (time.Duration, bool) {
	if !errors.Is(err, fleet.ErrThrottled) {
		return 0, false
	}
	if scrape, ok := errors.AsType[*fleet.ScrapeError](err); ok && scrape.RetryAfter > 0 {
		return scrape.RetryAfter, true
	}
	return DefaultCooldown, true
}
