package fleet

import (
	"context"
	"sync"

	"github.com/privacylabels/auditor/internal/pace"
	"github.com/privacylabels/auditor/storage"
)

const (
	// chartDepth is how many apps of a chart are asked for.
	chartDepth = 50
	// chartLasts is how many milliseconds a chart is as good as new: the store
	// makes a new one a few times a day.
	chartLasts = 60 * 60 * 1000
	// maxCharts are remembered. Whoever asks for more pays with requests.
	maxCharts = 64
)

// charts remembers charts of the store for a while. The zero value is ready.
type charts struct {
	asking turns // one at a time of each class asks the store for a chart

	mu    sync.Mutex
	known map[Chart]knownChart
}

type knownChart struct {
	apps  []Listing
	until storage.Time
}

// get returns a chart, empty when the store does not tell it now. The caller does
// not change what it gets.
func (c *charts) get(ctx context.Context, l *Library, chart Chart) []Listing {
	charter, ok := l.scraper.(Charter)
	if !ok {
		return nil
	}
	if apps, ok := c.recall(chart, l.stamp()); ok {
		return apps
	}
	// A request that goes first must not wait behind one that goes last.
	end, err := c.asking.take(ctx, storage.AppID(pace.Of(ctx)))
	if err != nil {
		return nil
	}
	defer end()
	if apps, ok := c.recall(chart, l.stamp()); ok { // somebody else asked meanwhile
		return apps
	}
	if l.cooled(ctx, CooldownSearch) != nil {
		return nil
	}
	apps, err := charter.Chart(ctx, chart)
	if err != nil {
		l.forgive(ctx, err)
		return nil
	}
	c.remember(chart, knownChart{apps, l.stamp() + chartLasts})
	return apps
}

func (c *charts) recall(chart Chart, now storage.Time) ([]Listing, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	known, ok := c.known[chart]
	if !ok || known.until <= now {
		return nil, false
	}
	return known.apps, true
}

// remember keeps a chart, in place of the oldest when there are too many.
func (c *charts) remember(chart Chart, k knownChart) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.known == nil {
		c.known = make(map[Chart]knownChart)
	}
	if _, there := c.known[chart]; !there && len(c.known) >= maxCharts {
		oldest := chart
		first := k.until
		for other, known := range c.known {
			if known.until <= first {
				oldest, first = other, known.until
			}
		}
		delete(c.known, oldest)
	}
	c.known[chart] = k
}
