package fleet

import (
	"errors"
	"sync"
	"time"
)

// tolerated is how many cooldowns of a source in a row a sync waits for.
const tolerated = 1

// patience counts the cooldowns of each source since it last answered. The zero value is ready.
type patience struct {
	mu      sync.Mutex
	sources map[string]cooldowns
}

// cooldowns are those of a source since it last answered.
type cooldowns struct {
	number int
	until  time.Time // when the last one ends
}

// note notes the answer of a source. Requests that were refused at the same time count once.
func (p *patience) note(source string, now time.Time, err error) {
	wait, refused := RetryAfter(err)
	if errors.Is(err, errCoolingDown) || err != nil && !refused {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if !refused {
		delete(p.sources, source)
		return
	}
	if p.sources == nil {
		p.sources = make(map[string]cooldowns)
	}
	c := p.sources[source]
	if !now.Before(c.until) {
		c.number++
	}
	if until := now.Add(wait); until.After(c.until) {
		c.until = until
	}
	p.sources[source] = c
}

// has reports whether a sync waits for the cooldown of a source.
func (p *patience) has(source string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sources[source].number <= tolerated
}
